import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from '../cx.ts'

/** A word in a small box. `tone` colours its meaning; the word must carry it too. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad' | 'brand'
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  )
}

/** The number on an icon; nothing for 0. It is drawn by the style sheet and is no text: the control's name tells it. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 ? (
    <span key={count} aria-hidden="true" className={styles.count} data-count={count > 999 ? '999+' : count} />
  ) : null
}
