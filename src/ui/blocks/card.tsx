import type { ReactNode } from 'react'
import styles from './card.module.css'
import { cx } from '../cx.ts'

/** A surface with a hairline; `flush` leaves the padding to its content. */
export function Card({
  flush,
  className,
  children,
}: {
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return <div className={cx(styles.card, !flush && styles.padded, className)}>{children}</div>
}

/** A headed part of a screen; `end` stands opposite the heading (a link to more). */
export function Section({
  title,
  end,
  note,
  children,
}: {
  title: string
  end?: ReactNode
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {end}
      </div>
      {note}
      {children}
    </section>
  )
}
