import { InStore } from '../in-store.tsx'
import { SalesPage } from './sales-page.tsx'

/** The centre of a store begins with its orders. */
export function CentreScreen() {
  return (
    <InStore>
      <SalesPage />
    </InStore>
  )
}
