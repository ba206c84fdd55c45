import type { UserDb } from '#localdb/open.ts'
import { sendingStates } from '#localdb/intent-states.ts'
import type { IntentRow } from '#localdb/schema.ts'
import { wait, type Env } from '../../env/env.ts'
import { assertFence, LeaseLost, readMeta, type Fence } from '../fence.ts'
import { HEARTBEAT, STALE } from './heartbeat.ts'
import { applyEvent } from '../machine.ts'

// One tab of a device sends. The others queue for its Web Lock, so that the lock passes on the moment the
// holder ends. A frozen holder never lets go: when its heartbeat is old while work waits, the lock is
// stolen. The frozen one's fetch may still land: that is why the epoch fences its writes and the intent's
// id makes its effect happen once.

/** How long after an unexpected error the holder's work begins again (ms). */
const RESTART = 5_000

/** The work of a tab that queues for the lease. */
export interface Holder {
  /** Works under the lease, at most until `lost` is aborted; resolves with whether the tab wants the lease again. */
  hold(epoch: number, lost: AbortSignal): Promise<boolean>
  /** Called now and then while another tab has the lease. */
  waiting(): void
  /** The work broke, and begins again after a while. */
  failed(error: unknown): Promise<void> | void
}

export interface Lease {
  /** Gives up the lease, or the wait for it; resolves once the holding work has ended. */
  stop(): Promise<void>
}

/** Queues for the lease of a person's database and runs `hold` whenever it is ours, until `hold` wants it no more. */
export function queueForLease(env: Env, db: UserDb, fence: Fence, holder: Holder): Lease {
  const name = `caravan-lease-${fence.uid}`
  let stopped = false
  const stopping = new AbortController()
  let holding = false
  let stealNext = false
  // The request that is queued, or the work that runs under the lock.
  let attempt = new AbortController()

  /**
   * Waits for the lock, or steals it, and holds it until the work ends, `attempt` is aborted or the lock is stolen;
   * resolves with whether it is wanted again.
   */
  const acquire = async (options: LockOptions): Promise<boolean> => {
    const { signal } = attempt
    let work: Promise<boolean> | undefined
    try {
      return await env.locks.request(name, options, () => {
        if (signal.aborted) return true
        holding = true
        work = grant(env, db, fence).then((epoch) => holder.hold(epoch, signal))
        return work
      })
    } finally {
      // A stolen lock rejects here while the work still runs: it ends before we queue again.
      attempt.abort()
      await work?.catch(() => undefined)
      holding = false
    }
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      attempt = new AbortController()
      const options: LockOptions = stealNext ? { steal: true } : { signal: attempt.signal }
      stealNext = false
      try {
        if (!(await acquire(options))) return
      } catch (error) {
        if (isAbort(error) || error instanceof LeaseLost) continue
        if (stopped) return
        // A bug must not end all sending: it is reported, and after a while the work begins again.
        await Promise.resolve(holder.failed(error)).catch(env.report)
        await wait(env, RESTART, stopping.signal)
      }
    }
  }

  const stopWatching = watchHolder(env, db, {
    isElsewhere: () => !holding,
    waiting: () => holder.waiting(),
    frozen: () => {
      stealNext = true
      attempt.abort()
    },
  })
  const ended = loop().finally(stopWatching)
  return {
    stop: async () => {
      stopped = true
      stopping.abort()
      attempt.abort()
      await ended
    },
  }
}

/** The callbacks of a watch of the holder: `waiting` at each look at another tab, `frozen` when that tab is frozen. */
interface Watch {
  isElsewhere(): boolean
  waiting(): void
  frozen(): void
}

/**
 * Looks now and then whether a holder in another tab lives; the returned function ends that. A holder that was idle
 * begins to beat only when there is work. It has had the time for that if work waited under the same heartbeat at the
 * last look.
 */
function watchHolder(env: Env, db: UserDb, { isElsewhere, waiting, frozen }: Watch): () => void {
  let stopped = false
  let before: number | undefined
  const look = async (): Promise<void> => {
    const elsewhere = isElsewhere()
    if (elsewhere) waiting()
    const seen = elsewhere ? await workUnder(db) : undefined
    const stale = seen !== undefined && seen === before && isStale(env, seen)
    before = seen
    if (stale) frozen()
  }
  let callOff = (): void => {}
  const lookOn = (): void => {
    callOff = env.later(HEARTBEAT, () => {
      void look()
        .catch((error: unknown) => {
          if (!stopped) env.report(error)
        })
        .then(() => {
          if (!stopped) lookOn()
        })
    })
  }
  lookOn()
  return () => {
    stopped = true
    callOff()
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** The holder's last heartbeat, if work waits under it. */
async function workUnder(db: UserDb): Promise<number | undefined> {
  const lease = await readMeta(db, 'lease')
  if (!lease) return undefined
  return (await db.outbox.where('state').anyOf(sendingStates).limit(1).count()) > 0 ? lease.heartbeat : undefined
}

/** Whether a heartbeat is too old. One far in the future is too old as well: the clock was set back. */
const isStale = (env: Env, heartbeat: number): boolean => Math.abs(env.now() - heartbeat) >= STALE

/**
 * Raises the epoch. Intents that were in flight under the old one may or may not have happened, and those held for an
 * update, or for a sign-in that has come, may try again.
 */
export async function grant(env: Env, db: UserDb, fence: Fence): Promise<number> {
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    await assertFence(db, fence)
    const epoch = ((await readMeta(db, 'lease'))?.epoch ?? 0) + 1
    await db.meta.put({ key: 'lease', epoch, heartbeat: env.now() })
    const signedIn = (await readMeta(db, 'link'))?.session === 'ok'
    const rows = await db.outbox.where('state').anyOf('sending', 'held').toArray()
    const moved = rows.map((row): IntentRow => {
      if (row.state === 'sending') return { ...row, state: applyEvent(row.state, 'restart') }
      if (row.last?.reason === 'updateNeeded') return { ...row, state: applyEvent(row.state, 'updated'), last: null }
      return signedIn ? { ...row, state: applyEvent(row.state, 'signedIn') } : row
    })
    await db.outbox.bulkPut(moved)
    return epoch
  })
}

/** Keeps the holder's heartbeat fresh for as long as work waits. */
export async function beat(env: Env, db: UserDb, epoch: number): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    const lease = await readMeta(db, 'lease')
    if (lease?.epoch === epoch) await db.meta.put({ ...lease, heartbeat: env.now() })
  })
}
