import { useEffect, useMemo, useState } from 'react'
import type { Input } from '#contract/registry.ts'
import { listRow, queryKey, type ListQuery } from '#localdb/queries/lists.ts'
import { useLive } from '../data/use-live.ts'
import { useRegain } from '../data/use-regain.ts'
import { useWant } from '../data/use-want.ts'
import { keptPlace } from '../ui/place.ts'

/** A list as the shop has it, as far as it was fetched. */
export interface ShopList {
  /** The device has said whether it was ever fetched. */
  known: boolean
  row: NonNullable<Awaited<ReturnType<typeof listRow>>['row']> | undefined
  /** Its beginning is on its way. */
  asking: boolean
  /** The shop could not be asked for its beginning. */
  failed: boolean
  moreLoading: boolean
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

type Listing = 'catalogue.products' | 'search.products'

/** A list that was fetched this recently is not fetched again. */
const FRESH_MS = 2 * 60_000

/** Where a history entry keeps whose rows a list showed: then one comes back to it. */
export const sourcePlace = (key: string): string => `${key}/source`

/** The shop's own list, page by page. One that somebody comes back to is not begun anew: it is found as it was left. */
export function useShopList(query: ListQuery): ShopList {
  const key = queryKey(query)
  const enabled = !query.favourites
  const answer = useLive((db) => listRow(db, key), [key])
  const known = answer?.key === key
  const row = known ? answer.row : undefined
  const returning = useMemo(() => keptPlace(sourcePlace(key)) !== undefined, [key])

  // Decided once per list, so that growing old while one scrolls does not begin it anew.
  const [stale, setStale] = useState<string>()
  const at = row?.at
  useEffect(() => {
    if (known && enabled && (at === undefined || (!returning && Date.now() - at > FRESH_MS))) setStale(key)
  }, [key, known, enabled]) // oxlint-disable-line react/exhaustive-deps

  const name: Listing = query.query === undefined ? 'catalogue.products' : 'search.products'
  const { favourites: _, ...of } = query
  const first = useWant<Listing>(name, of as Input<Listing>, stale === key)
  useRegain(key, known && enabled ? at !== undefined : undefined, first.refresh)
  const [after, setAfter] = useState<{ key: string; after: string }>()
  const wanted = after?.key === key && after.after === row?.next ? after.after : undefined
  const page = useWant<Listing>(name, { ...of, after: wanted } as Input<Listing>, wanted !== undefined)

  const next = row?.next
  return {
    known, row,
    asking: stale === key && first.state === 'loading',
    failed: first.state === 'failed',
    moreLoading: wanted !== undefined && page.state === 'loading',
    moreFailed: wanted !== undefined && page.state === 'failed',
    more: next ? () => setAfter({ key, after: next }) : undefined,
    refresh: wanted !== undefined && page.state === 'failed' ? page.refresh : first.refresh,
  }
}
