import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import styles from './operator.module.css'

/**
 * One value with a button that saves it; `save` resolves to false where the old value goes on, and to words where the
 * typed one is refused. `preview`: what a typed value would do, shown in the place of the hint. `unit`: its currency.
 */
export function OneSetting({
  label,
  hint,
  value: before,
  save,
  busy,
  preview,
  unit,
}: {
  label: string
  hint?: string
  value: string
  save(value: string): Promise<boolean | string | undefined>
  busy: boolean
  unit?: string | undefined
  preview?: ((typed: string) => string | undefined) | undefined
}) {
  const { t } = useTranslation()
  const [value, setValue] = useState(before)
  const [error, setError] = useState<string>()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const saved = await save(value)
    if (saved === false) setValue(before)
    setError(typeof saved === 'string' ? saved : undefined)
  }
  return (
    <form className={styles.one} noValidate onSubmit={(e) => void submit(e)}>
      <Field
        label={label}
        hint={(value === before ? undefined : preview?.(value)) ?? hint}
        error={error}
        start={unit}
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
