import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './list.module.css'

/** Rows in one card with hairlines between them. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ListRowProps {
  icon?: ReactNode
  title: ReactNode
  /** A second, softer line. */
  text?: ReactNode
  /** At the row's end: a value, a badge. */
  end?: ReactNode
  /** With a link the row is a link with a chevron. */
  href?: string
  /** With an action the row is a button. */
  onPress?(): void
  /** The current choice of several. */
  current?: boolean
  /** The sheet that the row opens. */
  children?: ReactNode
}

/** A row of a List. */
export function ListRow({ icon, title, text, end, href, onPress, current, children }: ListRowProps) {
  const body = (
    <>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      {end && <span className={styles.end}>{end}</span>}
      {href !== undefined && <ChevronRight className={cx('mirrors', styles.chevron)} />}
    </>
  )
  return (
    <li className={styles.item}>
      {href !== undefined ? (
        <a href={href} className={cx(styles.row, styles.press)} aria-current={current || undefined}>
          {body}
        </a>
      ) : onPress ? (
        <button
          type="button"
          className={cx(styles.row, styles.press)}
          aria-current={current || undefined}
          onClick={onPress}
        >
          {body}
        </button>
      ) : (
        <div className={styles.row}>{body}</div>
      )}
      {children}
    </li>
  )
}
