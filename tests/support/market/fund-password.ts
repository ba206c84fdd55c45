import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/tables/tables.ts'

/** Makes a person's login password their fund password too, set long ago, so that tests need only one. */
export const giveFundPassword = (db: Db | Tx, uid: string): Promise<unknown> =>
  sql`insert into fund_passwords (user_id, hash, set_at) select id, password_hash, 'epoch' from users
    where id = ${uid}::uuid`.execute(db)
