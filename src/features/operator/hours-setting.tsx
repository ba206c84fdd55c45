import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import styles from './operator.module.css'
import { useAct } from './use-act.ts'

/** A number of hours within its bounds, with a button that saves it. */
export function HoursSetting({
  call,
  hours,
  least,
  most,
  label,
  hint,
  wrong,
  onDone,
}: {
  call: 'operator.requestsSet' | 'operator.digestSet'
  hours: number
  least: number
  most: number
  label: string
  hint: string
  /** The error text for any other value. */
  wrong: string
  onDone(): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct(call)
  const [value, setValue] = useState(String(hours))
  const [error, setError] = useState<string>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const typed = value.trim()
    const given = /^\d{1,4}$/.test(typed) ? Number(typed) : -1
    if (given < least || given > most) return setError(wrong)
    if (await act({ hours: given })) onDone()
  }
  return (
    <form className={styles.one} noValidate onSubmit={(e) => void submit(e)}>
      <Field
        label={label}
        hint={hint}
        error={error}
        inputMode="numeric"
        value={value}
        onChange={(e) => {
          setValue(e.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" kind="secondary" busy={busy} aria-label={t('operator.saveOne', { name: label })}>
        {t('operator.save')}
      </Button>
    </form>
  )
}
