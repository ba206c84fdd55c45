import { CentrePage } from '../centre-page.tsx'
import { GoodsList } from './goods-list.tsx'
import { InStore } from '../in-store.tsx'

/** A store's goods, for whoever acts for it. */
export function GoodsListScreen() {
  return (
    <InStore>
      <CentrePage tab="goods" wide>
        <GoodsList />
      </CentrePage>
    </InStore>
  )
}
