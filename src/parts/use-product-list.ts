import { useEffect, useState } from 'react'
import { productRows, queryKey, type ListQuery, type ProductRows } from '#localdb/queries/catalogue.ts'
import { useLive } from '../data/use-live.ts'
import { useRegain } from '../data/use-regain.ts'
import { useWant } from '../data/use-want.ts'

export interface ProductListState {
  /** Undefined until the device has answered for this very list. */
  rows: ProductRows | undefined
  /** Nothing to show yet, and an answer on its way. */
  loading: boolean
  /** The server could not be asked for the list's beginning. */
  failed: boolean
  /** The next page is on its way. */
  moreLoading: boolean
  /** The next page could not be had. */
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

/** A list that was fetched this recently is not fetched again: Back finds it as it was left. */
const FRESH_MS = 2 * 60_000
/** After so long without an answer, what is on the device is shown meanwhile. */
const PATIENCE_MS = 2500

/** An endless product list: the server's order page by page, and without a network what is on this device. */
export function useProductList(query: ListQuery): ProductListState {
  const key = queryKey(query)
  const local = query.favourites === true || query.find !== undefined
  const answer = useLive((db) => productRows(db, query), [key])
  const rows = answer?.key === key ? answer : undefined

  // Decided once per list, so that growing old while one scrolls does not begin it anew.
  const [stale, setStale] = useState<string>()
  const at = rows?.at
  const known = rows !== undefined
  useEffect(() => {
    if (known && !local && (at === undefined || Date.now() - at > FRESH_MS)) setStale(key)
  }, [key, known, local]) // oxlint-disable-line react/exhaustive-deps

  const of = { categoryId: query.categoryId, storeId: query.storeId, sort: query.sort }
  const first = useWant('catalogue.products', of, stale === key)
  useRegain(key, known && !local ? at !== undefined : undefined, first.refresh)
  const [after, setAfter] = useState<{ key: string; after: string }>()
  const wanted = after?.key === key && after.after === rows?.next ? after.after : undefined
  const page = useWant('catalogue.products', { ...of, after: wanted }, wanted !== undefined)

  const waiting = !local && rows?.kept === true && first.state === 'loading'
  const impatient = usePast(PATIENCE_MS, waiting ? key : undefined)
  const next = rows?.next
  return {
    rows,
    loading: !known || (waiting && !(impatient && rows.products.length > 0)),
    failed: !local && first.state === 'failed',
    moreLoading: wanted !== undefined && page.state === 'loading',
    moreFailed: wanted !== undefined && page.state === 'failed',
    more: next ? () => setAfter({ key, after: next }) : undefined,
    refresh: local ? () => Promise.resolve() : wanted !== undefined && page.state === 'failed' ? page.refresh : first.refresh,
  }
}

/** True once `what` has been the same for so long. */
function usePast(ms: number, what: string | undefined): boolean {
  const [past, setPast] = useState<string>()
  useEffect(() => {
    if (what === undefined) return
    const timer = setTimeout(() => setPast(what), ms)
    return () => clearTimeout(timer)
  }, [ms, what])
  return what !== undefined && past === what
}
