import type { CatalogueDb } from '#localdb/open.ts'
import { wait, type Env } from '../env/env.ts'
import { canWait } from '../env/interrupted.ts'
import { load } from '../env/load.ts'

/** One tab of a device stores the index at a time. */
const LOCK = 'caravan-search'

/** Stores what is not stored of the search index yet, in the background. */
export interface IndexWriter {
  /** Stores it after so long (ms), unless that is about to happen. */
  later(ms: number): void
  close(): void
}

/** `stored` is called after each time. */
export function createIndexWriter(env: Env, catalogue: () => Promise<CatalogueDb>, stored: () => void): IndexWriter {
  let callOff: (() => void) | undefined
  let closed = false

  const yieldTurn = (): Promise<void> => wait(env, 0)
  const store = async (): Promise<void> => {
    const { mergeStored, noteSizes, readTree, renewOutdated, storeUnindexed } = await load(import('./maintenance.ts'))
    const db = await catalogue()
    await env.locks.request(LOCK, async () => {
      const tree = await readTree(db)
      await renewOutdated(db, tree, yieldTurn)
      while (!closed && (await storeUnindexed(db, tree))) await yieldTurn()
      await mergeStored(db, yieldTurn)
      await noteSizes(db)
    })
    stored()
  }
  return {
    later: (ms) => {
      if (callOff || closed) return
      callOff = env.later(ms, () => {
        callOff = undefined
        void store().catch((error: unknown) => {
          // Closed under it, a full disk, or no network to load it: what is not stored stays noted, and is found.
          if (!canWait(error)) env.report(error)
        })
      })
    },
    close: () => {
      closed = true
      callOff?.()
    },
  }
}
