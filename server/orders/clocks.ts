import { sql, type RawBuilder } from 'kysely'
import { ANSWER_WITHIN, answerBy, REPLY_WITHIN, type ReportEvent } from '#contract/reports/rules.ts'
import { nextStage, SHIP_WITHIN } from '#contract/orders/stages.ts'
import { byTimer } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { readOrders, type OrderRow } from './order/change.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { notify, type Notification } from '../messages/notify.ts'
import { auditOrder } from './moves/operator.ts'
import { moveOrder } from './moves/moves.ts'
import { moveReport } from '../reports/reports.ts'
import { tellStore } from '../messages/tell-store.ts'
import { orderNotice, saleNotice } from './order/tell.ts'
import { holidayOf } from './moves/holiday.ts'

// The changes to orders that come with time (docs/order-stages.md): money that nobody released or disputed goes to the
// store, both sides hear of late orders, and a report on which one side is silent goes on without it.

/** The most orders per round; the rest follow in the next. */
const ROUND = 200
/** How long before the release of the money its buyer is notified (ms). */
const TELL_RELEASE = 3 * 86_400_000

type Report = (error: unknown) => void
const thrown: Report = (error) => {
  throw error
}

/**
 * Does something with each order `o` of a condition, in its buyer's transaction, where the condition still holds.
 * Returns the number of orders; those for which `work` returns false are not counted.
 */
async function onEach(
  db: Db,
  which: RawBuilder<unknown>,
  work: (call: OwnerCall, order: OrderRow) => Promise<unknown>,
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
        return (await work(call, order)) === false ? 0 : 1
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
      if (nextStage(order.stage, 'release') === undefined) return
      const released = await moveOrder(call, order, { event: 'release', at: now })
      await auditOrder(call, byTimer, 'release', order, released)
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
export const tellOfLate = (db: Db, now: number, report: Report = thrown): Promise<number> =>
  onEach(
    db,
    sql`o.state = 'paid' and o.stage in ('paid', 'partlyShipped') and o.late_told_at is null
      and o.paid_at <= ${time(now - SHIP_WITHIN)} and coalesce(o.ship_by, o.paid_at) <= ${time(now)}`,
    async (call, order) => {
      await notify(call, order.user_id, orderNotice(order, 'orderLate', now))
      await tellStore(call.tx, order.store_id, saleNotice(order, 'storeLate', now))
      await call.tx
        .updateTable('orders')
        .set({ late_told_at: new Date(now) })
        .where('id', '=', order.id)
        .execute()
    },
    report,
  )

/** Moves reports on whose other side has been silent for its time. Returns of how many orders. */
export const endSilence = (db: Db, now: number, report: Report = thrown): Promise<number> =>
  onEach(
    db,
    sql`exists (select from order_reports r where r.order_id = o.id and r.ended_at is null
      and ((r.state = 'open' and r.turn_at <= ${time(now - ANSWER_WITHIN)})
        or (r.state in ('offered', 'replacing', 'declined') and r.turn_at <= ${time(now - REPLY_WITHIN)})))`,
    async (call, found) => {
      const holiday = await holidayOf(call.tx, found.store_id)
      let order = found
      const entries: (() => Promise<void>)[] = []
      for (const { id } of found.reports) {
        const one = order.reports.find((other) => other.id === id)!
        const event = silent(one, { now, answerBy: answerBy(one.turnAt, holiday) })
        if (!event) continue
        let did = event
        let moved = await moveReport(call, order, one, { event, at: now })
        if ('refusal' in moved) {
          // An offer that can no longer be paid, since its parcel's money has gone: the operator decides.
          did = 'escalate'
          moved = await moveReport(call, order, one, { event: did, at: now })
        }
        if ('refusal' in moved) continue
        const [before, after] = [order, moved.order]
        entries.push(() => auditOrder(call, byTimer, `report.${did}`, before, after, { report: id }))
        order = after
      }
      for (const write of entries) await write()
      return entries.length > 0
    },
    report,
  )

/** The event that is due on a report whose turn goes unanswered (times in Unix ms); undefined while none is. */
function silent(
  { state, turnAt }: { state: string; turnAt: number },
  { now, answerBy: by }: { now: number; answerBy: number },
): ReportEvent | undefined {
  if (state === 'open') return now >= by ? 'escalate' : undefined
  if (now < turnAt + REPLY_WITHIN) return undefined
  if (state === 'declined') return 'withdraw'
  return state === 'offered' || state === 'replacing' ? 'accept' : undefined
}

/** The news of a report for a store: that it is there, was brought to the operator, or has ended, and why. */
function wordToStore(
  order: OrderRow,
  { state, verdict }: { state: string; verdict: string | null },
  at: number,
): Notification {
  if (verdict !== null) return { ...saleNotice(order, 'storeDecided', at), body: { en: verdict } }
  if (state === 'escalated') return saleNotice(order, 'storeReportBrought', at)
  const taken = state === 'refunded' || state === 'replaced'
  return saleNotice(order, taken ? 'storeReportTaken' : 'storeReport', at)
}

/** Tells stores of reports, and of what buyers answered. Returns of how many. */
export async function tellStores(db: Db, now: number, report: Report = thrown): Promise<number> {
  const { rows } = await sql<{ id: string; buyer: string }>`
    select r.id, o.user_id as buyer from order_reports r join orders o on o.id = r.order_id
    where not r.store_told order by random() limit ${sql.lit(ROUND)}`.execute(db)
  for (const { id, buyer } of rows)
    await ownerTransaction(db, buyer, async ({ tx }) => {
      const read = await tx
        .updateTable('order_reports')
        .set({ store_told: true })
        .where('id', '=', id)
        .where('store_told', '=', false)
        .returning(['order_id', 'state', 'verdict'])
        .executeTakeFirst()
      if (!read) return
      const [order] = await readOrders(tx, sql`o.id = ${read.order_id}::text`)
      if (order) await tellStore(tx, order.store_id, wordToStore(order, read, now))
    }).catch(report)
  return rows.length
}
