import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/schema/account.ts'
import { links } from '../../app/links.ts'
import { later } from '../../data/later.tsx'
import { Section } from '../../ui/card.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { NameRow } from './name-row.tsx'
import { PasswordRow } from './password-row.tsx'

const FactorRow = later('factor-row', async () => (await import('../../parts/factor-row-later.tsx')).FactorRow)
const LinkedRow = later('linked-row', async () => (await import('./linked-row-later.tsx')).LinkedRow)
const AvatarRow = later('avatar-row', async () => (await import('./avatar-row-later.tsx')).AvatarRow)

/** Who the person is here, and what opens the account. */
export function AccountSection({ uid, user }: { uid: string; user: User | undefined }) {
  const { t } = useTranslation()
  return (
    <Section title={t('settings.account')}>
      <List>
        <AvatarRow name={user?.username} />
        <NameRow uid={uid} name={user?.username} />
        <ListRow icon={<Mail />} title={t('settings.email')} end={user?.email} />
        <PasswordRow />
        <ListRow icon={<WalletCards />} title={t('settings.fundPassword')} href={links.fundPassword()} />
        <FactorRow />
        <LinkedRow />
        <ListRow icon={<MapPin />} title={t('settings.address')} href={links.addresses()} />
      </List>
    </Section>
  )
}
