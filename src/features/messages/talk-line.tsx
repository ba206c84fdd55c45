import { useTranslation } from 'react-i18next'
import type { TalkLine } from '#contract/schema/message-rows.ts'
import { useFormat } from '../../parts/use-format.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { intl } from '../../ui/intl.ts'
import styles from './talks.module.css'

/** One line of a conversation; one that waits says so. */
export function TalkLineRow({ line, waits, name }: { line: TalkLine; waits: boolean; name: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { mine, text, at } = line
  return (
    <div className={cx(styles.line, mine && styles.mine)}>
      <span className="visually-hidden">{mine ? t('talks.you') : name}</span>
      <p className={styles.said} dir="auto">
        {text}
      </p>
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
