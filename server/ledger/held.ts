import { sql } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** The accounts whose money is others', by the beginnings of their names. */
const holders = { people: 'user:', orders: 'escrow:', stores: 'store:', withdrawals: 'withdrawal:' } as const
type Holders = keyof typeof holders

/** Units of an asset that people, orders, stores and withdrawals under way hold. */
export type Held = { asset: Asset } & Record<Holders, bigint>

/** The units of each asset that the book holds for others. */
export async function heldByAsset(db: Db | Tx): Promise<Held[]> {
  const of = (name: Holders) =>
    sql`coalesce(sum(balance) filter (where starts_with(account, ${sql.lit(holders[name])})), 0)::text`
  const { rows } = await sql<{ asset: Asset } & Record<Holders, string>>`
    select asset, ${of('people')} as people, ${of('orders')} as orders, ${of('stores')} as stores,
      ${of('withdrawals')} as withdrawals
    from ledger_heads group by asset order by asset`.execute(db)
  return rows.map(({ asset, people, orders, stores, withdrawals }) => ({
    asset,
    ...{ people: BigInt(people), orders: BigInt(orders), stores: BigInt(stores), withdrawals: BigInt(withdrawals) },
  }))
}
