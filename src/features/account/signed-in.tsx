import { useTranslation } from 'react-i18next'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import styles from './account.module.css'

/** Shown instead of a form to somebody who is already signed in. */
export function SignedInAlready({ name, onGoOn }: { name: string | undefined; onGoOn(): void }) {
  const { t } = useTranslation()
  // Right after signing in the name may not be on the device yet.
  useWant('user.profile', {}, name === undefined)
  return (
    <Screen width="narrow">
      <Card className={styles.form}>
        <p>{name === undefined ? t('login.welcome') : t('login.already', { name })}</p>
        <Button onClick={onGoOn}>{t('login.goOn')}</Button>
      </Card>
    </Screen>
  )
}
