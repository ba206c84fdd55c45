import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './segmented.module.css'

export interface Segment<V extends string> {
  value: V
  label: string
  icon?: ReactNode
}

interface SegmentedProps<V extends string> {
  /** The accessible name of the choice. */
  label: string
  segments: readonly Segment<V>[]
  value: V
  /** Also called when the current choice is pressed again, so that a caller may reverse an order. */
  onChange(value: V): void
}

/** One choice out of a few, side by side; each is a button with `aria-pressed`. */
export function Segmented<V extends string>({ label, segments, value, onChange }: SegmentedProps<V>) {
  return (
    <div role="group" aria-label={label} className={styles.row}>
      {segments.map((s) => (
        <button
          key={s.value}
          type="button"
          aria-pressed={s.value === value}
          className={cx(styles.segment, s.value === value && styles.on)}
          onClick={() => onChange(s.value)}
        >
          <span>{s.label}</span>
          {s.icon}
        </button>
      ))}
    </div>
  )
}
