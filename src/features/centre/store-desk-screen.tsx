import { useStore } from '../../parts/open-desk.tsx'
import { CentrePage } from './centre-page.tsx'
import { CloseSection } from './close-section.tsx'
import { DaysSection } from './days-section.tsx'
import { InStore } from './in-store.tsx'
import { LeastSection } from './least-section.tsx'
import { MembersSection } from './members-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { TodaySection } from './today-section.tsx'
import { TermsSection } from './terms-section.tsx'

/** What a store announces, what its orders are charged and when they arrive, whether it is open, who works there. */
export function StoreDeskScreen() {
  return (
    <InStore>
      <CentrePage tab="store">
        <NoticeSection />
        <TermsSection />
        <LeastSection />
        <DaysSection />
        <TodaySection />
        <Owners />
      </CentrePage>
    </InStore>
  )
}

/** Who works there; an owner also closes the store. */
function Owners() {
  const owner = useStore().role === 'owner'
  return (
    <>
      {owner && <CloseSection />}
      <MembersSection owner={owner} />
    </>
  )
}
