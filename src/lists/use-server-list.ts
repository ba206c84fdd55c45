import { useEffect, useState } from 'react'
import type { Input } from '#contract/registry.ts'
import { listRow, type CachedListRow } from '#localdb/queries/catalogue/lists.ts'
import type { Failed } from '../data/use-call.ts'
import { useLive } from '../data/use-live.ts'
import { useRefetchEvicted } from '../data/use-refetch-evicted.ts'
import { useWant } from '../data/use-want.ts'
import type { ListState } from './list-source.ts'

/** A list in the server's order, as far as it was fetched. */
export interface ServerList {
  /** Whether the device has looked up if the list was ever fetched. */
  known: boolean
  row: CachedListRow | undefined
  /** Why the server could not be asked for the list's beginning. */
  failure: Failed | undefined
  moreLoading: boolean
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

type Listing = 'catalogue.products' | 'search.products' | 'search.stores'

/** Which list: the key under which the device keeps it, and the request for it. */
export interface ServerListOf {
  key: string
  name: Listing
  input: object
}

/** A list that was fetched this recently is not fetched again. */
const FRESH_MS = 2 * 60_000

/**
 * Fetches a list page by page. Its beginning is not fetched again while somebody reads it or comes back to it. `state`
 * says which of its rows are on the screen.
 */
export function useServerList({ key, name, input }: ServerListOf, state: ListState, enabled: boolean): ServerList {
  const answer = useLive((db) => listRow(db, key), [key])
  const known = answer?.key === key
  const row = known ? answer.row : undefined
  const { returning, scrolled } = state

  // Decided once for each list: one that grows old while somebody scrolls is not fetched again.
  const [stale, setStale] = useState<string>()
  const at = row?.at
  useEffect(() => {
    if (known && enabled && at !== undefined && !returning && Date.now() - at > FRESH_MS) setStale(key)
  }, [key, known, enabled]) // oxlint-disable-line react/exhaustive-deps

  // A list that was never fetched is asked for at once, also where nothing has an effect yet: on a server.
  const never = known && enabled && row === undefined
  const first = useWant<Listing>(name, input as Input<Listing>, (never || stale === key) && !(scrolled && row))
  const answered = stale === key && first.state === 'fresh'
  useEffect(() => {
    if (answered) setStale(undefined)
  }, [answered])
  useRefetchEvicted(key, known && enabled ? at !== undefined : undefined, first.refresh)

  // The next page follows the shown rows; the earlier rows of a list that has changed have none.
  const { shown, newest } = state.server ?? {}
  const next = shown === newest ? shown?.next : null
  const [after, setAfter] = useState<{ key: string; after: string }>()
  const wanted = after?.key === key && after.after === next ? after.after : undefined
  const page = useWant<Listing>(name, { ...input, after: wanted } as Input<Listing>, wanted !== undefined)
  return {
    known,
    row,
    failure: first.failure,
    moreLoading: wanted !== undefined && page.state === 'loading',
    moreFailed: wanted !== undefined && page.state === 'failed',
    more: next ? () => setAfter({ key, after: next }) : undefined,
    refresh: wanted !== undefined && page.state === 'failed' ? page.refresh : first.refresh,
  }
}
