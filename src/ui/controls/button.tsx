import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { cx } from '../cx.ts'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent'

interface Look {
  /**
   * `primary` (default), `secondary` (outlined), `quiet` (text only), `danger`, or `accent` (saffron: at most one on a
   * screen).
   */
  kind?: Kind
  /** As wide as its container. */
  wide?: boolean
  /** Drawn 36 px high (touch target 44 px): only beside text in dense rows. */
  small?: boolean
  icon?: ReactNode
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: announces it, keeps the width, ignores further presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

const look = (kind: Kind = 'primary', wide?: boolean, small?: boolean): string =>
  cx(styles.button, styles[kind], wide && styles.wide, small && styles.small)

/** A button that runs an action. A submit button needs `type="submit"`. */
export function Button({
  kind,
  wide,
  small,
  icon,
  busy,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={cx(look(kind, wide, small), busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      <span className={styles.label}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind,
  wide,
  small,
  icon,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a {...rest} className={cx(look(kind, wide, small), className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </a>
  )
}
