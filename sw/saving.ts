import { asksToSave } from '#contract/connection.ts'
import { SAVER_RECORD, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'
import type { KeepAlive } from './update.ts'

/** How files are fetched before anybody needs them. */
export interface FetchedAhead {
  /** Whether data is to be saved. */
  saves: () => Promise<boolean>
  keepAlive: KeepAlive
}

/**
 * Whether data is to be saved: as a page last said it, which is kept for the versions to come, else as the browser says
 * (Save-Data).
 */
export function whetherToSave(worker: ServiceWorkerGlobalScope): () => Promise<boolean> {
  let known: Promise<boolean> | undefined
  const read = async (): Promise<boolean> => {
    const records = await worker.caches.open(SHELL_RECORDS)
    const kept = await (await records.match(SAVER_RECORD))?.text()
    return kept === undefined ? asksToSave(worker.navigator) : kept === 'on'
  }
  worker.addEventListener('message', (event) => {
    const message = event.data as SwMessage | null
    if (message?.type !== 'SAVE_DATA') return
    const { on } = message
    known = Promise.resolve(on)
    const write = async (): Promise<void> =>
      (await worker.caches.open(SHELL_RECORDS)).put(SAVER_RECORD, new Response(on ? 'on' : 'off'))
    event.waitUntil(write().catch(() => undefined))
  })
  return () => (known ??= read().catch(() => asksToSave(worker.navigator)))
}
