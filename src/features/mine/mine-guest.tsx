import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './mine.module.css'

/** The "Mine" page of somebody who is not signed in. */
export function MineGuest() {
  const { t } = useTranslation()
  return (
    <Card className={styles.hello}>
      <p className={styles.welcome}>{t('mine.welcome')}</p>
      <p>{t('mine.guestHint')}</p>
      <div className={styles.buttons}>
        <ButtonLink href={links.login(false, links.mine)}>{t('mine.login')}</ButtonLink>
        <ButtonLink kind="secondary" href={links.register}>
          {t('mine.register')}
        </ButtonLink>
      </div>
    </Card>
  )
}
