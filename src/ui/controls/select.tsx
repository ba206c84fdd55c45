import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import styles from './select.module.css'

interface SelectProps<V extends string> {
  label: string
  value: V
  choices: readonly { value: V; label: string }[]
  onChange(value: V): void
}

/** One choice of many, by the platform's own list. */
export function Select<V extends string>({ label, value, choices, onChange }: SelectProps<V>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select id={id} className={styles.select} value={value} onChange={(e) => onChange(e.target.value as V)}>
          {choices.map((c) => (
            <option key={c.value} value={c.value}>
              {c.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.arrow} aria-hidden="true" />
      </div>
    </div>
  )
}
