import { sql } from 'kysely'
import { entryAt } from './entry-at.ts'
import type { Asset } from '#contract/coins/assets.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

interface PostingRow {
  asset: Asset
  seq: number
  entry: number
  cause: string
  at: number
  amount: string
  balance: string
  rev: number
}

/** The chosen ones of the postings to the account of a person or a store. */
export async function readPostings(db: Db | Tx, uid: string, choice: RowChoice): Promise<Change[]> {
  const chosen = isChosen(choice, 'postings', { rev: sql`p.rev`, key: sql`p.asset || ':' || p.seq` })
  const { rows } = await sql<PostingRow>`
    select p.asset, p.seq, p.entry_id as entry, e.cause, ${entryAt} as at,
      p.amount::text, p.balance::text, p.rev
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.user_id = ${uid}::uuid and ${chosen} order by p.asset, p.seq`.execute(db)
  return rows.map(({ rev, ...row }) => ({ table: 'postings', key: `${row.asset}:${row.seq}`, rev, row }))
}
