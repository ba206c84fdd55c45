import MessagesSquare from 'lucide-react/icons/messages-square'
import { useTranslation } from 'react-i18next'
import { MessageNav } from '../../parts/message-nav.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useLoginLink } from '../../parts/use-login-link.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Tells a guest that messages need an account, and leads to the login and back. */
export const MessageGuest = () => <Asking current="all" />

/** The same of conversations. */
export const TalksGuest = () => <Asking current="talks" />

function Asking({ current }: { current: 'all' | 'talks' }) {
  const { t } = useTranslation()
  const login = useLoginLink()
  return (
    <Screen width="narrow">
      <MessageNav current={current} />
      <EmptyState
        icon={<MessagesSquare />}
        title={t('refusals.pleaseLogin')}
        text={t(current === 'all' ? 'messages.guestHint' : 'talks.guestHint')}
        action={<ButtonLink href={login}>{t('mine.login')}</ButtonLink>}
      />
    </Screen>
  )
}
