import { SYNC_TAG, type DrainScope } from '#contract/sw-messages.ts'

// The browser wakes the service worker when there is a network again, with no page open. It knows no data:
// the worker's own drain does the work, a script of its own that is loaded for it after Dexie, whose file the page has
// loaded before.
//
//   install ──▶ importScripts(Dexie, drain)   kept beside the service worker by the browser, for good
//   sync    ──▶ importScripts(Dexie, drain)   from there, network or not ──▶ done, or left: asked again later

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

/** Something waits still; thrown so that the browser wakes us again, later each time. */
class StillWaiting extends Error {
  override name = 'StillWaiting'
}

/** Has the drain of these `scripts` send what waits whenever the browser says so. */
export function wakeToDrain(worker: ServiceWorkerGlobalScope & DrainScope, scripts: readonly string[]): void {
  // One Trusted Types policy, for exactly these scripts.
  const policy = (worker as { trustedTypes?: Factory }).trustedTypes?.createPolicy('caravan', {
    createScriptURL(url) {
      if (!scripts.includes(url)) throw new TypeError(`not a script of ours: ${url}`)
      return url
    },
  })
  const load = (): void => {
    if (worker.caravanDrain) return
    worker.importScripts(...scripts.map((url) => (policy ? policy.createScriptURL(url) : url) as string))
  }
  // Only what was loaded while it was being installed may be loaded again later.
  worker.addEventListener('install', (event) => {
    event.waitUntil(Promise.resolve().then(load))
  })
  worker.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag === SYNC_TAG) sync.waitUntil(drain())
  })

  async function drain(): Promise<void> {
    load()
    if ((await worker.caravanDrain?.()) === 'left') throw new StillWaiting('not everything could be sent')
  }
}
