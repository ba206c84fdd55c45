import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { TaxesSection } from './taxes-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { ZonesSection } from './zones-section.tsx'

/** The charges on orders of the store beside the goods: shipping and taxes, the same everywhere or by country. */
export function ShippingSection() {
  const terms = useStoreLive(readStoreNotice)?.terms
  // A row from an older server has neither zones nor taxes by country.
  const { zones, taxes } = terms ?? {}
  return (
    <>
      <TermsSection terms={terms} />
      {terms && zones && <ZonesSection terms={{ ...terms, zones }} />}
      {taxes && <TaxesSection taxes={taxes} />}
    </>
  )
}
