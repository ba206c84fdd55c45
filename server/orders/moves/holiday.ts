import type { Holiday } from '#contract/shipping/terms.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tables/tables.ts'

/** The holiday that a store has announced. */
export async function holidayOf(tx: Tx, storeId: number): Promise<Holiday | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select holiday_from::text as "from", holiday_to::text as "to"
    from store_notices where store_id = ${storeId}::int`.execute(tx)
  const { from = null, to = null } = rows[0] ?? {}
  return from !== null && to !== null ? { from, to } : null
}
