import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'

/** SQLSTATEs after which the same transaction may simply be run again: serialization failure, deadlock. */
const retryable = new Set(['40001', '40P01'])
const TRIES = 8

const isRetryable = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && retryable.has(error.code)

const listeners = new Set<(userId: string) => void>()

/** Runs after a person's feed rose, here or in another process of the same market; returns the way to stop it. */
export function onFeed(listener: (userId: string) => void): () => void {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/** Tells this process's listeners that a person's feed rose: after a commit here, or when another process says so. */
export function feedRose(userId: string): void {
  for (const listener of listeners) listener(userId)
}

/** The channel on which processes of one PostgreSQL tell each other whose feed rose. */
export const FEED_CHANNEL = 'caravan_feed'

/**
 * The only way to change what a person owns. Raises the owner's feed counter first: its row lock is held
 * until the commit, so that commit order is rev order and no pull can miss a row; every row written
 * carries `rev`. Serialization failures and deadlocks are retried here and never shown.
 */
export async function ownerTransaction<T>(db: Db, userId: string, work: (call: { tx: Tx; rev: number }) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await db.transaction().execute(async (tx) => {
        const { rev } = await tx.insertInto('feeds').values({ user_id: userId, rev: 1 })
          .onConflict((oc) => oc.column('user_id').doUpdateSet({ rev: sql<number>`feeds.rev + 1` })).returning('rev').executeTakeFirstOrThrow()
        const done = await work({ tx, rev })
        // Delivered at the commit, on PostgreSQL to every process that listens.
        await sql`select pg_notify(${FEED_CHANNEL}, ${userId})`.execute(tx)
        return done
      })
      feedRose(userId)
      return result
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error
      // Those who met once would meet again if they came back at once.
      await new Promise((again) => { setTimeout(again, Math.random() * Math.min(500, 10 * 2 ** attempt)) })
    }
  }
}
