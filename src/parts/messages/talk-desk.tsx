import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './talk.module.css'

/** Where there is room: the list of conversations, and the chosen one beside it. */
export const TalkDesk = ({ list, children }: { list: ReactNode; children: ReactNode }) => (
  <div className={styles.desk}>
    {list}
    <section className={styles.pane}>{children}</section>
  </div>
)

/** The rows of a list of conversations, and what stands below them. */
export function TalkRows({
  label,
  rows,
  children,
}: {
  label: string
  rows: readonly ReactNode[]
  children?: ReactNode
}) {
  return (
    <div className={styles.list}>
      <ul className={styles.rows} aria-label={label}>
        {rows}
      </ul>
      {children}
    </div>
  )
}

/** The same while the device is asked. */
export const TalksComing = () => (
  <div className={styles.list}>
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
  </div>
)

/** The name of the other side, for a conversation beside the list. */
export const TalkName = ({ children }: { children: ReactNode }) => (
  <h2 className={styles.name}>
    <bdi>{children}</bdi>
  </h2>
)

/** The subject of a conversation; a link where there is a way to it. */
export const TalkSubjectLink = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? (
    <p className={cx(styles.subject, styles.plain)} dir="auto">
      {children}
    </p>
  ) : (
    <a href={href} className={styles.subject} dir="auto">
      {children}
    </a>
  )
