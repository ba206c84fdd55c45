import type { ReactNode, Ref } from 'react'
import styles from './chip.module.css'
import { cx } from '../cx.ts'

/** A filter that is on or off, with `aria-pressed`. */
export function Chip({
  on,
  onChange,
  icon,
  children,
}: {
  on: boolean
  onChange(on: boolean): void
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <button type="button" className={cx(styles.chip, on && styles.on)} aria-pressed={on} onClick={() => onChange(!on)}>
      {icon}
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a chip, such as a category; `current` marks the current page. */
export function ChipLink({
  href,
  current,
  icon,
  children,
}: {
  href: string
  current?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <a href={href} className={cx(styles.chip, current && styles.on)} aria-current={current || undefined}>
      {icon}
      <span>{children}</span>
    </a>
  )
}

/** A chip that runs an action; `label` names it where its text alone does not, `end` is shown after the text. */
export function ChipButton({
  on = false,
  label,
  icon,
  end,
  ref,
  onPress,
  children,
}: {
  on?: boolean
  label?: string
  icon?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLButtonElement>
  onPress(): void
  children: ReactNode
}) {
  return (
    <button ref={ref} type="button" className={cx(styles.chip, on && styles.on)} aria-label={label} onClick={onPress}>
      {icon}
      <span>{children}</span>
      {end}
    </button>
  )
}

/** A row of chips that scrolls sideways when it does not fit. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.row}>
      {children}
    </div>
  )
}
