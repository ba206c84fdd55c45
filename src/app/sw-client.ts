import type { SwMessage } from '#contract/sw-messages.ts'

// How one version of the app replaces another:
//
//   first visit     the service worker installs and takes control; nothing changes for this page
//   a new version   waits; the banner asks, or the app applies it itself when nothing would be lost
//   it took over    (controllerchange) every page that had a controller before reloads, once; where another page
//                   applied it and something is typed here, the banner asks first

/** The service worker that answered this page's own address: whoever has one has been here before. */
export const controllerNow = (): ServiceWorker | null =>
  (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller ?? null

let waiting: Pick<ServiceWorker, 'postMessage'> | undefined
const listeners = new Set<() => void>()

/** Whether a new version waits for the person's consent; for useSyncExternalStore. */
export const update = {
  waiting: (): boolean => waiting !== undefined,
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
  /** A new version waits, or none does any more. */
  found(next: typeof waiting): void {
    if (next === waiting) return
    waiting = next
    listeners.forEach((tell) => tell())
  },
  /** This page has applied it, by itself or because it was agreed to. */
  applied: false,
  /** "Update Now": the waiting version takes over and the page reloads. */
  apply(): void {
    update.applied = true
    waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies SwMessage)
  },
  /** Applies an update, or reloads the page if none waits: another tab may already run the newer version. */
  applyOrReload(): void {
    if (waiting) update.apply()
    else location.reload()
  },
}
