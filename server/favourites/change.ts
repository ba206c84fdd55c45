import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

type Table = 'favourites' | 'follows'

/** A register's row in the feed (favourites, follows), as the feed carries it. */
export const registerChange = (table: Table, rev: number, row: { id: number; is_on: boolean; at: Date }): Change => ({
  table,
  key: String(row.id),
  rev,
  row: { id: row.id, on: row.is_on, at: row.at.getTime() },
})

/** The chosen ones of a person's rows in a register. */
export async function readRegisters(tx: Tx, userId: string, table: Table, choice: RowChoice): Promise<Change[]> {
  const id = sql.ref(table === 'favourites' ? 'product_id' : 'store_id')
  const { rows } = await sql<{ id: number; is_on: boolean; at: Date; rev: number }>`
    select ${id} as id, is_on, at, rev from ${sql.table(table)} where user_id = ${userId}::uuid
      and ${isChosen(choice, table, { rev: sql`rev`, key: id, type: 'int' })}`.execute(tx)
  return rows.map((row) => registerChange(table, row.rev, row))
}
