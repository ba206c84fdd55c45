import { CentrePage } from './centre-page.tsx'
import { InStore } from './in-store.tsx'
import { SalesSection } from './sales-section.tsx'

/** The centre of a store begins with its orders. */
export function CentreScreen() {
  return (
    <InStore>
      <CentrePage tab="orders">
        <SalesSection />
      </CentrePage>
    </InStore>
  )
}
