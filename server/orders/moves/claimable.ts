import { sql } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import { keptUnitsOf } from '#contract/earnings/rules.ts'
import { REPORT_WITHIN } from '#contract/reports/rules.ts'
import type { Tx } from '../../db/tables/tables.ts'

type Order = Omit<Parameters<typeof keptUnitsOf>[0], 'paid'> & { paid: string }

/** The longest that a report takes from its arrival, which decides whether it is in time, to its commit (ms). */
const UNDER_WAY_MS = 300_000

/** The units of a store's earnings that it keeps for what buyers may still claim back. `now` is Unix ms. */
export async function claimableFrom(tx: Tx, storeId: number, asset: Asset, now: number): Promise<bigint> {
  const at = now - UNDER_WAY_MS
  const { rows } = await sql<Order>`
    select o.paid_units::text as paid, o.due, o.fee_rate as "feeRate",
      (select json_agg(json_build_object('n', p.n, 'amount', p.amount, 'refunded', p.refunded, 'replaces', p.replaces,
        'receivedAt', floor(extract(epoch from p.received_at) * 1000)::bigint)) from parcels p
        where p.order_id = o.id) as parcels,
      (select coalesce(json_agg(json_build_object('parcel', r.parcel, 'state', r.state)), '[]') from order_reports r
        where r.order_id = o.id) as reports
    from orders o where o.store_id = ${storeId}::int and o.asset = ${asset}::text
      and (exists (select from parcels p where p.order_id = o.id
          and p.received_at >= ${new Date(at - REPORT_WITHIN)}::timestamptz)
        or exists (select from order_reports r where r.order_id = o.id and r.ended_at is null))`.execute(tx)
  return rows.reduce((sum, { paid, ...order }) => sum + keptUnitsOf({ ...order, paid: BigInt(paid) }, at), 0n)
}
