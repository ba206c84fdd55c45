import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { TalkLine } from '#contract/messages/schema-rows.ts'
import { cx } from '../../ui/cx.ts'
import { intl } from '../../ui/intl.ts'
import { ShownPictures } from '../pictures/shown-pictures.tsx'
import { SyncMark } from '../sync/sync-mark.tsx'
import styles from './talk.module.css'
import { useFormat } from '../format/use-format.ts'

/** A line as its screen shows it; `by` is the member of the reader's side who wrote it, where several may. */
export type ShownLine = Omit<TalkLine, 'deleted'> & { by?: string | null }

interface TalkLineRowProps {
  line: ShownLine
  waits: boolean
  /** The speaker's name, for people who hear the screen. */
  name: string
  /** The speaker's name in sight, where it is not plain. */
  by: string | undefined
  Own: ComponentType<{ file: string; alt: string }>
}

/** One line of a conversation; one that waits says so. */
export function TalkLineRow({ line, waits, name, by, Own }: TalkLineRowProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { mine, text, at, files, pictures } = line
  return (
    <div className={cx(styles.line, mine && styles.mine)}>
      {by === undefined ? (
        <span className="visually-hidden">{name}</span>
      ) : (
        <span className={styles.by} dir="auto">
          {by}
        </span>
      )}
      {text !== '' && (
        <p className={styles.bubble} dir="auto">
          {text}
        </p>
      )}
      <div className={styles.pictures}>
        <ShownPictures files={files ?? []} pictures={pictures ?? []} large Own={Own} />
      </div>
      <p className={styles.at}>
        {waits ? (
          <>
            {t('talks.waits')} <SyncMark />
          </>
        ) : (
          <time dateTime={new Date(at).toISOString()}>{intl('date', locale, { timeStyle: 'short' }).format(at)}</time>
        )}
      </p>
    </div>
  )
}
