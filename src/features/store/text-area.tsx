import { useId } from 'react'
import styles from './centre.module.css'

interface TextAreaProps {
  label: string
  value: string
  rows?: number
  maxLength: number
  lang?: string | undefined
  error?: string | undefined
  onChange(text: string): void
}

/** Several lines of text: label above, error under it. */
export function TextArea({ label, value, rows = 3, maxLength, lang, error, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.words}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        dir="auto"
        lang={lang}
        maxLength={maxLength}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onChange={(e) => onChange(e.target.value)}
      />
      {error && (
        <p id={`${id}-note`} className={styles.bad}>
          {error}
        </p>
      )}
    </div>
  )
}
