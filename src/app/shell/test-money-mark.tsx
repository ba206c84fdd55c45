import { useTranslation } from 'react-i18next'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import styles from './test-money-mark.module.css'

/** Says on every screen that this person's money is worth nothing, where it is; it hangs from the window's top edge. */
export function TestMoneyMark() {
  const { t } = useTranslation()
  const account = useProfile()
  // A device learns with the first screen after the signing in, whichever it is, whose money it shows and prints.
  useWant('user.profile', {}, account?.link?.session === 'ok' && account.at === undefined)
  if (!account?.profile?.money.test) return null
  return (
    <aside className={styles.mark} aria-label={t('mine.testMoney')}>
      {t('mine.testMoney')}
    </aside>
  )
}
