import { beginFactor, confirmFactor } from '#server/factors/second-factor.ts'
import type { Db } from '#server/db/tables/tables.ts'

/** Gives a person a second factor at a time (Unix ms); resolves to its recovery codes. */
export async function giveFactor(
  db: Db,
  { uid, email }: { uid: string; email: string },
  at: number,
): Promise<string[]> {
  await beginFactor(db, { id: uid, email }, at)
  return db.transaction().execute((tx) => confirmFactor(tx, uid, at))
}
