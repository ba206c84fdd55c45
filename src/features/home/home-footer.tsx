import { useTranslation } from 'react-i18next'
import { useNow } from '../../ui/time.tsx'
import styles from './home.module.css'

/** The copyright line with the current year (spec §2), and of a demo market that its figures are none. */
export function HomeFooter({ demo }: { demo: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <footer className={styles.footer}>
      {demo && <p>{t('home.demo')}</p>}
      <p>{t('home.copyright', { year: now === undefined ? '' : new Date(now).getFullYear() })}</p>
    </footer>
  )
}
