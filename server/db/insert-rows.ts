import { sql } from 'kysely'
import type { Database, Tx } from './tables/tables.ts'

/** Rows a statement, so that its parameter stays small whatever is inserted. */
const BATCH = 500

/** Columns of a table with the SQL type that their JSON becomes. */
type Columns<T extends keyof Database> = { [C in keyof Database[T] & string]?: string }

/**
 * Inserts many rows in few statements: they travel as one JSON parameter a batch.
 */
export async function insertRows<T extends keyof Database & string>(
  tx: Tx,
  table: T,
  columns: Columns<T>,
  rows: readonly Record<string, unknown>[],
  progress?: (rows: number) => void,
): Promise<void> {
  const names = Object.keys(columns)
  const values = names.map((name) => sql.ref(`x.${name}`))
  const shape = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name as keyof Columns<T>]!)}`)
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)}
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as x(${sql.join(shape)})`.execute(tx)
    progress?.(batch.length)
  }
}

/** Lets a table's own numbers go on after ones that were given. */
export async function continueIds(tx: Tx, table: keyof Database & string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
    tx,
  )
}
