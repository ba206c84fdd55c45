import { useTranslation } from 'react-i18next'
import { useNow } from '../../ui/time.tsx'
import styles from './home.module.css'

/** The copyright line with the current year (spec §2). */
export function HomeFooter() {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <footer className={styles.footer}>
      {t('home.copyright', { year: now === undefined ? '' : new Date(now).getFullYear() })}
    </footer>
  )
}
