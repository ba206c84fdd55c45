import MapPin from 'lucide-react/icons/map-pin'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Addresses belong to an account. */
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
