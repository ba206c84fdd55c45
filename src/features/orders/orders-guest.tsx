import LogIn from 'lucide-react/icons/log-in'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a guest on a screen that needs an account; `back` is the path to return to after signing in. */
export function OrdersGuest({ back }: { back: string }) {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<LogIn className="mirrors" />}
        title={t('orders.guest')}
        text={t('orders.guestHint')}
        action={<ButtonLink href={links.login(false, back)}>{t('orders.login')}</ButtonLink>}
      />
    </Screen>
  )
}
