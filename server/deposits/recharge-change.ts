import { sql, type Selectable } from 'kysely'
import { coinOf } from '#contract/coins/assets.ts'
import { rechargeKey } from '#contract/deposits/recharges.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Recharge } from '#contract/deposits/schema-row.ts'
import type { DepositTables } from '../db/tables/deposits.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A row of the table of recharges. */
export type RechargeRow = Selectable<DepositTables['recharges']>

/** A recharge as its person sees it. */
export const rechargeJson = (r: RechargeRow): Recharge => ({
  ...{ network: r.network, txid: r.txid, asset: r.asset, state: r.state, amount: r.amount },
  ...{ confirmations: r.confirmations, needed: r.needed },
  claimed: r.claimed_at && {
    at: r.claimed_at.getTime(),
    amount: r.claimed_amount ?? '0',
    pictures: r.pictures,
  },
  at: r.at.getTime(),
  seenAt: r.seen_at?.getTime() ?? null,
})

/** A recharge as the feed carries it. */
export const rechargeChange = (r: RechargeRow): Change => ({
  table: 'recharges',
  key: rechargeKey({ ...r, coin: coinOf(r.asset) }),
  rev: r.rev,
  row: rechargeJson(r),
})

/** The key of a recharge in the feed, as SQL of its columns. */
export const rechargeKeySql = sql`network || ':' || txid || ':' || regexp_replace(asset, '^t', '')`

/** Reads the chosen recharges of a person. */
export async function readRecharges(db: Db | Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<RechargeRow>`
    select * from recharges
    where user_id = ${userId}::uuid and ${isChosen(choice, 'recharges', { rev: sql`rev`, key: rechargeKeySql })}`.execute(
    db,
  )
  return rows.map(rechargeChange)
}
