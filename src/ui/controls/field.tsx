import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { useLabels } from '../labels.ts'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  /** The error in words, under the field and read out; the field is marked invalid. */
  error?: string | undefined
  /** Shown under the field while there is no error. */
  hint?: string | undefined
  /** Shown before the text, such as a country's calling code. */
  start?: ReactNode
  /** Shown at the field's end, such as a "Send code" button. A password field brings its own reveal button. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** One line of text: label above, error under it. Give `inputMode`, `autoComplete` and `type` as for an input. */
export function Field({ label, error, hint, start, end, type = 'text', className, ...rest }: FieldProps) {
  const id = useId()
  const labels = useLabels()
  const [revealed, setRevealed] = useState(false)
  const password = type === 'password'
  const note = error ?? hint
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={cx(styles.box, error !== undefined && styles.invalid)}>
        {start && <span className={styles.start}>{start}</span>}
        <input
          // An empty field follows the language's direction; typed text decides for itself.
          dir={rest.value ? 'auto' : undefined}
          {...rest}
          id={id}
          type={password && revealed ? 'text' : type}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
        {password && (
          <IconButton
            label={revealed ? labels.hidePassword : labels.showPassword}
            icon={revealed ? <EyeOff /> : <Eye />}
            onClick={() => setRevealed(!revealed)}
          />
        )}
        {end}
      </div>
      <p id={`${id}-note`} className={cx(styles.note, error !== undefined && styles.error)} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
