import { DRAIN_SCOPE, SYNC_TAG } from '#contract/sw-messages.ts'
import { client } from './worker-client.ts'

// Changes that cannot be sent while a page is open are sent once none is: the browser is asked to wake the drain when
// there is a network (worker/background/drain.ts). Changes that get through at once wake nobody.

interface Registration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Changes that have not reached the server after this time may have to go without a page (ms). */
const PATIENCE = 2000
let timer: ReturnType<typeof setTimeout> | undefined
let unsent = 0
let recorded = -Infinity

/** The time since the last change was recorded here (ms). */
export const sinceRecorded = (): number => performance.now() - recorded

/**
 * Notes how many changes wait, as the page shows it. The number is kept because a page that is being hidden may be
 * frozen the next moment, and a read that never ends holds up the whole device.
 */
export function noteUnsent(count: number): void {
  unsent = count
}

/** Call after a change was recorded: if it is not at the server a moment later, the browser is asked to send it. */
export function wakeForRecorded(): void {
  recorded = performance.now()
  unsent = Math.max(unsent, 1)
  timer ??= setTimeout(
    () => {
      timer = undefined
      void askIfUnsent()
    },
    navigator.onLine ? PATIENCE : 0,
  )
}

/** Asks again whenever the page is left, which may be for good. */
export function startBackgroundSync(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void askIfUnsent()
  })
}

async function askIfUnsent(): Promise<void> {
  // A guest's work waits for the person.
  if (unsent === 0 || client.person()?.guest !== false) return
  const registration: Registration | undefined = await navigator.serviceWorker?.getRegistration(DRAIN_SCOPE)
  // Safari and Firefox cannot, and the person may have forbidden it; the next start then sends. Before the drain has
  // come, what is registered is the service worker of the pages.
  if (registration?.scope.endsWith(DRAIN_SCOPE)) await registration.sync?.register(SYNC_TAG).catch(() => {})
}
