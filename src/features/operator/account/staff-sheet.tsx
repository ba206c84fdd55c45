import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorRights, type OperatorRight } from '#contract/wire/operator-rights.ts'
import type { EntranceCode } from '#contract/operator/schema-acts.ts'
import type { StaffMember } from '#contract/operator/schema-desks.ts'
import { usePerson } from '../../../data/use-person.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'

/** The rights that this app knows, in their order. */
export const rightsIn = (rights: readonly string[]): OperatorRight[] =>
  operatorRights.filter((right) => rights.includes(right))

/** Gives somebody rights as an operator, or takes them. */
export function StaffSheet({
  member,
  only,
  onClose,
  onDone,
}: {
  member: StaffMember | undefined
  /** Nobody else could agree: adding somebody takes the password and the second factor. */
  only: boolean
  onClose(): void
  onDone(entrance: EntranceCode | undefined): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.staffSet')
  const [email, setEmail] = useState(member?.email ?? '')
  const [rights, setRights] = useState<OperatorRight[]>(rightsIn(member?.rights ?? []))
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const [error, setError] = useState<string>()
  const own = usePerson()?.uid
  const proves = only && member?.id !== own
  const save = async (wanted: OperatorRight[] | null) => {
    if (!email.trim()) return setError(t('login.enterEmail'))
    if (wanted?.length === 0) return setError(t('operator.rightNeeded'))
    const done = await act({ email, rights: wanted, ...(proves && wanted !== null && proof) })
    if (done) onDone(done.entrance)
  }
  return (
    <Sheet open onClose={onClose} title={member?.name ?? t('operator.addStaff')}>
      <div className={styles.stack}>
        <Field
          label={t('login.email')}
          type="email"
          name="email"
          readOnly={member !== undefined}
          value={email}
          error={error}
          onChange={(e) => {
            setEmail(e.target.value)
            setError(undefined)
          }}
        />
        <div role="group" aria-label={t('operator.rights')}>
          {operatorRights.map((right) => (
            <div key={right}>
              <Checkbox
                checked={rights.includes(right)}
                label={t(`operatorRights.${right}`)}
                onChange={(on) => {
                  setRights(operatorRights.filter((one) => (one === right ? on : rights.includes(one))))
                  setError(undefined)
                }}
              />
            </div>
          ))}
        </div>
        {proves && <OwnProof proof={proof} onChange={setProof} />}
        <Button
          wide
          busy={busy}
          disabled={proves && (!proof.password || !proof.code.trim())}
          onClick={() => void save(rights)}
        >
          {t('operator.save')}
        </Button>
        {member && (
          <Button kind="danger" wide busy={busy} onClick={() => void save(null)}>
            {t('operator.removeStaff')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

interface Proof {
  password: string
  code: string
}

/** The password and second factor of the operator who adds another alone. */
function OwnProof({ proof, onChange }: { proof: Proof; onChange(proof: Proof): void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.soft}>{t('operator.secondOperator')}</p>
      <Field
        label={t('operator.yourPassword')}
        type="password"
        autoComplete="current-password"
        required
        value={proof.password}
        onChange={(e) => onChange({ ...proof, password: e.target.value })}
      />
      <Field
        label={t('factor.code')}
        hint={t('factor.codeHint')}
        autoComplete="one-time-code"
        required
        value={proof.code}
        onChange={(e) => onChange({ ...proof, code: e.target.value })}
      />
    </>
  )
}
