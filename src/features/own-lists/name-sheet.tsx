import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_NAME_MAX } from '#contract/own-lists/rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './own-lists.module.css'

interface NameSheetProps {
  title: string
  /** The name it has. */
  name: string
  onClose(): void
  onName(name: string): void
}

/** Asks for a list's name. */
export function NameSheet({ title, name: before, onClose, onName }: NameSheetProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const wanted = name.trim()
    if (wanted === '') setError(t('lists.nameMissing'))
    else onName(wanted)
  }
  return (
    <Sheet open onClose={onClose} title={title}>
      <form className={styles.stack} onSubmit={submit}>
        <Field
          label={t('lists.name')}
          value={name}
          error={error}
          maxLength={LIST_NAME_MAX}
          enterKeyHint="done"
          onChange={(e) => {
            setName(e.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" wide>
          {t('lists.save')}
        </Button>
      </form>
    </Sheet>
  )
}
