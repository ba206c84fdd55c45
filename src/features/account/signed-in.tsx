import { useTranslation } from 'react-i18next'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './account.module.css'

/** Stands in for a form that somebody who is signed in does not need. */
export function SignedIn({ name, onGoOn }: { name: string; onGoOn(): void }) {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <Card className={styles.form}>
        <p>{t('login.already', { name })}</p>
        <Button onClick={onGoOn}>{t('login.goOn')}</Button>
      </Card>
    </Screen>
  )
}
