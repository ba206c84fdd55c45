import { useTranslation } from 'react-i18next'
import styles from './freshness.module.css'
import { useAge } from './use-age.ts'

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
