import Plus from 'lucide-react/icons/plus'
import { useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_MAX } from '#contract/wire/limits.ts'
import { PAD_QUANTITY_MAX } from '#contract/pads/rules.ts'
import type { PadRow } from '#contract/pads/rows.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import styles from './pad.module.css'

const blank: PadRow = { code: '', quantity: '' }

/** Where rows are typed, one after another: Enter leads from the code to the quantity, and from there to the next. */
export function PadEntry({ onAdd, onText }: { onAdd(row: PadRow): void; onText(text: string): void }) {
  const { t } = useTranslation()
  const [row, setRow] = useState(blank)
  const code = useRef<HTMLInputElement>(null)
  const quantity = useRef<HTMLInputElement>(null)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (row.code.trim() === '') return code.current?.focus()
    if (row.quantity.trim() === '') return quantity.current?.focus()
    onAdd(row)
    setRow(blank)
    code.current?.focus()
  }
  // Several lines, or a code with its quantity, are rows of their own.
  const paste = (e: ClipboardEvent) => {
    const text = e.clipboardData.getData('text/plain')
    if (!/[\t\n\r;,]/.test(text.trim())) return
    e.preventDefault()
    onText(text)
  }
  return (
    <form className={styles.entry} onSubmit={submit}>
      <Field
        label={t('pad.code')}
        ref={code}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={CODE_MAX}
        value={row.code}
        onPaste={paste}
        onChange={(e) => setRow({ ...row, code: e.target.value })}
      />
      <Field
        label={t('pad.quantity')}
        ref={quantity}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={PAD_QUANTITY_MAX}
        value={row.quantity}
        onChange={(e) => setRow({ ...row, quantity: e.target.value })}
      />
      <Button type="submit" kind="secondary" icon={<Plus />} className={styles.add ?? ''}>
        {t('pad.add')}
      </Button>
    </form>
  )
}
