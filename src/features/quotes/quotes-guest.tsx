import BadgePercent from 'lucide-react/icons/badge-percent'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Tells a guest that a price is asked for with an account, and leads to the login and back. */
export function QuotesGuest({ back }: { back: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<BadgePercent />}
      title={t('quotes.guest')}
      text={t('quotes.guestHint')}
      action={<ButtonLink href={links.login(false, back)}>{t('mine.login')}</ButtonLink>}
    />
  )
}
