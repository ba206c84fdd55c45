import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState, type ReactNode } from 'react'
import { useLabels } from '../labels.ts'
import styles from './stepper.module.css'
import { useHold } from './use-hold.ts'

interface StepperProps {
  /** The accessible name, such as "Quantity". */
  label: string
  value: number
  /**
   * Called once a gesture is over (a press, the end of a long press, a typed number left by Enter or blur), never on
   * every step.
   */
  onChange(value: number): void
  min?: number
  max?: number
  /** The amount that one press adds; typed numbers are rounded up to a multiple of it above `min`. */
  step?: number
  /** Allows 0 below `min`: pressing minus at `min` then gives 0 (removes a cart line). */
  zero?: boolean
  /** Writes the number while nobody types. */
  format?: ((n: number) => string) | undefined
  /** Called when more than `max` was typed: the number is then `max`. */
  onOver?: (() => void) | undefined
}

/** A number with minus and plus: typed, pressed, or held down. */
export function Stepper({
  label,
  value,
  onChange,
  min = 1,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  zero = false,
  format = String,
  onOver,
}: StepperProps) {
  const labels = useLabels()
  const [draft, setDraft] = useState<string>()
  const next = (from: number, direction: 1 | -1): number => {
    const to = from + direction * step
    if (to < min) return zero && direction < 0 ? 0 : min
    return Math.min(max, to)
  }
  const commit = (to: number) => {
    if (to !== value) onChange(to)
  }
  const { held, start, stop } = useHold(value, next, commit)
  const shown = held ?? value
  const typed = (text: string) => {
    setDraft(undefined)
    const digits = Number.parseInt(text, 10)
    if (Number.isNaN(digits)) return
    if (digits <= 0 && zero) return commit(0)
    const up = min + Math.ceil((Math.max(digits, min) - min) / step) * step
    commit(Math.min(up, min + Math.floor((max - min) / step) * step))
    if (up > max) onOver?.()
  }
  const press = (direction: 1 | -1, name: string, icon: ReactNode, disabled: boolean) => (
    <button
      type="button"
      className={styles.press}
      aria-label={name}
      disabled={disabled}
      onPointerDown={(e) => e.button === 0 && start(direction)}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(e) => e.preventDefault()}
      // A click without a pointer comes from the keyboard or assistive technology.
      onClick={(e) => e.detail === 0 && commit(next(value, direction))}
    >
      {icon}
    </button>
  )
  return (
    <div className={styles.stepper}>
      {press(-1, labels.less, <Minus />, shown <= (zero ? 0 : min))}
      <input
        className={styles.input}
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={draft ?? format(shown)}
        onFocus={(e) => e.target.select()}
        onChange={(e) => setDraft(latinDigits(e.target.value))}
        onBlur={() => draft !== undefined && typed(draft)}
        onKeyDown={(e) => {
          if (e.key === 'Enter') {
            e.preventDefault()
            e.currentTarget.blur()
          }
          if (e.key === 'Escape') setDraft(undefined)
          if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
            e.preventDefault()
            commit(next(value, e.key === 'ArrowUp' ? 1 : -1))
          }
        }}
      />
      {press(1, labels.more, <Plus />, shown >= max)}
    </div>
  )
}

/** Keeps digits only, with Arabic-Indic digits as Latin ones. */
export function latinDigits(text: string): string {
  return text
    .replace(/[٠-٩۰-۹]/g, (d) => String(d.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
    .slice(0, 9)
}
