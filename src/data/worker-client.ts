import { wrap } from 'comlink'
import { DEVICE_CHANNEL } from '#localdb/device.ts'
import type { DocumentRows, Ready, WorkerApi } from '#worker/api.ts'
import { closeReaders, loadReading, loseReaders, onReadersLost, openReaders } from './readers.ts'
import { supervise, type WorkerHandle, type Supervisor } from './supervisor.ts'
import { workerScript } from './trusted-types.ts'

// The page's connection to the worker. Imported first by main.tsx, so that the worker can start before React does; all
// changes and requests of the page pass through here.

let supervisor: Supervisor | undefined
const started = Promise.withResolvers<Supervisor>()
let brought: Promise<void> | undefined
let person: Ready | undefined
let failed = false
let outdated = false
const listeners = new Set<() => void>()
const RETRY_MS = 500

/**
 * The current person, whether the worker failed to start, and whether a newer app has taken over the databases; for
 * useSyncExternalStore.
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

/**
 * Starts the worker and opens the databases that it makes ready. Called once; whoever asks before waits for it. The
 * rows that came with the document are kept before anything is asked for or read.
 */
export function startWorker(rows?: DocumentRows): void {
  supervisor = supervise(spawn)
  // Whether they were kept or not: what is missing is fetched.
  if (rows)
    brought = supervisor
      .ask((api) => api.call('document.keep', rows, undefined))
      .then(
        () => {},
        (error: unknown) => reportError(error),
      )
  supervisor.onReplaced(() => void settle())
  // Any tab may change the person; every page then reads the other person's rows.
  new BroadcastChannel(DEVICE_CHANNEL).addEventListener('message', () => void settle())
  // A frozen page still receives every change, and a read that it begins then never ends: nobody on the device could
  // write.
  document.addEventListener('freeze', closeReaders)
  document.addEventListener('resume', () => void supervisor!.check().then(settle))
  // A page in the back-forward cache is stopped wherever it is. WebKit stops its worker too, which keeps the lease and
  // its transactions for as long as the page is cached: no other page could open the databases. What any page leaves
  // running it never ends.
  addEventListener('pagehide', (event) => {
    if (event.persisted) supervisor!.suspend()
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
  // While the worker opens the databases; whoever opens them here tries again.
  loadReading().catch(() => {})
  void settle()
  started.resolve(supervisor)
}

/**
 * The network or the person may be back: worth one attempt. If the worker dies during it, the next one tries when it
 * starts.
 */
const flush = (): void => void ask((api) => api.flush(document.visibilityState === 'visible')).catch(() => {})

/**
 * Asks the worker; `first` is false when it is asked again because another died under it. `once` is for calls that must
 * not be repeated.
 */
export function ask<T>(gesture: (api: WorkerApi, first: boolean) => Promise<T>, once = false): Promise<T> {
  return supervisor ? supervisor.ask(gesture, once) : started.promise.then((own) => own.ask(gesture, once))
}

function spawn(): WorkerHandle {
  const worker = new Worker(workerScript(), { type: 'module', name: 'caravan' })
  return {
    // Every method of WorkerApi already returns a promise, so the remote side has the same type.
    api: wrap<WorkerApi>(worker) as unknown as WorkerApi,
    terminate: () => worker.terminate(),
    onTrouble: (tell) => {
      worker.addEventListener('error', tell)
      worker.addEventListener('messageerror', tell)
    },
  }
}

/** Waits until the worker reports whose databases are open, then reads from them. */
async function settle(): Promise<void> {
  try {
    await brought
    const ready = await ask((api) => api.ready())
    if (ready.userDb !== person?.userDb) closeReaders()
    person = ready
    failed = outdated = false
    // The worker may still be upgrading or creating a database: it is there a moment later.
    openReaders(ready).catch(() => setTimeout(() => void settle(), RETRY_MS))
  } catch (error) {
    // Errors from the worker carry only their name. A newer app is no fault: the page shows it and stops retrying.
    outdated = (error as Error).name === 'NewerDatabase'
    failed = person === undefined && !outdated
    if (!outdated) reportError(error)
  }
  listeners.forEach((tell) => tell())
}
