import type { Product } from '#contract/schema/catalogue.ts'
import { FAVOURITES_MAX } from '#contract/rules/limits.ts'
import { catalogueAt } from '#localdb/queries/freshness.ts'
import { favouriteProducts, productsByIds, queryKey, type ListQuery } from '#localdb/queries/lists.ts'
import type { Failed } from '../data/use-call.ts'
import { useLive } from '../data/use-live.ts'
import { useLiveParts } from '../data/use-live-parts.ts'
import { useWant } from '../data/use-want.ts'
import { remembered } from '../ui/scroll-memory.ts'
import { useDeviceList } from './use-device-list.ts'
import { sourcePlace, useServerList } from './use-server-list.ts'
import { useListSource, waysOf, type Source } from './use-list-source.ts'

/** An endless list of products, and where its rows come from. */
export interface ProductListState {
  key: string
  /** Undefined until there is something to show, or nothing is known to be there. */
  products: Product[] | undefined
  /** Whose rows these are: the shop's list, what fits among the products on this device, or the person's favourites. */
  source: Source | 'favourites' | undefined
  /** When the shop's list was fetched; of the device's rows, when they last came up to date. */
  at: number | undefined
  /** Of a search of this device: over how many products. */
  searched: number | undefined
  /** Of a search: where it leads. */
  leads: { categoryIds: number[]; storeIds: number[]; related: number[] } | undefined
  /** Why the shop could not be asked. */
  failure: Failed | undefined
  /**
   * Shows the shop's rows instead, which came later than those that are read; or the device's instead of the shop's.
   */
  showShop: (() => void) | undefined
  showDevice: () => void
  moreLoading: boolean
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

/** A list of products: the shop's order page by page, and without a network what is on this device. */
export function useProductList(query: ListQuery): ProductListState {
  const key = queryKey(query)
  const favourites = query.favourites === true
  const searching = query.query !== undefined
  const own = useLive(async (db) => ({ key, ...(favourites && (await favouriteProducts(db, query))) }), [key])
  const ids = (own?.ids ?? []).slice(0, FAVOURITES_MAX).sort((a, b) => a - b)
  const certain = useWant('catalogue.products', { ids, sort: 'all' }, favourites && ids.length > 0)
  const rowsAt = useLive(catalogueAt, [])
  const { favourites: _, ...input } = query
  const shop = useServerList({ key, name: searching ? 'search.products' : 'catalogue.products', input }, !favourites)
  const there = shop.row !== undefined
  const device = useDeviceList(
    query,
    !favourites && (searching || (shop.known && (!there || remembered(sourcePlace(key)) === 'device'))),
  )
  const count = searching ? device.found?.ids.length : device.rows?.length
  const { source, choose } = useListSource(key, {
    known: shop.known,
    there,
    failed: shop.failure !== undefined,
    own: count,
    searching,
  })

  const fromShop = source === 'shop'
  const byId = useLiveParts(
    `${key} ${source ?? ''}`,
    fromShop ? shop.row?.ids : source === 'device' && searching ? device.found?.ids : undefined,
    productsByIds,
  )
  const products = favourites
    ? own?.key === key
      ? own.products
      : undefined
    : fromShop || searching
      ? byId
      : source && device.rows
  return {
    key,
    products,
    source: favourites ? 'favourites' : source,
    at: (fromShop && shop.row?.at) || rowsAt,
    searched: source === 'device' ? device.found?.searched : undefined,
    leads: fromShop ? shop.row?.leads : device.found && { ...device.found, related: [] },
    failure: shop.failure,
    ...waysOf(shop, source, choose),
    moreLoading: fromShop && shop.moreLoading,
    moreFailed: fromShop && shop.moreFailed,
    more: favourites ? undefined : fromShop ? shop.more : device.more,
    refresh: favourites ? certain.refresh : shop.refresh,
  }
}
