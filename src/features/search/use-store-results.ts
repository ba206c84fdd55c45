import { storeListKey, storesByIds, type StoreRow } from '#localdb/queries/search/search.ts'
import { useAnswer } from '../../data/use-answer.ts'
import type { Failed } from '../../data/use-call.ts'
import { useLiveParts } from '../../data/use-live-parts.ts'
import type { RowsSource } from '../../lists/list-source.ts'
import { useListSource } from '../../lists/use-list-source.ts'
import { useServerList } from '../../lists/use-server-list.ts'

/** The stores that a text finds, and whose rows they are (lists/list-source.ts). */
export interface StoreResultsState {
  key: string
  stores: StoreRow[] | undefined
  source: RowsSource | undefined
  failure: Failed | undefined
  showServer: (() => void) | undefined
  showDevice: () => void
  more: (() => void) | undefined
  moreFailed: boolean
  refresh(): Promise<void>
}

/** The stores that a text finds: the server's page by page, or those on this device. */
export function useStoreResults(text: string): StoreResultsState {
  const key = storeListKey(text)
  const { state, source, showServer, showDevice, report } = useListSource(key, true)
  const server = useServerList({ key, name: 'search.stores', input: { query: text } }, state, true)
  const answer = useAnswer('search.deviceStores', { query: text })
  const ids = answer?.for.query === text ? answer.data.ids : undefined
  report({ server, count: ids?.length })

  const fromServer = source === 'server'
  const shownIds = fromServer ? state.server?.shown?.ids : source && ids
  const stores = useLiveParts(`${key} ${source ?? ''}`, shownIds, storesByIds)
  return {
    key,
    stores,
    source,
    failure: server.failure,
    showServer,
    showDevice,
    more: fromServer ? server.more : undefined,
    moreFailed: fromServer && server.moreFailed,
    refresh: server.refresh,
  }
}
