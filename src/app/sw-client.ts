import type { i18n } from 'i18next'
import { LANGUAGE_RECORD, SHELL_RECORDS, type SwMessage } from '#contract/sw-messages.ts'
import { serviceWorkerScript } from '../data/trusted-types.ts'
import { ask } from '../data/worker-client.ts'

// How one version of the app replaces another:
//
//   first visit     the service worker installs and takes control; nothing changes for this page
//   a new version   waits; the banner asks, or the app applies it itself when nothing would be lost
//   it took over    (controllerchange) every page that had a controller before reloads, once

const writeLanguage = async (language: string): Promise<void> =>
  (await caches.open(SHELL_RECORDS)).put(LANGUAGE_RECORD, new Response(language))

const CHECK_EVERY_MS = 30 * 60_000
/** The databases go a moment after the service worker. */
const CLEARING_MS = 1000

let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

/** Whether a new version waits for the person's consent; for useSyncExternalStore. */
export const update = {
  waiting: (): boolean => waiting !== undefined,
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
  /** "Update Now": the waiting version takes over and the page reloads. */
  apply(): void {
    waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies SwMessage)
  },
  /** Applies an update, or reloads the page if none waits: another tab may already run the newer version. */
  applyOrReload(): void {
    if (waiting) update.apply()
    else location.reload()
  },
}

/**
 * Site data was cleared, and the service worker with it; requests of this page and its worker still go to that one, in
 * vain. Only this page's worker knows what was lost, so it records that before the page reloads.
 */
async function reloadAfterClearing(): Promise<void> {
  await new Promise((cleared) => {
    setTimeout(cleared, CLEARING_MS)
  })
  await ask((api) => api.ready()).catch(() => {})
  location.reload()
}

/** Whether a service worker answered this page's own address: whoever has one has been here before. */
export const isControlled = (): boolean =>
  Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller)

/** Registers the service worker, so that the next start needs no network; outside a build there is none. */
export async function startServiceWorker(translator: i18n): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  const keepForLater = async (): Promise<void> => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    const visit = await import('./keep-visit.ts')
    if (first) visit.keepPictures()
    visit.keepDocuments(translator)
  }
  const first = !controlled
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) void (serviceWorker.controller ? location.reload() : reloadAfterClearing())
    else keepForLater().catch(() => {})
    controlled = serviceWorker.controller !== null
  })
  // Before the service worker is installed, so that it keeps the texts of this language.
  await writeLanguage(translator.language)
  translator.on('languageChanged', (language) => {
    serviceWorker.controller?.postMessage({ type: 'KEEP_TEXTS', language } satisfies SwMessage)
    writeLanguage(language)
      .then(keepForLater)
      .catch(() => {})
  })
  if (controlled) keepForLater().catch(() => {})
  const registration = await serviceWorker.register(serviceWorkerScript(), { scope: '/', updateViaCache: 'none' })
  const look = () => {
    // Without a controller the installed version is the first: nobody needs to agree to it.
    const next = serviceWorker.controller ? (registration.waiting ?? undefined) : undefined
    if (next === waiting) return
    waiting = next
    listeners.forEach((tell) => tell())
  }
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  look()
  const check = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {})
  }
  setInterval(check, CHECK_EVERY_MS)
  addEventListener('online', check)
}
