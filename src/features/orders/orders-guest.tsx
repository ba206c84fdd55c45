import LogIn from 'lucide-react/icons/log-in'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../parts/screen.tsx'
import { useLoginLink } from '../../parts/use-login-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a guest in the place of orders, and of what leads to one. */
export function OrdersGuest() {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<LogIn className="mirrors" />}
        title={t('orders.guest')}
        text={t('orders.guestHint')}
        action={<ButtonLink href={login}>{t('orders.login')}</ButtonLink>}
      />
    </Screen>
  )
}
