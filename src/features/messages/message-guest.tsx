import MessagesSquare from 'lucide-react/icons/messages-square'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MessageNav } from '../../parts/message-nav.tsx'

/** Tells a guest that this needs an account, and leads to the login and back. */
export function MessageGuest({ current, back }: { current: 'all' | 'talks'; back: string }) {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <MessageNav current={current} />
      <EmptyState
        icon={<MessagesSquare />}
        title={t('refusals.pleaseLogin')}
        text={t(current === 'all' ? 'messages.guestHint' : 'talks.guestHint')}
        action={<ButtonLink href={links.login(false, back)}>{t('mine.login')}</ButtonLink>}
      />
    </Screen>
  )
}
