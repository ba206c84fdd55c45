import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import WalletCards from 'lucide-react/icons/wallet-cards'
import { useTranslation } from 'react-i18next'
import type { Profile, User } from '#contract/account/schema.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { NameRow } from './name-row.tsx'
import { PasswordRow } from './password-row.tsx'

const FactorRow = later('factor-row', async () => (await import('../../parts/factors/factor-row-later.tsx')).FactorRow)
const LinkedRow = later('linked-row', async () => (await import('./linked-row-later.tsx')).LinkedRow)
const MailsRow = later('mails-row', async () => (await import('./mails-row-later.tsx')).MailsRow)
const BillingRow = later('billing-row', async () => (await import('./billing-row-later.tsx')).BillingRow)
const AvatarRow = later('avatar-row', async () => (await import('./avatar-row-later.tsx')).AvatarRow)

interface AccountSectionProps {
  uid: string
  user: User | undefined
  /** Why mails to the person come back, as far as this device knows. */
  bounced: Profile['bounced']
}

/** The person's name and picture, their contact details, and the ways to prove who they are. */
export function AccountSection({ uid, user, bounced }: AccountSectionProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('settings.account')}>
      <List>
        <AvatarRow name={user?.username} />
        <NameRow uid={uid} name={user?.username} />
        <ListRow icon={<Mail />} title={t('settings.email')} end={user?.email} />
        <MailsRow email={user?.email} bounced={bounced} />
        <PasswordRow />
        <ListRow icon={<WalletCards />} title={t('settings.fundPassword')} href={links.fundPassword()} />
        <FactorRow />
        <LinkedRow />
        <ListRow icon={<MapPin />} title={t('settings.address')} href={links.addresses()} />
        <BillingRow uid={uid} />
      </List>
    </Section>
  )
}
