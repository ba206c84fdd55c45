import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, type CallInput, type Failed } from '../../data/use-call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './code-field.module.css'
import { useCountdown } from './use-countdown.ts'
import { useFormat } from '../format/use-format.ts'

interface CodeFieldProps {
  /** The act that the code confirms. */
  event: CallInput<'user.emailCode'>['event']
  value: string
  onChange(value: string): void
  error: string | undefined
  ref: Ref<HTMLInputElement>
  /** The address to send to; undefined when it is invalid (the form then shows why). */
  address(): string | undefined
  onFailed(failure: Failed): void
}

/** The field for the mailed code, and the button that sends it, with the pause until it may be sent again. */
export function CodeField({ event, value, onChange, error, ref, address, onFailed }: CodeFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const code = useCall('user.emailCode')
  const again = useCountdown(event)
  const send = async () => {
    const email = address()
    if (email === undefined) return
    const outcome = await code.call({ email, event })
    if (outcome.kind !== 'accepted') return onFailed(outcome)
    again.begin(outcome.data.seconds)
    toast({ text: t('register.codeSent', { email }), kind: 'good' })
  }
  return (
    <Field
      label={t('register.code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required
      value={value}
      error={error}
      ref={ref}
      onChange={(e) => onChange(e.target.value.replace(/\D/g, ''))}
      end={
        <Button
          kind="quiet"
          className={styles.code}
          busy={code.busy}
          disabled={again.seconds > 0}
          onClick={() => void send()}
        >
          {again.seconds > 0 ? t('register.sendAgain', { n: format.number(again.seconds) }) : t('register.sendCode')}
        </Button>
      }
    />
  )
}
