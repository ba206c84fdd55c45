import { useTranslation } from 'react-i18next'
import { OLD_MS } from '#contract/freshness.ts'
import { useLabels } from '../../ui/labels.ts'
import { relativeTime, useNow } from '../../ui/time.tsx'
import styles from './freshness.module.css'

/** The time of the oldest of these rows (Unix ms); undefined when none has one. */
export function oldestAt(rows: readonly { at?: number }[]): number | undefined {
  const ages = rows.flatMap((row) => row.at ?? [])
  return ages.length > 0 ? Math.min(...ages) : undefined
}

/** The age of the shown rows ("updated 12 min. ago"), once they are older than ten minutes. */
export function Freshness({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const when = useAge(at)
  return when === undefined ? null : <p className={styles.freshness}>{t('sync.updated', { when })}</p>
}

/**
 * The age of something in words, once it is older than ten minutes; undefined while it is fresh or its time is unknown
 * (also 0).
 */
function useAge(at: number | undefined): string | undefined {
  const { locale, justNow } = useLabels()
  const now = useNow()
  return at && now !== undefined && now - at > OLD_MS ? relativeTime(at, now, locale, justNow) : undefined
}
