import { CentrePage } from './centre-page.tsx'
import { InStore, useStore } from './in-store.tsx'
import { MembersSection } from './members-section.tsx'
import { NoticeSection } from './notice-section.tsx'

/** What a store announces, and who works there. */
export function StoreDeskScreen() {
  return (
    <InStore>
      <CentrePage tab="store">
        <NoticeSection />
        <Members />
      </CentrePage>
    </InStore>
  )
}

const Members = () => <MembersSection owner={useStore().role === 'owner'} />
