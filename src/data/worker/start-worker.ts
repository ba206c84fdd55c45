import { wrap } from 'comlink'
import { LACKS, WITH_DOCUMENT } from '#contract/document.ts'
import { DEVICE_CHANNEL } from '#localdb/device.ts'
import type { DocumentRows, Ready, WorkerApi } from '#worker/api/worker-api.ts'
import { networkAgain } from '../loading/keep-trying.ts'
import { closeReaders, loadReading, loseReaders, onReadersLost, openReaders } from './readers.ts'
import { supervise, type WorkerHandle, type Supervisor } from './supervisor.ts'
import { workerScript } from './trusted-types.ts'

// Starts the worker, and keeps the page's databases those of the current person. It is apart from the code that every
// screen imports, because the first screen of a first visit does without it.

const RETRY_MS = 500
/** The number of tries to keep a document's rows, after pauses that double; a try without a network counts. */
const KEEP_TRIES = 5

/** The current person, whether the worker failed to start, and whether a newer app has taken over the databases. */
export interface ClientState {
  person: Ready | undefined
  failed: boolean
  outdated: boolean
}

/**
 * Starts the worker and opens the databases that it makes ready; keeps the document's rows before anything is asked.
 * `become` is told whenever the state, which is `now()`, may be another.
 */
export function superviseWorker(
  rows: DocumentRows | undefined,
  now: () => ClientState,
  become: (next: ClientState) => void,
): Supervisor {
  let comes = rows !== undefined
  const supervisor = supervise(() => {
    const name = comes ? WITH_DOCUMENT : 'caravan'
    comes = false
    return spawn(name)
  })
  const brought = rows && keepRows(supervisor, rows)

  /** Waits until the worker reports whose databases are open, then reads from them. */
  const settle = async (): Promise<void> => {
    try {
      await brought
      const ready = await supervisor.ask((api) => api.ready())
      if (ready.userDb !== now().person?.userDb) closeReaders()
      become({ person: ready, failed: false, outdated: false })
      // The worker may still be upgrading or creating a database: it is there a moment later.
      openReaders(ready).catch(() => setTimeout(() => void settle(), RETRY_MS))
    } catch (error) {
      // Errors from the worker carry only their name. A newer app is no fault: the page shows it and stops retrying.
      const outdated = (error as Error).name === 'NewerDatabase'
      const { person } = now()
      become({ person, failed: person === undefined && !outdated, outdated })
      if (!outdated) reportError(error)
    }
  }
  // The network or the person may be back: worth one attempt. If the worker dies during it, the next one tries when it
  // starts.
  const flush = (): void => {
    supervisor.ask((api) => api.flush(document.visibilityState === 'visible')).catch(() => {})
  }

  supervisor.onReplaced(() => void settle())
  // Any tab may change the person; every page then reads the other person's rows.
  new BroadcastChannel(DEVICE_CHANNEL).addEventListener('message', () => void settle())
  // A frozen page still receives every change, and a read that it begins then never ends: nobody on the device could
  // write.
  document.addEventListener('freeze', closeReaders)
  document.addEventListener('resume', () => void supervisor.check().then(settle))
  // A page in the back-forward cache is stopped wherever it is. WebKit stops its worker too, which keeps the lease and
  // its transactions for as long as the page is cached: no other page could open the databases. What any page leaves
  // running it never ends.
  addEventListener('pagehide', (event) => {
    if (event.persisted) supervisor.suspend()
    closeReaders()
  })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    supervisor.resume()
    loseReaders()
  })
  for (const sign of ['online', 'offline', 'focus']) addEventListener(sign, flush)
  document.addEventListener('visibilitychange', flush)
  onReadersLost(() => void settle())
  // While the worker opens the databases; whoever opens them here tries again.
  loadReading().catch(() => {})
  void settle()
  return supervisor
}

/**
 * Keeps a document's rows. Until that is done nothing is read and the document stands, since the device would have
 * nothing to show in its place: where the network went before the worker had the code for it, until it is back. What
 * cannot be kept at all is fetched.
 */
async function keepRows(supervisor: Supervisor, rows: DocumentRows): Promise<void> {
  for (let tries = 0; tries < KEEP_TRIES; tries++) {
    const outcome = await supervisor.ask((api) => api.call('document.keep', rows, undefined)).catch(reportError)
    if (outcome?.kind !== 'unreachable') return
    await new Promise((done) => {
      if (navigator.onLine) setTimeout(done, RETRY_MS * 2 ** tries)
      else addEventListener('online', done, { once: true })
    })
  }
}

/** How many workers lacked a part: each is replaced later than the one before. */
let lacks = 0

function spawn(name: string): WorkerHandle {
  const worker = new Worker(workerScript(), { type: 'module', name })
  return {
    // Every method of WorkerApi already returns a promise, so the remote side has the same type.
    api: wrap<WorkerApi>(worker) as unknown as WorkerApi,
    terminate: () => worker.terminate(),
    onTrouble: (tell) => {
      worker.addEventListener('error', tell)
      worker.addEventListener('messageerror', tell)
    },
    onLacking: (tell) => {
      const heard = ({ data }: MessageEvent): void => {
        if (data !== LACKS) return
        worker.removeEventListener('message', heard)
        void networkAgain(++lacks).then(tell)
      }
      worker.addEventListener('message', heard)
    },
  }
}
