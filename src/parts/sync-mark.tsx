import Clock from 'lucide-react/icons/clock'
import { useTranslation } from 'react-i18next'
import styles from './sync-mark.module.css'

/** The small clock on what the shop does not know of yet. */
export function SyncMark() {
  const { t } = useTranslation()
  return (
    <span className={styles.mark} role="img" aria-label={t('cart.waiting')} title={t('cart.waiting')}>
      <Clock aria-hidden="true" />
    </span>
  )
}
