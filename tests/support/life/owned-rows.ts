import { sql } from 'kysely'
import { personalData } from '#server/db/personal/personal-data.ts'
import { ownRowsOf } from '#server/db/personal/statements.ts'
import type { Db } from '#server/db/tables/tables.ts'

/** Whose rows are looked for. */
export interface Owner {
  uid: string
  email: string
}

/** Every row that belongs to a person, by table, as the tables are declared. */
export async function ownedRows(db: Db, { uid, email }: Owner): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, { of }] of Object.entries(personalData)) {
    if (of === undefined) continue
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t
      where ${ownRowsOf(of, { id: uid, email })} order by 1`.execute(db)
    found[name] = rows.map((r) => r.row)
  }
  return found
}
