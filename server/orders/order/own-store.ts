import { sql } from 'kysely'
import { refused, type MutationCall } from '../../http/handlers.ts'

/**
 * The refusal of what a buyer does at a store that they act for themselves: its sales, ratings and problems would be of
 * its own making. Undefined for everybody else.
 */
export async function ownStore(
  { tx, userId }: Pick<MutationCall, 'tx' | 'userId'>,
  storeId: number,
): Promise<ReturnType<typeof refused> | undefined> {
  const { rows } = await sql<{ name: string }>`
    select s.name from store_members m join stores s on s.id = m.store_id
    where m.store_id = ${storeId}::int and m.user_id = ${userId}::uuid and m.ended_at is null for share of m`.execute(
    tx,
  )
  return rows[0] && refused('ownStore', { for: rows[0].name })
}
