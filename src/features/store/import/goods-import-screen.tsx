import { GoodsImport } from './goods-import.tsx'
import { InStore } from '../in-store.tsx'

/** Bringing a file of goods into a store, for whoever acts for it. */
export function GoodsImportScreen() {
  return (
    <InStore>
      <GoodsImport />
    </InStore>
  )
}
