import { deferred, type Deferred } from '#contract/deferred.ts'
import type { WorkerApi } from '#worker/api/worker-api.ts'
import { WorkerDied } from './worker-died.ts'

// A call to a dead worker hangs for ever without an error. So the worker is pinged while calls are under way. A worker
// that does not answer is terminated and replaced, and its calls are repeated:
//
//   ask ──▶ worker ──▶ answer
//    │        ▲
//    │ ping   │ every `pingEvery` while calls are under way
//    ▼        │
//   no answer within `pingLimit` ──▶ end it, start another, ask again (a mutation under its same intentId)
//
//   suspend ──▶ end it ──▶ resume ──▶ start another, ask again
//   lacking ──▶ end it, once no call is under way that must not be repeated ──▶ start another, ask again

/** One running worker. `onTrouble` receives its error events, which may or may not mean that it died. */
export interface WorkerHandle {
  api: WorkerApi
  terminate(): void
  onTrouble(tell: () => void): void
  /** Tells once the worker lacks a part that only another worker can load, and may be able to. */
  onLacking(tell: () => void): void
}

export interface Supervisor {
  /**
   * Asks the worker, and its successors if it dies; `first` says which it is. `once` is for calls that must not be
   * repeated; a death is then an error.
   */
  ask<T>(gesture: (api: WorkerApi, first: boolean) => Promise<T>, once?: boolean): Promise<T>
  /** Checks at once whether the worker is alive, such as after the page was frozen. */
  check(): Promise<void>
  /** Ends the worker. Calls under way, and later ones, wait for `resume`. */
  suspend(): void
  /** Starts a worker again after `suspend`. */
  resume(): void
  /** Notifies whenever a worker has replaced a dead one. */
  onReplaced(tell: () => void): void
}

/** Times in ms; a first ping waits for the worker's code to arrive and its databases to open. */
export interface Patience {
  pingEvery: number
  pingLimit: number
  startLimit: number
  troubleLimit: number
  tries: number
}
const defaults: Patience = { pingEvery: 1000, pingLimit: 3000, startLimit: 30_000, troubleLimit: 2000, tries: 4 }

const DEAD = Symbol('dead')
interface Watched extends WorkerHandle {
  died: Promise<typeof DEAD>
  markDead(): void
  answered: boolean
}

/** A worker's answer, unless it dies meanwhile. */
async function askOnce<T>(
  handle: Watched,
  gesture: (api: WorkerApi, first: boolean) => Promise<T>,
  first: boolean,
): Promise<T | typeof DEAD> {
  const answer = await Promise.race([gesture(handle.api, first), handle.died])
  if (answer !== DEAD) handle.answered = true
  return answer
}

/** Replaces a worker that lacks a part once no call is under way that must not be repeated. */
function createRenewal(replace: (handle: Watched) => void) {
  let held = 0
  let lacking: Watched | undefined
  const renew = (): void => {
    if (lacking && held === 0) replace(lacking)
  }
  return {
    lacks(handle: Watched): void {
      lacking = handle
      renew()
    },
    hold: () => void held++,
    release(): void {
      held--
      renew()
    },
  }
}

/** Keeps one worker alive. */
export function supervise(spawn: () => WorkerHandle, patience: Patience = defaults): Supervisor {
  const replaced: (() => void)[] = []
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let suspended: Deferred<void> | undefined
  const renewal = createRenewal(replace)
  let current = start()

  function start(): Watched {
    const handle = watched(spawn())
    handle.onTrouble(() => void probe(handle, patience.troubleLimit))
    handle.onLacking(() => renewal.lacks(handle))
    return handle
  }

  /** Sends one ping; without an answer in time the worker is replaced. */
  async function probe(handle: Watched, limit: number): Promise<void> {
    if (await answers(handle, limit)) handle.answered = true
    else replace(handle)
  }

  function replace(handle: Watched): void {
    if (handle !== current || suspended) return
    handle.terminate()
    succeed(handle)
  }

  function succeed(handle: Watched): void {
    current = start()
    handle.markDead()
    for (const tell of replaced) tell()
  }

  function watch(): void {
    if (timer !== undefined || asked === 0) return
    timer = setTimeout(() => {
      const handle = current
      void probe(handle, handle.answered ? patience.pingLimit : patience.startLimit).then(() => {
        timer = undefined
        watch()
      })
    }, patience.pingEvery)
  }

  return {
    async ask(gesture, once = false) {
      asked++
      if (once) renewal.hold()
      watch()
      try {
        for (let tries = 1; ; tries++) {
          await suspended?.promise
          const answer = await askOnce(current, gesture, tries === 1)
          if (answer !== DEAD) return answer as Exclude<typeof answer, typeof DEAD>
          if (once || tries >= patience.tries) throw new WorkerDied('the worker does not answer')
        }
      } finally {
        if (once) renewal.release()
        if (--asked === 0) {
          clearTimeout(timer)
          timer = undefined
        }
      }
    },
    check: () => probe(current, patience.troubleLimit),
    suspend: () => {
      suspended ??= deferred()
      current.terminate()
    },
    resume: () => {
      if (!suspended) return
      const { resolve } = suspended
      suspended = undefined
      succeed(current)
      resolve()
    },
    onReplaced: (tell) => void replaced.push(tell),
  }
}

function watched(handle: WorkerHandle): Watched {
  const { promise, resolve } = deferred<typeof DEAD>()
  return { ...handle, died: promise, markDead: () => resolve(DEAD), answered: false }
}

/** Whether a worker answers a ping within a time (ms). */
const answers = ({ api }: WorkerHandle, limit: number): Promise<boolean> =>
  Promise.race([
    api.ping().then(
      () => true,
      () => false,
    ),
    after(limit).then(() => false),
  ])

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
