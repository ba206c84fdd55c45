import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** An own list as its table has it. */
export interface OwnListRow {
  id: string
  name: string
  deleted: boolean
  at: Date
  rev: number
}
/** A line of one. */
export interface OwnListLineRow {
  list_id: string
  store_id: number
  product_id: number
  variant_id: number
  num: number
  at: Date
  rev: number
}

/** The columns of an OwnListRow, and of an OwnListLineRow, for `returning` and `select`. */
export const listColumns: RawBuilder<unknown> = sql`id, name, deleted, at, rev`
export const listLineColumns: RawBuilder<unknown> = sql`list_id, store_id, product_id, variant_id, num, at, rev`

/** An own list as the feed carries it. */
export const listChange = ({ at, rev, ...row }: OwnListRow): Change => ({
  table: 'ownLists',
  key: row.id,
  rev,
  row: { ...row, at: at.getTime() },
})

/** A list's line as the feed carries it. */
export const listLineChange = (l: OwnListLineRow): Change => ({
  table: 'listLines',
  key: `${l.list_id}:${l.store_id}:${l.product_id}:${l.variant_id}`,
  rev: l.rev,
  row: {
    listId: l.list_id,
    id: l.product_id,
    shopId: l.store_id,
    variantId: l.variant_id,
    num: l.num,
    at: l.at.getTime(),
  },
})

/** The chosen ones of a person's own lists and their lines. */
export async function readLists(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const lists = await sql<OwnListRow>`
    select ${listColumns} from own_lists where user_id = ${userId}::uuid
      and ${isChosen(choice, 'ownLists', { rev: sql`rev`, key: sql`id`, type: 'uuid' })}`.execute(tx)
  const lineKey = sql`list_id || ':' || store_id || ':' || product_id || ':' || variant_id`
  const lines = await sql<OwnListLineRow>`
    select ${listLineColumns} from list_lines where user_id = ${userId}::uuid
      and ${isChosen(choice, 'listLines', { rev: sql`rev`, key: lineKey })}`.execute(tx)
  return [...lists.rows.map(listChange), ...lines.rows.map(listLineChange)]
}
