import { useMemo, useState } from 'react'
import type { Store } from '#contract/catalogue.ts'
import { namedThings, storeList, storesByIds } from '#localdb/queries/search.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { useLiveParts } from '../../data/use-live-parts.ts'
import { useWant } from '../../data/use-want.ts'
import { matching } from '../../ui/matching.ts'

/** The stores that a text finds, and whether the shop or only this device was asked. */
export interface StoreResultsState {
  stores: Store[] | undefined
  device: boolean
  failed: boolean
  more: (() => void) | undefined
  moreFailed: boolean
  refresh(): Promise<void>
}

const MOST = 50

/** The shop's answer page by page; until it is there, the stores on this device of that name and those that sell what is searched for. */
export function useStoreResults(text: string): StoreResultsState {
  const answer = useLive((db) => storeList(db, text), [text])
  const row = answer?.text === text ? answer.row : undefined
  const first = useWant('search.stores', { query: text })
  const [after, setAfter] = useState<{ text: string; after: string }>()
  const wanted = after?.text === text && after.after === row?.next ? after.after : undefined
  const page = useWant('search.stores', { query: text, after: wanted }, wanted !== undefined)

  const named = useLive(namedThings, [])
  const selling = useAnswer('search.device', row ? undefined : { query: text, limit: 1 })
  const kept = useMemo(() => {
    if (!named || selling?.for.query !== text) return undefined
    const byName = matching(named.stores, (store) => store.name, text, MOST).map((store) => store.id)
    return [...new Set([...byName, ...selling.data.storeIds])]
  }, [named, selling, text])
  const own = row ? undefined : (first.state === 'failed' || (kept && kept.length > 0) ? kept : undefined)
  const stores = useLiveParts(`${text} ${row ? 'shop' : 'device'}`, row?.ids ?? own, storesByIds)
  const next = row?.next
  return {
    stores, device: row === undefined, failed: first.state === 'failed',
    more: next ? () => setAfter({ text, after: next }) : undefined,
    moreFailed: wanted !== undefined && page.state === 'failed',
    refresh: wanted !== undefined && page.state === 'failed' ? page.refresh : first.refresh,
  }
}
