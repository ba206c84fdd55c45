import { sql } from 'kysely'
import { leftToShip, ownParcels, stageByParcels } from '#contract/orders/parts.ts'
import { isOpenReport } from '#contract/reports/rules.ts'
import { orderStages, stateOfStage } from '#contract/orders/stages.ts'
import { readAudit } from '#server/audit/read-audit.ts'
import { readOrders, type OrderRow } from '#server/orders/order/change.ts'
import { unsound } from '../market/orders.ts'
import { GAPS } from '../market/papers.ts'
import type { RaceStage } from './stage.ts'

// The rules that hold of a market after every round.

/** The faults of an order by itself, in words. */
function impossible(o: OrderRow): string[] {
  const parcels = ownParcels(o)
  const whole = leftToShip(o).length === 0
  const paid = o.paid_at !== null
  const over = o.stage === 'cancelled' || o.stage === 'refunded'
  const sent = (line: { id: number; variantId: number }): number =>
    parcels
      .flatMap(({ lines }) => lines)
      .filter((part) => part.id === line.id && part.variantId === line.variantId)
      .reduce((sum, { num }) => sum + num, 0)
  const inDispute = o.reports.some(
    ({ state, parcel }) => isOpenReport(state) && o.parcels.find(({ n }) => n === parcel)?.receivedAt === null,
  )
  const rules: [wrong: boolean, what: string][] = [
    [!orderStages.includes(o.stage), 'is in no stage'],
    [o.state !== stateOfStage(o.stage, whole), `is ${o.state}`],
    [paid && o.stage === 'unpaid', 'is paid and unpaid'],
    [!paid && !['unpaid', 'cancelled'].includes(o.stage), 'went on unpaid'],
    [(o.pay_by !== null) !== (o.stage === 'unpaid'), 'waits for a payment'],
    [over !== (o.closed_at !== null), 'is closed and not over'],
    [(o.stage === 'received' || o.stage === 'assessed') !== (o.received_at !== null), 'is received and not'],
    [(o.stage === 'disputed') !== (o.disputed_at !== null), 'has a dispute and none'],
    [o.stage === 'disputed' && !inDispute, 'is disputed and nothing is open'],
    [o.held < 0 || o.held > o.due, `holds ${o.held} of ${o.due}`],
    [o.refunded < 0 || o.refunded > o.due, `gave back ${o.refunded} of ${o.due}`],
    [o.lines.some((line) => sent(line) > line.num), 'sent more than was ordered'],
    [new Set(o.parcels.map(({ n }) => n)).size < o.parcels.length, 'has a parcel twice'],
    [
      ['partlyShipped', 'shipped', 'partlyReceived'].includes(o.stage) && o.stage !== stageByParcels(o),
      `stands at ${stageByParcels(o)}`,
    ],
    [o.held === 0 && o.release_at !== null, 'is to release nothing'],
  ]
  return rules.flatMap(([wrong, what]) => (wrong ? [`order ${o.id}, ${o.stage}, ${what}`] : []))
}

/** Each asks for rows that there must be none of. */
const none: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'a store without an owner': sql`select id from stores s where not exists (select from store_members m
    join users u on u.id = m.user_id where m.store_id = s.id and m.role = 'owner' and m.ended_at is null
    and u.deleted_at is null)`,
  'a member whose account is gone': sql`select m.store_id, m.user_id from store_members m
    join users u on u.id = m.user_id
    where u.deleted_at is not null and (m.ended_at is null or m.invited_role is not null)`,
  'an open order of an account that is gone': sql`select o.id, o.state from orders o join users u on u.id = o.user_id
    where u.deleted_at is not null and o.state in ('unpaid', 'paid', 'shipped')`,
  'a withdrawal under way of an account that is gone': sql`select w.id, w.state from withdrawals w
    join users u on u.id = w.user_id where u.deleted_at is not null and w.ended_at is null`,
  'a payment sent twice': sql`select w.id from withdrawals w join payouts p on p.withdrawal_id = w.id
    join simulated_transfers t on t.txid = p.txid and t.height is not null and not t.dropped
    group by w.id having count(*) > 1`,
  'a withdrawal that was given back and sent': sql`select w.id, w.state from withdrawals w
    join payouts p on p.withdrawal_id = w.id join simulated_transfers t on t.txid = p.txid
    where w.state in ('cancelled', 'refused', 'returned') and t.height is not null and not t.dropped`,
  'a withdrawal that needs operators and was sent without them': sql`select id from withdrawals
    where state in ('sent', 'done') and approvals > 0 and not approved`,
  'money of an account that is gone': sql`select l.account, sum(l.amount) as sum from ledger_postings l
    join users u on l.account = 'user:' || u.id || ':available' where u.deleted_at is not null
    group by 1 having sum(l.amount) <> 0`,
  'on sale, and it must not be': sql`select p.id from products p join stores s on s.id = p.store_id where p.active
    and (s.suspended_for is not null or s.closed_at is not null or p.hidden_for is not null or not p.offered)`,
  'off sale, and nothing keeps it': sql`select p.id from products p join stores s on s.id = p.store_id
    where not p.active and s.suspended_for is null and s.closed_at is null and p.hidden_for is null and p.offered`,
  'a picture of a report without its file': sql`select r.id from order_reports r, jsonb_array_elements(r.pictures) p
    where not exists (select from files f join file_contents c on c.id = f.id where 'file/' || f.name = p ->> 'src')`,
  'a picture of a review without its file': sql`select r.id from reviews r, jsonb_array_elements(r.pictures) p
    where not exists (select from files f join file_contents c on c.id = f.id where 'file/' || f.name = p ->> 'src')`,
  'a file that is used and not there': sql`select u.user_id, u.id from file_uses u
    where not exists (select from files f where f.user_id = u.user_id and f.id = u.id and f.state = 'here')`,
  'two live reports of one line': sql`select order_id from order_reports where ended_at is null
    group by order_id, parcel, product_id, variant_id having count(*) > 1`,
  'a gap in the numbers of papers': sql.raw(GAPS),
  'a payment without its invoice': sql`select id from orders
    where paid_at is not null and not exists (select from invoices i where i.id = orders.id || ':0')`,
  'a product beyond the catalogue’s feed': sql`select p.id from products p, catalogue_feed c where p.rev > c.rev`,
}

/** Everything that is wrong with the market now, in words; `deep`: the whole audit log as well. */
export async function judge({ db, made }: RaceStage, deep: boolean): Promise<string[]> {
  const faults = await unsound(db, made)
  for (const order of await readOrders(db, sql`true`)) faults.push(...impossible(order))
  for (const [what, query] of Object.entries(none))
    for (const row of (await query.execute(db)).rows) faults.push(`${what}: ${JSON.stringify(row)}`)
  if (deep && (await readAudit(db, { limit: 1, check: true })).whole !== true) faults.push('the audit log is broken')
  return faults
}
