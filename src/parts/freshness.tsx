import { useTranslation } from 'react-i18next'
import styles from './freshness.module.css'
import { useAge } from './use-age.ts'

/** Since when the oldest of these rows is as it is (Unix ms); undefined while none says. */
export function oldestAt(rows: readonly { at?: number }[]): number | undefined {
  const ages = rows.flatMap((row) => row.at ?? [])
  return ages.length > 0 ? Math.min(...ages) : undefined
}

/** How old what is shown is ("updated 12 min. ago"), once it is older than ten minutes. */
export function Freshness({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const when = useAge(at)
  return when === undefined ? null : <p className={styles.freshness}>{t('sync.updated', { when })}</p>
}
