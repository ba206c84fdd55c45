import { useTranslation } from 'react-i18next'
import { useLabels } from '../../ui/labels.ts'
import { relativeTime, useNow } from '../../ui/time.tsx'
import styles from './home.module.css'

/** When the shelves came from the market ("updated 3 min. ago"); a document, which has no clock, keeps its place. */
export function Updated({ at }: { at: number }) {
  const { t } = useTranslation()
  const { locale, justNow } = useLabels()
  const now = useNow()
  return (
    <span className={styles.updated}>
      {now === undefined ? '\u00a0' : t('sync.updated', { when: relativeTime(at, now, locale, justNow) })}
    </span>
  )
}
