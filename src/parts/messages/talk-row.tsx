import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { SyncMark } from '../sync/sync-mark.tsx'
import styles from './talk.module.css'
import { useFormat } from '../format/use-format.ts'

interface TalkRowProps {
  href: string
  current: boolean
  /** With whom. */
  name: ReactNode
  /** The subject of the conversation, in words. */
  about: string | false | null | undefined
  /** Its last words; undefined until they are opened. `pictured`: there are pictures. */
  text: string | undefined
  pictured: boolean
  at: number
  unread: number
  waits: boolean
  /** The act that it asks of the reader, in a word. */
  note?: string | undefined
}

/** A conversation in a list: with whom, about what, its last words, and how many lines are new. */
export function TalkCard({ href, current, name, about, text, pictured, at, unread, waits, note }: TalkRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <a href={href} className={styles.row} aria-current={current || undefined}>
        <span className={styles.with}>
          <bdi>{name}</bdi>
          <span className={styles.when}>
            <RelativeTime at={at} /> {waits && <SyncMark />}
          </span>
        </span>
        {about && (
          <span className={styles.about} dir="auto">
            {about}
          </span>
        )}
        <span className={cx(styles.snippet, unread > 0 && styles.strong)}>
          <span dir="auto">{text || (pictured ? t('talks.picture') : '\u00a0')}</span>
          {unread > 0 ? (
            <span className={styles.new}>{t('talks.unread', { n: format.number(unread) })}</span>
          ) : (
            note !== undefined && <span className={styles.note}>{note}</span>
          )}
        </span>
      </a>
    </li>
  )
}
