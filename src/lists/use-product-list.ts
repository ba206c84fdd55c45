import { useState } from 'react'
import { COUNTED_MAX } from '#contract/catalogue/filter.ts'
import { FAVOURITES_MAX } from '#contract/wire/limits.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { catalogueAt } from '#localdb/queries/catalogue/freshness.ts'
import { favouriteProducts, productsByIds, queryKey, type ListQuery } from '#localdb/queries/catalogue/lists.ts'
import type { Failed } from '../data/use-call.ts'
import { useLiveParts } from '../data/use-live-parts.ts'
import { useLive } from '../data/use-live.ts'
import { useWant } from '../data/use-want.ts'
import { needsDevice, type RowsSource } from './list-source.ts'
import { useDeviceList } from './use-device-list.ts'
import { useListSource } from './use-list-source.ts'
import { useServerList } from './use-server-list.ts'

/** An endless list of products, and where its rows come from. */
export interface ProductListState {
  key: string
  /** Undefined until there is something to show, or it is known that there is nothing. */
  products: Product[] | undefined
  /** Whose rows these are: the server's, what fits among the products on this device, or the person's favourites. */
  source: RowsSource | 'favourites' | undefined
  /** When the server's list was fetched; for the device's rows, when they were last brought up to date (Unix ms). */
  at: number | undefined
  /** How many there are in all; with `more`, at least so many. */
  count: { n: number; more: boolean } | undefined
  /** How many products a search of this device looked through. */
  searched: number | undefined
  /**
   * The categories and stores in which a search's hits lie, and products related to them, by the server where it has
   * said; while the same text is asked with another filter, those before, so that what can be pressed stays where it
   * is.
   */
  facets: { categoryIds: number[]; storeIds: number[]; related: number[] } | undefined
  /** Why the server could not be asked. */
  failure: Failed | undefined
  /** Shows the server's rows, which came later than those that are read. Absent when there are none. */
  showServer: (() => void) | undefined
  /** Shows the device's rows instead of the server's. */
  showDevice: () => void
  moreLoading: boolean
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

/** A list of products: in the server's order page by page, or without a network what is on this device. */
export function useProductList(query: ListQuery): ProductListState {
  const { favourites, ...input } = query
  const own = useFavourites(query)
  const key = queryKey(query)
  const searching = query.query !== undefined
  const { state, source, showServer, showDevice, report } = useListSource(key, searching)
  const name = searching ? 'search.products' : 'catalogue.products'
  const server = useServerList({ key, name, input }, state, !favourites)
  const device = useDeviceList(query, !favourites && (searching || needsDevice(state)))
  const rowsAt = useLive(catalogueAt, [])
  report({ server, count: searching ? device.found?.ids.length : device.rows?.length })

  const fromServer = source === 'server'
  const shown = state.server?.shown
  // The device's hits, shown for a moment while the server is slow, do not replace facets that the server has given.
  const leads = useLast(query.query, fromServer ? shown?.leads : undefined)
  const found = useLast(query.query, fromServer ? undefined : device.found)
  const facets = leads ?? found
  const ids = fromServer ? shown?.ids : source === 'device' && searching ? device.found?.ids : undefined
  const byId = useLiveParts(`${key} ${source ?? ''}`, ids, productsByIds)
  const products = fromServer || searching ? byId : source && device.rows
  const common = { key, failure: server.failure, showServer, showDevice }
  if (favourites)
    return {
      ...common,
      products: own.products,
      source: 'favourites',
      at: rowsAt,
      count: own.products && { n: own.products.length, more: false },
      searched: undefined,
      facets: undefined,
      moreLoading: false,
      moreFailed: false,
      more: undefined,
      refresh: own.refresh,
    }
  return {
    ...common,
    products,
    source,
    at: (fromServer && shown?.at) || rowsAt,
    count:
      products &&
      countOf(products.length, fromServer ? shown?.total : undefined, fromServer ? server.more : device.more),
    searched: source === 'device' ? device.found?.searched : undefined,
    facets: facets && { related: [], ...facets },
    moreLoading: fromServer && server.moreLoading,
    moreFailed: fromServer && server.moreFailed,
    more: fromServer ? server.more : device.more,
    refresh: server.refresh,
  }
}

/** The last value that was known of the same subject. */
function useLast<T>(subject: unknown, value: T | undefined): T | undefined {
  const [last, setLast] = useState({ subject, value })
  if (value !== undefined && (value !== last.value || subject !== last.subject)) setLast({ subject, value })
  return value ?? (subject === last.subject ? last.value : undefined)
}

/**
 * The number to show: the server's total as far as it counts (below `COUNTED_MAX`), else the number of products here.
 * `more`: there are more than that.
 */
function countOf(here: number, total: number | undefined, more: (() => void) | undefined) {
  if (total === undefined) return { n: here, more: more !== undefined }
  return total < COUNTED_MAX ? { n: total, more: false } : { n: COUNTED_MAX - 1, more: true }
}

/** The person's favourites that fit the query; of another query, none. */
function useFavourites(query: ListQuery): { products: Product[] | undefined; refresh(): Promise<void> } {
  const key = queryKey(query)
  const { favourites } = query
  const found = useLive(async (db) => ({ key, ...(favourites && (await favouriteProducts(db, query))) }), [key])
  const ids = (found?.ids ?? []).slice(0, FAVOURITES_MAX).sort((a, b) => a - b)
  const { refresh } = useWant('catalogue.products', { ids, sort: 'all' }, favourites === true && ids.length > 0)
  return { products: found?.key === key ? found.products : undefined, refresh }
}
