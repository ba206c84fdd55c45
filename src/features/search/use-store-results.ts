import { storeListKey, storesByIds, type StoreRow } from '#localdb/queries/search.ts'
import { useAnswer } from '../../data/use-answer.ts'
import type { Failed } from '../../data/use-call.ts'
import { useLiveParts } from '../../data/use-live-parts.ts'
import { useServerList } from '../../lists/use-server-list.ts'
import { useListSource, waysOf, type Source } from '../../lists/use-list-source.ts'

/** The stores that a text finds, and whose answer that is: as of a list of products (use-product-list.ts). */
export interface StoreResultsState {
  key: string
  stores: StoreRow[] | undefined
  source: Source | undefined
  failure: Failed | undefined
  showShop: (() => void) | undefined
  showDevice: () => void
  more: (() => void) | undefined
  moreFailed: boolean
  refresh(): Promise<void>
}

/** The shop's answer page by page, and the stores on this device that a text finds. */
export function useStoreResults(text: string): StoreResultsState {
  const key = storeListKey(text)
  const shop = useServerList({ key, name: 'search.stores', input: { query: text } }, true)
  const answer = useAnswer('search.deviceStores', { query: text })
  const own = answer?.for.query === text ? answer.data.ids : undefined
  const { source, choose } = useListSource(key, {
    known: shop.known,
    there: shop.row !== undefined,
    failed: shop.failure !== undefined,
    own: own?.length,
    searching: true,
  })
  const fromShop = source === 'shop'
  const stores = useLiveParts(`${key} ${source ?? ''}`, fromShop ? shop.row?.ids : source && own, storesByIds)
  return {
    key,
    stores,
    source,
    failure: shop.failure,
    ...waysOf(shop, source, choose),
    more: fromShop ? shop.more : undefined,
    moreFailed: fromShop && shop.moreFailed,
    refresh: shop.refresh,
  }
}
