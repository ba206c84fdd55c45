import { sql, type RawBuilder } from 'kysely'
import { ANSWER_WITHIN, REPLY_WITHIN, type ReportEvent } from '#contract/rules/order-reports.ts'
import { nextStage, SHIP_WITHIN } from '#contract/rules/order-stages.ts'
import type { Db } from '../db/tables.ts'
import { readOrders, type OrderRow } from '../feed/order-change.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'
import { moveOrder } from '../orders/moves.ts'
import { moveReport } from '../orders/reports.ts'
import { orderNotice } from '../orders/tell.ts'
import { tellMembers } from '../stores/tell-members.ts'

// What happens to orders because time passes (docs/order-stages.md): money that nobody released or disputed goes to the
// store, late orders are told of, and a report on which a side is silent goes on without it.

/** So many orders a round; what is left over comes with the next. */
const ROUND = 200
/** So long before its money is released a buyer is told (ms). */
const TELL_RELEASE = 3 * 86_400_000

type Report = (error: unknown) => void
const thrown: Report = (error) => {
  throw error
}

/** Does something with each order `o` of a condition, in its buyer's transaction, where the condition still holds. */
async function onEach(
  db: Db,
  which: RawBuilder<unknown>,
  work: (call: OwnerCall, order: OrderRow) => Promise<void>,
  report: Report,
): Promise<number> {
  // In another order each round, so that orders that always fail do not keep the others from being read.
  const { rows } = await sql<{ id: string; user_id: string }>`
    select o.id, o.user_id from orders o where ${which} order by random() limit ${sql.lit(ROUND)}`.execute(db)
  let done = 0
  for (const { id, user_id } of rows)
    try {
      done += await ownerTransaction(db, user_id, async (call) => {
        const [order] = await readOrders(call.tx, sql`o.id = ${id}::text and ${which}`)
        if (!order) return 0
        await work(call, order)
        return 1
      })
    } catch (error) {
      report(error)
    }
  return done
}

const time = (ms: number) => sql`${new Date(ms)}::timestamptz`

/** Gives stores what was neither released nor disputed in its time. Returns of how many orders. */
export const releaseOrders = (db: Db, now: number, report: Report = thrown): Promise<number> =>
  onEach(
    db,
    sql`o.release_at <= ${time(now)} and o.disputed_at is null and o.stage in ('shipped', 'partlyReceived')`,
    async (call, order) => {
      if (nextStage(order.stage, 'release') !== undefined) await moveOrder(call, order, { event: 'release', at: now })
    },
    report,
  )

/** Tells buyers, once, that their money is about to be released. */
export const tellOfRelease = (db: Db, now: number, report: Report = thrown): Promise<number> =>
  onEach(
    db,
    sql`o.release_at <= ${time(now + TELL_RELEASE)} and o.release_at > ${time(now)} and o.disputed_at is null
      and o.release_told_at is null and o.stage in ('shipped', 'partlyReceived')`,
    async (call, order) => {
      await notify(call, order.user_id, {
        ...orderNotice(order, 'orderReleaseSoon', now),
        values: { ...orderNotice(order, 'orderReleaseSoon', now).values, amount: order.held },
      })
      await call.tx
        .updateTable('orders')
        .set({ release_told_at: new Date(now) })
        .where('id', '=', order.id)
        .execute()
    },
    report,
  )

/** Tells both sides, once, of orders that have not left in time. */
export async function tellOfLate(db: Db, now: number, report: Report = thrown): Promise<number> {
  const late: OrderRow[] = []
  const told = await onEach(
    db,
    sql`o.state = 'paid' and o.stage in ('paid', 'partlyShipped') and o.late_told_at is null
      and o.paid_at <= ${time(now - SHIP_WITHIN)}`,
    async (call, order) => {
      await notify(call, order.user_id, orderNotice(order, 'orderLate', now))
      await call.tx
        .updateTable('orders')
        .set({ late_told_at: new Date(now) })
        .where('id', '=', order.id)
        .execute()
      late.push(order)
    },
    report,
  )
  for (const order of late) await tellMembers(db, order.store_id, storeNotice(order, 'storeLate', now))
  return told
}

/** What a store is told of an order: its subject is the store's own order, not the buyer's. */
const storeNotice = (order: OrderRow, kind: 'storeLate' | 'storeReport' | 'storeDecided', at: number) => ({
  ...orderNotice(order, kind, at),
  subject: null,
})

/** Moves reports on whose other side has been silent for its time. Returns of how many orders. */
export const endSilence = (db: Db, now: number, report: Report = thrown): Promise<number> =>
  onEach(
    db,
    sql`exists (select from order_reports r where r.order_id = o.id and r.ended_at is null
      and ((r.state = 'open' and r.turn_at <= ${time(now - ANSWER_WITHIN)})
        or (r.state in ('offered', 'replacing', 'declined') and r.turn_at <= ${time(now - REPLY_WITHIN)})))`,
    async (call, found) => {
      let order = found
      for (const { id } of found.reports) {
        const one = order.reports.find((other) => other.id === id)!
        const event = silent(one.state, now - one.turnAt)
        if (!event) continue
        const moved = await moveReport(call, order, one, { event, at: now })
        if ('order' in moved) order = moved.order
      }
    },
    report,
  )

/** What becomes of a report in a state after so long without a word (ms). */
function silent(state: string, ms: number): ReportEvent | undefined {
  if (state === 'open') return ms >= ANSWER_WITHIN ? 'escalate' : undefined
  if (ms < REPLY_WITHIN) return undefined
  if (state === 'declined') return 'withdraw'
  return state === 'offered' || state === 'replacing' ? 'accept' : undefined
}

/** That there is something to read of a report; of one that the operator has decided, the decision's reason. */
const wordToStore = (order: OrderRow, verdict: string | null, at: number): Notice =>
  verdict === null
    ? storeNotice(order, 'storeReport', at)
    : { ...storeNotice(order, 'storeDecided', at), body: { en: verdict } }

/** Tells stores of reports, and of what buyers answered. Returns of how many. */
export async function tellStores(db: Db, now: number): Promise<number> {
  const rows = await db
    .selectFrom('order_reports')
    .select(['id', 'order_id', 'state', 'verdict'])
    .where('store_told', '=', false)
    .limit(ROUND)
    .execute()
  for (const { id, order_id, state, verdict } of rows) {
    const [order] = await readOrders(db, sql`o.id = ${order_id}::text`)
    if (order) await tellMembers(db, order.store_id, wordToStore(order, verdict, now))
    await db
      .updateTable('order_reports')
      .set({ store_told: true })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute()
  }
  return rows.length
}
