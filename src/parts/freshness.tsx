import { useTranslation } from 'react-i18next'
import { useLabels } from '../ui/labels.ts'
import { exactTime, relativeTime, useNow } from '../ui/time.tsx'
import styles from './freshness.module.css'

const STALE_MS = 10 * 60_000

/** How old what is shown is ("updated 12 min. ago"), once it is older than ten minutes. */
export function Freshness({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const { locale, justNow } = useLabels()
  const now = useNow()
  if (at === undefined || now === undefined || now - at < STALE_MS) return null
  return <p className={styles.freshness} title={exactTime(at, locale)}>{t('sync.updated', { when: relativeTime(at, now, locale, justNow) })}</p>
}
