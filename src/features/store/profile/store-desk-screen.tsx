import { later } from '../../../data/loading/later.tsx'
import { useStore } from '../../../parts/stores/open-desk.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { CentrePage } from '../centre-page.tsx'
import { CloseSection } from './close-section.tsx'
import { DaysSection } from '../shipping/days-section.tsx'
import { InStore } from '../in-store.tsx'
import { LeastSection } from './least-section.tsx'
import { MembersSection } from '../members/members-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { SavedRepliesSection } from '../talks/saved-replies-section.tsx'
import { TodaySection } from './today-section.tsx'

const ProfileSection = later('profile', async () => (await import('./profile-later.tsx')).ProfileSection)
const ShippingSection = later('shipping', async () => (await import('../shipping/shipping-later.tsx')).ShippingSection)
const CurrencySection = later('profile', async () => (await import('./profile-later.tsx')).CurrencySection)
const LegalSection = later('profile', async () => (await import('./profile-later.tsx')).LegalSection)

/**
 * A store's profile, its announcement, its saved replies, its business on papers, its charges and days on the way,
 * whether it is open, and the people who work there.
 */
export function StoreDeskScreen() {
  return (
    <InStore>
      <CentrePage tab="store">
        <Sections />
      </CentrePage>
    </InStore>
  )
}

/** Sections that only an owner may change are left out for staff. */
function Sections() {
  const owner = useStore().role === 'owner'
  return (
    <>
      {owner && <ProfileSection instead={<Skeleton height="24rem" />} />}
      <NoticeSection />
      <SavedRepliesSection />
      {owner && <LegalSection />}
      {owner && <CurrencySection />}
      <ShippingSection instead={<Skeleton height="14rem" />} />
      <LeastSection />
      <DaysSection />
      <TodaySection />
      {owner && <CloseSection />}
      <MembersSection owner={owner} />
    </>
  )
}
