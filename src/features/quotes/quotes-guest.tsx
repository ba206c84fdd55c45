import BadgePercent from 'lucide-react/icons/badge-percent'
import { useTranslation } from 'react-i18next'
import { MessageNav } from '../../parts/message-nav.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useLoginLink } from '../../parts/use-login-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown to a guest in the place of the prices that one asks for. */
export const QuotesGuest = () => (
  <Screen width="narrow">
    <MessageNav current="quotes" />
    <Asking />
  </Screen>
)

/** The same in the place of one of them. */
export const QuoteGuest = () => (
  <Screen width="narrow">
    <Asking />
  </Screen>
)

/** Tells a guest that a price is asked for with an account, and leads to the login and back. */
function Asking() {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <EmptyState
      icon={<BadgePercent />}
      title={t('quotes.guest')}
      text={t('quotes.guestHint')}
      action={<ButtonLink href={login}>{t('mine.login')}</ButtonLink>}
    />
  )
}
