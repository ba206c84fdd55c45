import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nextApplicationState, type ApplicationState } from '#contract/merchants/states.ts'
import { NOTE_MAX, requirements, type Requirement } from '#contract/merchants/rules.ts'
import type { Open } from '#contract/wire/open.ts'
import { useCall, type CallInput } from '../../../data/use-call.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import styles from '../operator.module.css'
import { useBecame } from '../use-became.ts'

/**
 * The possible decisions on an application now: take it up, approve it, ask for corrections to requirements, or refuse
 * it with a reason.
 */
export function ApplicationDecision({
  id,
  state,
  onDone,
}: {
  id: string
  state: Open<ApplicationState>
  onDone(): void
}) {
  const { t } = useTranslation()
  const toast = useToast()
  const toastOf = useBecame()
  const failureText = useFailureText()
  const { call, busy } = useCall('operator.decideApplication')
  const [notes, setNotes] = useState<Partial<Record<Requirement, string>>>({})
  const [missing, setMissing] = useState(false)
  const can = (event: 'take' | 'ask' | 'approve' | 'refuse') => nextApplicationState(state, event) !== undefined
  const decide = async (input: CallInput<'operator.decideApplication'>) => {
    const outcome = await call(input)
    if (outcome.kind !== 'accepted') return toast({ text: failureText(outcome), kind: 'bad' })
    toast(toastOf(outcome.data, t(`applications.done.${input.act}`)))
    onDone()
  }
  const asked = requirements.flatMap((what) => {
    const note = (notes[what] ?? '').trim()
    return note === '' ? [] : [{ what, note }]
  })
  const ask = () => {
    setMissing(asked.length === 0)
    if (asked.length > 0) void decide({ act: 'ask', id, asked })
  }
  if (!can('refuse')) return null
  return (
    <>
      <div className={styles.acts}>
        {can('approve') && (
          <Button busy={busy} onClick={() => void decide({ act: 'approve', id })}>
            {t('applications.approve')}
          </Button>
        )}
        {can('take') && (
          <Button kind="secondary" busy={busy} onClick={() => void decide({ act: 'take', id })}>
            {t('applications.take')}
          </Button>
        )}
      </div>
      {can('ask') && (
        <Card className={styles.stack}>
          <p className={styles.what}>{t('applications.askFor')}</p>
          {requirements.map((what) => (
            <Field
              key={what}
              label={t(`applications.${what}`)}
              maxLength={NOTE_MAX}
              value={notes[what] ?? ''}
              onChange={(e) => setNotes({ ...notes, [what]: e.target.value })}
            />
          ))}
          {missing && <p role="alert">{t('applications.sayWhat')}</p>}
          <Button kind="secondary" busy={busy} onClick={ask}>
            {t('applications.ask')}
          </Button>
        </Card>
      )}
      <Refusing busy={busy} onRefuse={(reason) => void decide({ act: 'refuse', id, reason })} />
    </>
  )
}

function Refusing({ busy, onRefuse }: { busy: boolean; onRefuse(reason: string): void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const refuse = () => {
    const trimmed = reason.trim()
    setMissing(trimmed === '')
    if (trimmed !== '') onRefuse(trimmed)
  }
  return (
    <Card className={styles.stack}>
      <Field
        label={t('applications.reason')}
        maxLength={NOTE_MAX}
        value={reason}
        error={missing ? t('applications.sayWhy') : undefined}
        onChange={(e) => setReason(e.target.value)}
      />
      <Button kind="danger" busy={busy} onClick={refuse}>
        {t('applications.refuse')}
      </Button>
    </Card>
  )
}
