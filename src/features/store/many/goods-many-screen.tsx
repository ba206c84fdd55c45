import { GoodsMany } from './goods-many.tsx'
import { InStore } from '../in-store.tsx'

/** Changing many of a store's goods together, for whoever acts for it. */
export function GoodsManyScreen() {
  return (
    <InStore>
      <GoodsMany />
    </InStore>
  )
}
