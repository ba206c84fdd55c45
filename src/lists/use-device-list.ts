import { useState } from 'react'
import type { Product } from '#contract/catalogue/schema.ts'
import { keptProducts, queryKey, type ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { useAnswer, type DeviceFound, type DeviceQuery } from '../data/use-answer.ts'
import { useLive } from '../data/use-live.ts'
import { remember, rememberedHere } from '../ui/scrolling/scroll-memory.ts'

/** The rows of a list that are on this device. */
export interface DeviceList {
  /**
   * `rows` are those of a plain list; `found` is the result of a search, whose rows are read by their ids. Undefined
   * until known.
   */
  rows: Product[] | undefined
  found: DeviceFound | undefined
  more: (() => void) | undefined
}

/** The number of rows at first; it doubles each time the end comes near. */
const FIRST = 20

/** A list of the products on this device: a plain list by database index, a search by the worker's index. */
export function useDeviceList(query: ListQuery, enabled: boolean): DeviceList {
  const key = queryKey(query)
  const place = `${key}/limit`
  const [grown, setGrown] = useState<{ key: string; limit: number }>()
  const limit = grown?.key === key ? grown.limit : ((rememberedHere(place) as number | undefined) ?? FIRST)
  const grow = () => {
    remember(place, limit * 2)
    setGrown({ key, limit: limit * 2 })
  }

  const searching = query.query !== undefined
  const kept = useLive(
    async (db) => ({ key, limit, rows: enabled && !searching ? await keptProducts(db, query, limit + 1) : undefined }),
    [key, limit, enabled],
  )
  const { favourites: _, ...asked } = query
  const answer = useAnswer('search.device', enabled && searching ? ({ ...asked, limit } as DeviceQuery) : undefined)
  const found = answer && queryKey({ ...answer.for, sort: answer.for.sort ?? 'best' }) === key ? answer : undefined
  const rows = kept?.key === key ? kept.rows : undefined
  // One more row is read than is shown, to know whether there is one. While the list grows the previous rows stay until
  // the next ones arrive.
  const goesOn = searching
    ? found?.data.more && found.for.limit === limit
    : rows && kept!.limit === limit && rows.length > limit
  return { rows: rows?.slice(0, kept!.limit), found: found?.data, more: goesOn ? grow : undefined }
}
