import MapPin from 'lucide-react/icons/map-pin'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

/** Tells a guest that addresses need an account, and leads to the login. */
export function AddressGuest({ back }: { back: string }) {
  const { t } = useTranslation()
  return (
    <Screen width="narrow">
      <EmptyState
        icon={<MapPin />}
        title={t('refusals.pleaseLogin')}
        text={t('addresses.guestHint')}
        action={<ButtonLink href={links.login(false, back)}>{t('mine.login')}</ButtonLink>}
      />
    </Screen>
  )
}
