import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** Its accessible name; an icon alone says nothing. */
  label: string
  icon: ReactNode
  /** Given: a toggle, with `aria-pressed`; its icon fills while on. */
  pressed?: boolean
  /** `plain` (default), `raised` (a disc, over pictures) or `framed` (outlined). */
  look?: 'plain' | 'raised' | 'framed'
  ref?: Ref<HTMLButtonElement>
}

/** A 44 px press with an icon and a name. */
export function IconButton({ label, icon, pressed, look = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={cx(styles.button, styles[look], pressed && styles.pressed, className)}
    >
      {icon}
    </button>
  )
}
