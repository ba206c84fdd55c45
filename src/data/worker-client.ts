import { wrap } from 'comlink'
import { DEVICE_CHANNEL } from '#localdb/device.ts'
import type { Ready, WorkerApi } from '#worker/api.ts'
import { closeReaders, loseReaders, onReadersLost, openReaders } from './readers.ts'
import { supervise, type Hand, type Supervisor } from './supervisor.ts'
import { workerScript } from './trusted-types.ts'

// The page's side of the worker's door. Imported first by main.tsx, so that the worker starts before
// React does; everything the page changes or asks for passes here.

let supervisor: Supervisor | undefined
let person: Ready | undefined
let failed = false
let outdated = false
const listeners = new Set<() => void>()
const RETRY_MS = 500

/**
 * Whose device this is now, whether the worker could be started at all, and whether a newer app has taken the databases
 * over; for useSyncExternalStore.
 */
export const client = {
  person: (): Ready | undefined => person,
  failed: (): boolean => failed,
  outdated: (): boolean => outdated,
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
}

/** Starts the worker and opens what it makes ready. Called once, before React renders. */
export function startWorker(): void {
  supervisor = supervise(spawn)
  supervisor.onReplaced(() => void settle())
  // Any tab may change the person; every page then reads the other person's rows.
  new BroadcastChannel(DEVICE_CHANNEL).addEventListener('message', () => void settle())
  // A frozen page still hears of every change, and a read that it begins then never ends: nobody on the device could
  // write.
  document.addEventListener('freeze', closeReaders)
  document.addEventListener('resume', () => void supervisor!.check().then(settle))
  // A page in the back-forward cache is stopped in whatever it does. WebKit stops its worker too, which then keeps the
  // lease and its transactions for as long as the page is kept: no other page could open the databases.
  addEventListener('pagehide', (event) => {
    if (!event.persisted) return
    supervisor!.suspend()
    closeReaders()
  })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    supervisor!.resume()
    loseReaders()
  })
  for (const sign of ['online', 'offline', 'focus']) addEventListener(sign, flush)
  document.addEventListener('visibilitychange', flush)
  onReadersLost(() => void settle())
  void settle()
}

/**
 * Network or person may be back: worth one try. A worker that dies under it tries by itself when the next one starts.
 */
const flush = (): void => void ask((api) => api.flush(document.visibilityState === 'visible')).catch(() => {})

/** Asks the worker. `once` is for calls that must not be repeated should the worker die under them. */
export function ask<T>(gesture: (api: WorkerApi) => Promise<T>, once = false): Promise<T> {
  if (!supervisor) throw new Error('the worker was not started')
  return supervisor.ask(gesture, once)
}

function spawn(): Hand {
  const worker = new Worker(workerScript(), { type: 'module', name: 'caravan' })
  return {
    // Every method of the door returns a promise already, so its remote side has the same type.
    api: wrap<WorkerApi>(worker) as unknown as WorkerApi,
    terminate: () => worker.terminate(),
    onTrouble: (tell) => {
      worker.addEventListener('error', tell)
      worker.addEventListener('messageerror', tell)
    },
  }
}

/** Waits until the worker says whose databases are open, then reads from them. */
async function settle(): Promise<void> {
  try {
    const ready = await ask((api) => api.ready())
    if (ready.userDb !== person?.userDb) closeReaders()
    person = ready
    failed = outdated = false
    // The worker may be upgrading or have yet to make one: it is there a moment later.
    openReaders(ready).catch(() => setTimeout(() => void settle(), RETRY_MS))
  } catch (error) {
    // Errors come from the worker by their name alone. A newer app is no fault of anything: it is said, and the rest
    // rests.
    outdated = (error as Error).name === 'NewerDatabase'
    failed = person === undefined && !outdated
    if (!outdated) reportError(error)
  }
  listeners.forEach((tell) => tell())
}
