import { FACETED_MAX } from '#contract/lists/facets.ts'
import { facetsHere, serverFacets, type Facets } from '#localdb/queries/catalogue/facets.ts'
import { queryKey, type ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { useAnswer, type DeviceQuery } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'

/**
 * By what a list can be narrowed: as the server counts it, or without its answer over what is on this device. Undefined
 * until known.
 */
export function useFacets(query: ListQuery): Facets | undefined {
  const { favourites = false, sort: _sort, marks, ...of } = query
  const key = queryKey({ ...query, sort: 'all' })
  const { state } = useWant('search.facets', { ...of, ...(marks && { marks: [...marks] }) }, !favourites)
  const fromServer = useLive(
    async (db) => ({ key, now: favourites ? undefined : await serverFacets(db, query) }),
    [key],
  )
  const alone = favourites || (state !== 'loading' && fromServer?.key === key && !fromServer.now)
  const searching = of.query !== undefined
  const asked = { ...of, sort: 'best', limit: FACETED_MAX + 1 } as DeviceQuery
  const found = useAnswer('search.device', alone && searching ? asked : undefined)?.data.ids
  const here = useLive(
    async (db) => ({ key, now: alone && (!searching || found) ? await facetsHere(db, query, found) : undefined }),
    [key, alone, found],
  )
  const known = fromServer?.key === key ? fromServer.now : undefined
  return known ?? (here?.key === key ? here.now : undefined)
}
