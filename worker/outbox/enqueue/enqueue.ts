import type { UserDb } from '#localdb/open.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import { knowAll } from '../../guess/know-all.ts'
import { NotKnownYet } from '../../guess/known.ts'
import { commit, type NewIntent } from './commit.ts'
import type { Fence } from '../fence.ts'

/** Records intents with their visible effect. */
export interface Enqueue {
  /**
   * Resolves when the intents of one gesture and their effects are on disk, in one transaction (law 2); a repeated
   * intentId records nothing more. Rejects when nothing was saved.
   * They are recorded in the order of the calls, also when one is still being sealed: it keeps those behind it waiting,
   * unless it fails.
   */
  add(gesture: readonly NewIntent[] | Promise<readonly NewIntent[]>): Promise<void>
}

export interface EnqueueOptions {
  /** Called after each commit. */
  saved(): void
  /** Makes room on a full disk, by dropping data that can be fetched again. */
  freeSpace(): Promise<void>
  /** Reports an error that no gesture is to blame for. */
  report(error: unknown): void
}

/**
 * Group commit: gestures that arrive while a transaction runs share the next one. A group that aborts is tried again
 * gesture by gesture, so that one bad intent takes no other's with it, and intents recorded before are found. A gesture
 * that meets a full disk is tried once more after room was made, before those behind it, so that the order is kept.
 */
export function createEnqueue(db: UserDb, fence: Fence, { saved, freeSpace, report }: EnqueueOptions): Enqueue {
  let waiting: Waiting[] = []
  let running = false
  // Resolves when all gestures so far are sealed, or have failed.
  let earlier = Promise.resolve()

  const recorded = (gesture: readonly NewIntent[]): Promise<void> =>
    commit(db, fence, gesture).catch(async (error: unknown) => {
      // An intent that waits on a changed row was made by code that this start has not loaded.
      if (!(error instanceof NotKnownYet)) throw error
      await knowAll()
      await commit(db, fence, gesture)
    })

  async function run(): Promise<void> {
    running = true
    try {
      while (waiting.length > 0) {
        const group = waiting
        waiting = []
        try {
          await recorded(group.flatMap((w) => w.gesture))
          for (const w of group) w.done()
        } catch (error) {
          await oneByOne(group, error)
        }
        saved()
      }
    } finally {
      running = false
      if (waiting.length > 0) begin()
    }
  }
  const begin = (): void => void run().catch(report)

  async function oneByOne(group: readonly Waiting[], error: unknown): Promise<void> {
    for (const { gesture: asked, done, failed } of group) {
      const gesture = asked.map((intent) => ({ ...intent, first: false }))
      const another = group.length > 1 || asked.some((intent) => intent.first)
      const tried = another ? recorded(gesture) : Promise.reject(error as Error)
      await tried
        .catch(async (why: unknown) => {
          if (!isQuota(why)) throw why
          await freeSpace()
          await recorded(gesture)
        })
        .then(done, failed)
    }
  }

  const enter = (gesture: readonly NewIntent[]): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ gesture, done, failed })
      if (!running) begin()
    })

  return {
    add: (gesture) => {
      const turn = Promise.all([gesture, earlier])
      earlier = Promise.allSettled([gesture, earlier]).then(() => undefined)
      return turn.then(([sealed]) => enter(sealed))
    },
  }
}

interface Waiting {
  gesture: readonly NewIntent[]
  done(): void
  failed(error: unknown): void
}
