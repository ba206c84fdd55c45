import { useEffect, useMemo, useRef, useState } from 'react'
import type { Input } from '#contract/registry.ts'
import { listRow } from '#localdb/queries/lists.ts'
import type { Failed } from '../data/use-call.ts'
import { useLive } from '../data/use-live.ts'
import { useRegain } from '../data/use-regain.ts'
import { useWant } from '../data/use-want.ts'
import { remembered } from '../ui/scroll-memory.ts'
import { useScrolled } from '../ui/use-scrolled.ts'

type Row = NonNullable<Awaited<ReturnType<typeof listRow>>['row']>

/** A list as the shop has it, as far as it was fetched. */
export interface ServerList {
  /** The device has said whether it was ever fetched. */
  known: boolean
  row: Row | undefined
  /** The shop began it anew while somebody read on below: that waits at the top. */
  newer: boolean
  /** Why the shop could not be asked for its beginning. */
  failure: Failed | undefined
  moreLoading: boolean
  moreFailed: boolean
  /** Asks for the next page; absent when there is none. */
  more: (() => void) | undefined
  refresh(): Promise<void>
}

type Listing = 'catalogue.products' | 'search.products' | 'search.stores'

/** Which list: the key under which the device keeps it, and what asks for it. */
export interface ServerListOf {
  key: string
  name: Listing
  input: object
}

/** A list that was fetched this recently is not fetched again. */
const FRESH_MS = 2 * 60_000

/** Where a history entry keeps whose rows a list showed: then one comes back to it. */
export const sourcePlace = (key: string): string => `${key}/source`

/** Of a list that the shop has begun anew (`at`: Unix ms) while somebody reads on below, the former row is shown. */
const heldRow = (shown: Row | undefined, live: Row | undefined, scrolled: boolean): Row | undefined =>
  scrolled && shown && live && live.at > shown.at ? shown : live

/**
 * The shop's own list, page by page. One that somebody comes back to, or reads, is not begun anew: it is found as it
 * was left.
 */
export function useServerList({ key, name, input }: ServerListOf, enabled: boolean): ServerList {
  const answer = useLive((db) => listRow(db, key), [key])
  const known = answer?.key === key
  const live = known ? answer.row : undefined
  const returning = useMemo(() => remembered(sourcePlace(key)) !== undefined, [key])
  const scrolled = useScrolled(key)
  const shown = useRef<{ key: string; row: Row | undefined }>(undefined)
  const row = heldRow(shown.current?.key === key ? shown.current.row : undefined, live, scrolled)
  shown.current = { key, row }
  const newer = row !== live

  // Decided once per list, so that growing old while one scrolls does not begin it anew.
  const [stale, setStale] = useState<string>()
  const at = live?.at
  useEffect(() => {
    if (known && enabled && (at === undefined || (!returning && Date.now() - at > FRESH_MS))) setStale(key)
  }, [key, known, enabled]) // oxlint-disable-line react/exhaustive-deps

  const first = useWant<Listing>(name, input as Input<Listing>, stale === key && !(scrolled && row))
  const answered = stale === key && first.state === 'fresh'
  useEffect(() => {
    if (answered) setStale(undefined)
  }, [answered])
  useRegain(key, known && enabled ? at !== undefined : undefined, first.refresh)
  const [after, setAfter] = useState<{ key: string; after: string }>()
  const wanted = !newer && after?.key === key && after.after === row?.next ? after.after : undefined
  const page = useWant<Listing>(name, { ...input, after: wanted } as Input<Listing>, wanted !== undefined)

  const next = newer ? null : row?.next
  return {
    known,
    row,
    newer,
    failure: first.failure,
    moreLoading: wanted !== undefined && page.state === 'loading',
    moreFailed: wanted !== undefined && page.state === 'failed',
    more: next ? () => setAfter({ key, after: next }) : undefined,
    refresh: wanted !== undefined && page.state === 'failed' ? page.refresh : first.refresh,
  }
}
