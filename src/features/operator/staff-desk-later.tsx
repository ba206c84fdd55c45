import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorRights, type OperatorRight } from '#contract/rules/operator-rights.ts'
import type { StaffMember } from '#contract/schema/operator-desks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { ListRow } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FoundList } from './found-list.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'
import { useDesk } from './use-desk.ts'

const known = (rights: readonly string[]): OperatorRight[] => operatorRights.filter((right) => rights.includes(right))

/** The operators and what each may do. */
export function StaffDesk() {
  const { t } = useTranslation()
  const asked = useDesk('operator.staff', {})
  const [chosen, setChosen] = useState<StaffMember | 'new'>()
  const [said, setSaid] = useState<string>()
  return (
    <div className={styles.stack}>
      {said && (
        <Notice tone="warn">
          <bdi>{said}</bdi>
        </Notice>
      )}
      <FoundList asked={asked} label={t('desks.staff')} rows={asked.data?.staff} empty={t('operator.nobody')}>
        {(one) => (
          <ListRow
            key={one.id}
            title={<bdi>{one.name}</bdi>}
            text={
              <bdi>
                {one.email} ·{' '}
                {known(one.rights)
                  .map((right) => t(`operatorRights.${right}`))
                  .join(', ')}
              </bdi>
            }
            end={!one.entered && <Badge>{t('operator.hasCode')}</Badge>}
            onPress={() => setChosen(one)}
          />
        )}
      </FoundList>
      <Button kind="secondary" wide onClick={() => setChosen('new')}>
        {t('operator.addStaff')}
      </Button>
      {chosen && (
        <StaffSheet
          member={chosen === 'new' ? undefined : chosen}
          onClose={() => setChosen(undefined)}
          onDone={(text) => {
            setSaid(text || undefined)
            setChosen(undefined)
            asked.again()
          }}
        />
      )}
    </div>
  )
}

function StaffSheet({
  member,
  onClose,
  onDone,
}: {
  member: StaffMember | undefined
  onClose(): void
  onDone(said: string): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.staffSet')
  const [email, setEmail] = useState(member?.email ?? '')
  const [rights, setRights] = useState<OperatorRight[]>(known(member?.rights ?? []))
  const [error, setError] = useState<string>()
  const save = async (wanted: OperatorRight[] | null) => {
    if (!email.trim()) return setError(t('login.enterEmail'))
    if (wanted?.length === 0) return setError(t('operator.rightNeeded'))
    const done = await act({ email, rights: wanted })
    if (done) onDone(wanted === null ? '' : done.text)
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
        <Button wide busy={busy} onClick={() => void save(rights)}>
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
