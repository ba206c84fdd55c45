import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageNav } from '../../parts/messages/message-nav.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useLoginLink } from '../../links/use-login-link.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

// Shown to guests instead of screens that need an account: the reason, and the way to the login and back.

interface AskingProps {
  title: string
  text: string
  /** Shown above. */
  nav?: ReactNode
}

function Asking({ title, text, nav }: AskingProps) {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <Screen width="narrow">
      {nav}
      <EmptyState
        icon={<LogIn className="mirrors" />}
        title={title}
        text={text}
        action={<ButtonLink href={login}>{t('mine.login')}</ButtonLink>}
      />
    </Screen>
  )
}

/** For orders, and screens that lead to one. */
export function OrdersGuest() {
  const { t } = useTranslation()
  return <Asking title={t('orders.guest')} text={t('orders.guestHint')} />
}

/** For the wallet, and the screens that fill it. */
export function WalletGuest() {
  const { t } = useTranslation()
  return <Asking title={t('wallet.guest')} text={t('wallet.guestHint')} />
}

/** For messages. */
export function MessageGuest() {
  const { t } = useTranslation()
  const nav = <MessageNav current="all" />
  return <Asking title={t('refusals.pleaseLogin')} text={t('messages.guestHint')} nav={nav} />
}

/** For conversations. */
export function TalksGuest() {
  const { t } = useTranslation()
  const nav = <MessageNav current="talks" />
  return <Asking title={t('refusals.pleaseLogin')} text={t('talks.guestHint')} nav={nav} />
}

/** For the list of price requests. */
export const QuotesGuest = () => <QuoteGuest nav={<MessageNav current="quotes" />} />

/** For one price request. */
export function QuoteGuest({ nav }: { nav?: ReactNode }) {
  const { t } = useTranslation()
  return <Asking title={t('quotes.guest')} text={t('quotes.guestHint')} nav={nav} />
}
