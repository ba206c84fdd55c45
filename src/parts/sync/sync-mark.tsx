import Clock from 'lucide-react/icons/clock'
import { useTranslation } from 'react-i18next'
import styles from './sync-mark.module.css'

/** The small clock on everything that the server has not confirmed yet. */
export function SyncMark({ label }: { label?: string }) {
  const { t } = useTranslation()
  const text = label ?? t('sync.waiting')
  return (
    <span className={styles.mark} role="img" aria-label={text} title={text}>
      <Clock />
    </span>
  )
}
