import { SYNC_TAG } from '#contract/sw-messages.ts'
import { client } from './worker-client.ts'

// What cannot be sent while a page is open is sent once none is: the browser is asked to wake the service
// worker when there is a network (sw/wake.ts). What gets through at once wakes nobody.

interface Registration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** What takes longer than this to reach the shop may have to go without a page (ms). */
const PATIENCE = 2000
let timer: ReturnType<typeof setTimeout> | undefined
let unsent = 0

/**
 * How much waits now, as the page shows it. Kept, because a page that is being hidden may be frozen the next moment,
 * and a read that it never ends holds up the whole device.
 */
export function noteUnsent(count: number): void {
  unsent = count
}

/** Something was recorded: unless it is at the shop a moment later, the browser is asked to see to it. */
export function wakeForRecorded(): void {
  unsent = Math.max(unsent, 1)
  timer ??= setTimeout(
    () => {
      timer = undefined
      void askIfUnsent()
    },
    navigator.onLine ? PATIENCE : 0,
  )
}

/** Asks once more whenever the page is left, which may be for good. */
export function startBackgroundSync(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void askIfUnsent()
  })
}

async function askIfUnsent(): Promise<void> {
  // A guest's work waits for the person.
  if (unsent === 0 || client.person()?.guest !== false) return
  const registration: Registration | undefined = await navigator.serviceWorker?.getRegistration()
  // Safari and Firefox cannot, and a person may have forbidden it: then the next start sends.
  await registration?.sync?.register(SYNC_TAG).catch(() => {})
}
