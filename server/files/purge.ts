import { sql } from 'kysely'
import { UNUSED_FILE_DAYS } from '#contract/pictures/files.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isOrdered } from './read-picture.ts'

/** Deletes files of a person at once, unless something names them. */
export async function forgetFiles(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from files f where f.user_id = ${userId}::uuid and f.id = any(${ids}::text[])
      and not exists (select from file_uses u where u.user_id = f.user_id and u.id = f.id)`.execute(tx)
}

/**
 * Deletes the files that nothing, not even what was ordered, has named for as long as a device may rely on. Returns how
 * many went.
 */
export async function purgeFiles(db: Db, now: number): Promise<number> {
  const before = new Date(now - UNUSED_FILE_DAYS * 86_400_000)
  return db.transaction().execute(async (tx) => {
    // A claim locks the file's row: one that is under way is passed over, one that came before is seen by the second
    // statement, and one that comes now waits until the file is gone.
    const unused = sql`not exists (select from file_uses u where u.user_id = f.user_id and u.id = f.id)
        and not ${isOrdered}`
    const { rows: old } = await sql<{ user_id: string; id: string }>`
      select f.user_id, f.id from files f where f.at < ${before} and ${unused} for update skip locked`.execute(tx)
    const gone = await sql`
      delete from files f
      using unnest(${old.map((f) => f.user_id)}::uuid[], ${old.map((f) => f.id)}::text[]) o(user_id, id)
      where f.user_id = o.user_id and f.id = o.id and ${unused}`.execute(tx)
    return Number(gone.numAffectedRows ?? 0)
  })
}
