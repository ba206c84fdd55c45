import { storeNotice } from '#localdb/queries/centre.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { TaxesSection } from './taxes-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { ZonesSection } from './zones-section.tsx'

/** What orders of the store are charged beside their goods: shipping and taxes, everywhere the same or by country. */
export function ShippingSection() {
  const terms = useStoreLive(storeNotice)?.terms
  // A row of an older server says neither zones nor taxes by country.
  const { zones, taxes } = terms ?? {}
  return (
    <>
      <TermsSection terms={terms} />
      {terms && zones && <ZonesSection terms={{ ...terms, zones }} />}
      {taxes && <TaxesSection taxes={taxes} />}
    </>
  )
}
