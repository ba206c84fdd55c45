import Check from 'lucide-react/icons/check'
import { useId, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { cx } from '../cx.ts'

interface CheckboxProps {
  checked: boolean
  onChange(checked: boolean): void
  /** Shown beside the box; with `hideLabel` only read out. */
  label: ReactNode
  hideLabel?: boolean
  /** Some, but not all, of the items it stands for are ticked. */
  mixed?: boolean
  disabled?: boolean
}

/** A checkbox with a 44 px touch target. */
export function Checkbox({ checked, onChange, label, hideLabel, mixed = false, disabled = false }: CheckboxProps) {
  const id = useId()
  return (
    <span className={styles.checkbox}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = mixed && !checked
        }}
        onChange={(e) => onChange(e.target.checked)}
        className={styles.input}
      />
      <span aria-hidden="true" className={styles.box}>
        {checked && <Check />}
      </span>
      <label htmlFor={id} className={cx(styles.label, hideLabel && 'visually-hidden')}>
        {label}
      </label>
    </span>
  )
}
