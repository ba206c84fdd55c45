import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { lookKey } from './look-key.ts'

/** Names that are read and written at once. */
const BATCH = 500

/** Stores that are new, or have another name since looks were last kept; at most so many. */
export async function withoutLook(db: Db | Tx, limit?: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from stores s left join store_looks l on l.store_id = s.id
    where l.name is distinct from s.name limit ${limit ?? null}::int`.execute(db)
  return rows
}

/** Keeps what these stores' names look like. */
export async function keepLooksOf(db: Db | Tx, stores: readonly { id: number; name: string }[]): Promise<void> {
  const looks = stores.map((store) => ({ ...store, look: lookKey(store.name) }))
  await sql`
    insert into store_looks (store_id, name, look)
    select id, name, look from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as x(id int, name text, look text)
    order by id
    on conflict (store_id) do update set name = excluded.name, look = excluded.look`.execute(db)
}

async function keepStoreLooks(db: Db): Promise<void> {
  for (let left = BATCH; left === BATCH;) {
    const rows = await withoutLook(db, BATCH)
    await keepLooksOf(db, rows)
    left = rows.length
  }
}

/** Keeps what the names of stores look like, and those in applications that were sent before looks were kept. */
export async function keepLooks(db: Db): Promise<void> {
  for (let left = BATCH; left === BATCH;) {
    const { rows } = await sql<{ id: string; store_name: string }>`
      select id, store_name from merchant_applications where look_key is null limit ${sql.lit(BATCH)}`.execute(db)
    const looks = rows.map(({ id, store_name: name }) => ({ id, look: lookKey(name) }))
    await sql`
      update merchant_applications a set look_key = x.look
      from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as x(id uuid, look text) where a.id = x.id`.execute(db)
    left = rows.length
  }
  await keepStoreLooks(db)
}
