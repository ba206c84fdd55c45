import LogIn from 'lucide-react/icons/log-in'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../parts/screen.tsx'
import { useLoginLink } from '../../parts/use-login-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a guest in the place of a wallet. */
export function WalletGuest() {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<LogIn className="mirrors" />}
        title={t('wallet.guest')}
        text={t('wallet.guestHint')}
        action={<ButtonLink href={login}>{t('mine.login')}</ButtonLink>}
      />
    </Screen>
  )
}
