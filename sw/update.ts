import { SHELL_CACHES, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'

// How one version follows another. Each version keeps its shell in a cache of its own, named by the
// version, so that the page of the version before still finds its lazy screens after the new one has
// taken over (a tab may be frozen, or hold a form, and reload late):
//
//   install v2 ──▶ waits ──▶ "Update Now" → SKIP_WAITING ──▶ activate: keep v2 and v1, delete v0
//
// Which version was in charge before is written down at each activation; a version that was installed
// but never took over is not "the one before" and goes.

const RECORD_KEY = '/in-charge'

/** The name of a version's cache: the same precache manifest is the same version. */
export function shellCache(manifest: unknown): string {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(manifest)) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return SHELL_CACHES + (hash >>> 0).toString(36)
}

/**
 * The shells to delete when `mine` takes charge after `before`: all that are older than mine but the one
 * before. `names` are in the order of their making; one younger than mine may be installing right now.
 */
export function staleShells(names: readonly string[], mine: string, before: string | undefined): string[] {
  const older = names.slice(0, Math.max(0, names.indexOf(mine)))
  return older.filter((name) => name.startsWith(SHELL_CACHES) && name !== before)
}

/** Takes charge: deletes the shells nobody can need any more and writes down that `mine` rules now. */
export async function takeCharge(storage: CacheStorage, mine: string): Promise<void> {
  const record = await storage.open(SHELL_RECORDS)
  const before = await (await record.match(RECORD_KEY))?.text()
  if (before === mine) return
  for (const name of staleShells(await storage.keys(), mine, before)) await storage.delete(name)
  await record.put(RECORD_KEY, new Response(mine))
}

/** A new version waits until the person agrees; then it takes over at once. */
export function skipWaitingOnDemand(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    if ((event.data as SwMessage | null)?.type !== 'SKIP_WAITING') return
    worker.registration.active?.postMessage({ type: 'GIVE_WAY' } satisfies SwMessage)
    event.waitUntil(worker.skipWaiting())
  })
}

/** Keeps a service worker alive for work that a page has asked for and that need not be finished. */
export type KeepAlive = (event: ExtendableEvent, work: Promise<unknown>) => void

/**
 * Lets such work last until a newer version is to take over. A browser would let that one wait for it, Chromium for up
 * to five minutes; what was not fetched is fetched by the newer one, or on a later visit.
 */
export function aliveUntilReplaced(worker: ServiceWorkerGlobalScope): KeepAlive {
  const replaced = new Promise<void>((resolve) => {
    worker.addEventListener('message', (event) => {
      if ((event.data as SwMessage | null)?.type === 'GIVE_WAY') resolve()
    })
  })
  return (event, work) => event.waitUntil(Promise.race([work.catch(() => undefined), replaced]))
}
