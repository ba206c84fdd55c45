import { SYNC_TAG } from '#contract/sw-messages.ts'
import { browserEnv } from '../env/browser-env.ts'
import { drainOnce } from './drain-once.ts'

// The browser wakes a service worker when there is a network again, with no page open. The one that serves the pages
// knows no data, and comes with every first visit; this one has all that sends a person's work, no pages, and comes
// once somebody has signed in.
//
//   signed in ──▶ register   kept by the browser with Dexie's file, for good
//   sync      ──▶ drain      network or not ──▶ done, or left: asked again later

declare const self: ServiceWorkerGlobalScope

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Something waits still; thrown so that the browser wakes us again, later each time. */
class StillWaiting extends Error {
  override name = 'StillWaiting'
}

async function drain(): Promise<void> {
  if ((await drainOnce(browserEnv())) === 'left') throw new StillWaiting('not everything could be sent')
}

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(drain())
})
