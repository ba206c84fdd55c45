import { deferred } from '#contract/deferred.ts'
import type { DocumentRows, Ready, WorkerApi } from '#worker/api/worker-api.ts'
import { keepTrying } from '../loading/keep-trying.ts'
import type { ClientState } from './start-worker.ts'
import type { Supervisor } from './supervisor.ts'

// The page's door to the worker: all changes and requests of the page pass through here. What starts the worker is
// loaded after the first screen (start-worker.ts); whoever asks before waits.

let state: ClientState = { person: undefined, failed: false, outdated: false }
let supervisor: Supervisor | undefined
const started = deferred<Supervisor>()
const listeners = new Set<() => void>()

function become(next: ClientState): void {
  state = next
  listeners.forEach((tell) => tell())
}

/**
 * The current person, whether the worker failed to start, and whether a newer app has taken over the databases; for
 * useSyncExternalStore.
 */
export const client = {
  person: (): Ready | undefined => state.person,
  failed: (): boolean => state.failed,
  outdated: (): boolean => state.outdated,
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
}

/** Loads what starts the worker, so that the start need not wait for it. */
export const loadWorker = () => import('./start-worker.ts')

/**
 * Starts the worker and opens the databases that it makes ready. Called once; whoever asks before waits for it. The
 * rows that came with the document are kept before anything is asked for or read.
 */
export function startWorker(rows?: DocumentRows): void {
  keepTrying(loadWorker).then(
    ({ superviseWorker }) => started.resolve((supervisor = superviseWorker(rows, () => state, become))),
    (error: unknown) => {
      become({ ...state, failed: true })
      reportError(error)
    },
  )
}

/**
 * Asks the worker; `first` is false when it is asked again because another died under it. `once` is for calls that must
 * not be repeated.
 */
export function askWorker<T>(gesture: (api: WorkerApi, first: boolean) => Promise<T>, once = false): Promise<T> {
  return supervisor ? supervisor.ask(gesture, once) : started.promise.then((own) => own.ask(gesture, once))
}
