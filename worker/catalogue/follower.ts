import type { DeviceEndpointName, Input, Output } from '#contract/registry.ts'
import { atMost, type Env } from '../env/env.ts'
import type { Failed, WantOutcome } from '../api/worker-api.ts'
import type { CatalogueAccess } from './access.ts'
import { isInterrupted } from '../env/interrupted.ts'
import { load } from '../env/load.ts'
import { failed } from '../wire/failed.ts'
import { cursorOf, feedOf } from './feed.ts'
import { isClosed, isQuota } from '#localdb/storage-errors.ts'
import type { WireOutcome } from '../wire/envelope.ts'

/** How long following waits for the first paint, before which the page has other things to ask for (ms). */
const FIRST_PAINT = 1500
/**
 * The period of asking for the catalogue's changes while a page is visible, and the least gap when a pull or the
 * network suggests it (ms).
 */
const PERIOD = 3 * 60_000
export const SUGGESTED_GAP = 20_000
/** How long rows that are wanted wait for the first cursor (ms). */
const FIRST_CONTACT = 3000
/** A holder of the lock that has taken so long is frozen (ms). */
const FROZEN = 60_000
const LOCK = 'caravan-catalogue-changes'

/** Keeps the rows that the device has as the server has them: one tab at a time, for guests too. */
export interface Follower {
  /** Follows the catalogue's changes, unless that was done within so long (ms). */
  follow(within: number): Promise<WantOutcome>
  /**
   * Resolves once the device has a cursor, or cannot have one now: rows that come later are kept up to date from then
   * on.
   */
  begun(): Promise<void>
  /** Follows by itself from now on: soon, and again and again while a page is visible. */
  start(): Promise<void>
  stop(): void
}

/**
 * `followed` is called each time that the rows are found to be up to date, or have been brought so. Nothing is followed
 * before the rows of a document are `kept`: a device without a cursor asks for every row that it has.
 */
export function createFollower(access: CatalogueAccess, kept: () => Promise<unknown>, followed: () => void): Follower {
  const { env, catalogue, exchange, isVisible } = access
  let running: Promise<WantOutcome> | undefined
  let started = false
  let callOff = (): void => {}

  const recent = async (within: number): Promise<boolean> => {
    const at = (await feedOf(await catalogue()))?.at
    // A time in the future means that the clock was set back.
    return at !== undefined && env.now() >= at && env.now() - at < within
  }
  const ask = <N extends DeviceEndpointName>(name: N, input: Input<N>): Promise<WireOutcome<Output<N>>> =>
    exchange(name, input)

  /** Follows while no other tab does. If another tab has just done so, nothing is asked. */
  const inTurn = async (within: number): Promise<WantOutcome> => {
    const since = env.now()
    const work = async (): Promise<WantOutcome> => {
      if (await recent(Math.max(within, env.now() - since))) return { kind: 'fresh' }
      const { followChanges } = await load(import('./changes.ts'))
      const outcome = await followChanges(await catalogue(), ask, env.now)
      if (outcome.kind !== 'accepted') return failed(outcome)
      followed()
      return { kind: 'fresh' }
    }
    return withLock(env, work)
  }
  const safely = async (within: number): Promise<WantOutcome> => {
    try {
      return await inTurn(within)
    } catch (error) {
      // Closed under it (another person, storage taken away), a full disk, which is given room, or no way to its code:
      // worth asking again.
      if (isQuota(error)) await access.freeSpace()
      else if (!isInterrupted(error)) throw error
      return { kind: 'unreachable' } satisfies Failed
    }
  }

  const follow = async (within: number): Promise<WantOutcome> => {
    await kept()
    if (await recent(within).catch(notClosed)) return { kind: 'fresh' }
    return (running ??= safely(within).finally(() => {
      running = undefined
    }))
  }
  /** Follows when it is due. Rows that another tab or a document has just brought up to date count as followed, too. */
  const inTime = async (): Promise<void> => {
    if (await recent(PERIOD / 2).catch(notClosed)) followed()
    else await follow(PERIOD / 2)
  }
  const again = (ms: number): void => {
    callOff = env.later(ms, () => {
      if (!started) return
      again(PERIOD)
      if (isVisible() && env.online()) void inTime().catch(env.report)
    })
  }
  return {
    follow,
    async begun() {
      if (!env.online() || (await cursorOf(await catalogue())) !== undefined) return
      await atMost(env, FIRST_CONTACT, follow(0))
    },
    async start() {
      if (started) return
      started = true
      const known = (await cursorOf(await catalogue())) !== undefined
      again(known ? FIRST_PAINT : PERIOD)
      // Before anything is wanted: there is nothing to paint yet. Another tab may just have done it.
      if (!known && env.online()) void follow(FIRST_PAINT).catch(env.report)
    },
    stop() {
      started = false
      callOff()
    },
  }
}

/** False when the database was closed under the read: then nothing is known. */
const notClosed = (error: unknown): false => {
  if (!isClosed(error)) throw error
  return false
}

/** Runs `work` when no other tab of the device does. The lock of a holder that keeps it for too long is stolen. */
async function withLock(env: Env, work: () => Promise<WantOutcome>): Promise<WantOutcome> {
  let mine: Promise<WantOutcome> | undefined
  const take = (options: LockOptions): Promise<unknown> => env.locks.request(LOCK, options, () => (mine = work()))
  const patience = new AbortController()
  const off = env.later(FROZEN, () => patience.abort())
  try {
    await take({ signal: patience.signal }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
    // A holder that was stolen from works on; the first to move the cursor wins. If no work was begun, the request was
    // given up and the lock is stolen.
    if (!mine)
      await take({ steal: true }).catch((error: unknown) => {
        if (!mine) throw error
      })
    return await mine!
  } finally {
    off()
  }
}
