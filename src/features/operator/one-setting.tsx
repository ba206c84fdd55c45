import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './operator.module.css'

/**
 * One value with a button that saves it; `save` resolves to false where the old value goes on. `preview`: what a typed
 * value would do, shown in the place of the hint.
 */
export function OneSetting({
  label,
  hint,
  value: before,
  save,
  busy,
  preview,
}: {
  label: string
  hint?: string
  value: string
  save(value: string): Promise<boolean | undefined>
  busy: boolean
  preview?: ((typed: string) => string | undefined) | undefined
}) {
  const { t } = useTranslation()
  const [value, setValue] = useState(before)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if ((await save(value)) === false) setValue(before)
  }
  return (
    <form className={styles.one} onSubmit={(e) => void submit(e)}>
      <Field
        label={label}
        hint={(value === before ? undefined : preview?.(value)) ?? hint}
        value={value}
        onChange={(e) => setValue(e.target.value)}
      />
      <Button type="submit" kind="secondary" busy={busy} aria-label={t('operator.saveOne', { name: label })}>
        {t('operator.save')}
      </Button>
    </form>
  )
}
