import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'

interface GrowingFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'value' | 'onChange'> {
  label: string
  value: string
  onChange(text: string): void
  error?: string | undefined
  /** Shown under the field while there is no error. */
  hint?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** One line of text that may be long: it wraps, and the field grows with it. Enter submits the form. */
export function GrowingField({ label, value, onChange, error, hint, ...rest }: GrowingFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={cx(styles.box, error !== undefined && styles.invalid)}>
        <span className={styles.grows} data-text={value}>
          <textarea
            {...rest}
            id={id}
            rows={1}
            autoComplete="off"
            dir={value ? 'auto' : undefined}
            className={styles.input}
            value={value}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={note === undefined ? undefined : `${id}-note`}
            onChange={(e) => onChange(e.target.value.replace(/[\r\n]+/g, ' '))}
            onKeyDown={(e) => {
              if (e.key !== 'Enter' || e.nativeEvent.isComposing) return
              e.preventDefault()
              e.currentTarget.form?.requestSubmit()
            }}
          />
        </span>
      </div>
      <p id={`${id}-note`} className={cx(styles.note, error !== undefined && styles.error)} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
