import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** The accessible name. */
  label: string
  icon: ReactNode
  /** If given, the button is a toggle with `aria-pressed`; its icon is filled while on. */
  pressed?: boolean
  /** `plain` (default), `raised` (a disc, over pictures) or `framed` (outlined). */
  look?: 'plain' | 'raised' | 'framed'
  ref?: Ref<HTMLButtonElement>
}

/** A 44 px icon button with an accessible name. */
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
