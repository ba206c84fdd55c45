import { CentrePage } from '../centre-page.tsx'
import { EarningsSection } from './earnings-section.tsx'
import { InStore } from '../in-store.tsx'

/** A store's earnings, day by day. */
export function EarningsScreen() {
  return (
    <InStore>
      <CentrePage tab="earnings">
        <EarningsSection />
      </CentrePage>
    </InStore>
  )
}
