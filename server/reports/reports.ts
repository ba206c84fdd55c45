import { orderCause } from '#contract/wallet/posting-causes.ts'
import { nextParcel } from '#contract/orders/parts.ts'
import { refundEvent } from '#contract/reports/refunds.ts'
import { isOpenReport, nextReport, type ReportEvent } from '#contract/reports/rules.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { OrderRow } from '../orders/order/change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { notify } from '../messages/notify.ts'
import { moveOrder } from '../orders/moves/moves.ts'
import { giveBackOf } from '../orders/moves/parcel-back.ts'
import { refusalFor, type MovedOrder } from '../orders/moves/ship.ts'
import { orderNotice } from '../orders/order/tell.ts'
import { writeHeld } from '../orders/moves/held-moves.ts'

// How a report moves on. What is given back comes from where the parcel's money is: from escrow while it was not
// received, from the store's earnings afterwards; at most what was paid for the parcel.

type Reported = OrderRow['reports'][number]

/** A word to a report. */
export interface Turn {
  event: ReportEvent
  /** Unix ms. */
  at: number
  /** The amount given back or offered (minor units of what was paid). */
  amount?: number
  /** The store's words, or the operator's. */
  words?: string
  /** How a replacement is followed. */
  parcel?: { carrier: string; tracking: string }
  /** The member of the store who answers. */
  by?: string | undefined
  /** The buyer's own act: it calls nobody. */
  own?: boolean
}

/** Whether it is the operator's word. */
const isVerdict = (event: ReportEvent): boolean => event === 'grant' || event === 'dismiss'

/** The most that can still be given back for a report. */
export function refundableOf(order: OrderRow, report: Reported): number {
  const parcel = order.parcels.find(({ n }) => n === report.parcel)
  return parcel ? parcel.amount - parcel.refunded : 0
}

/** The most that can be offered for a report: the offers for other reports of its parcel may be accepted first. */
function mostToOffer(order: OrderRow, report: Reported): number {
  const others = order.reports.filter(
    ({ id, parcel, state }) => id !== report.id && parcel === report.parcel && state === 'offered',
  )
  return refundableOf(order, report) - others.reduce((sum, { offer }) => sum + (offer ?? 0), 0)
}

/**
 * Moves a report of an order on, in a transaction of its buyer's; or says why not, and then has changed nothing.
 * Returns the order as it now is.
 */
export async function moveReport(call: OwnerCall, order: OrderRow, report: Reported, turn: Turn): Promise<MovedOrder> {
  const state = nextReport(report.state, turn.event)
  if (state === undefined) return refusalFor('orderMoved')
  const { event, at } = turn
  const amount = event === 'accept' ? (report.state === 'offered' ? report.offer! : 0) : (turn.amount ?? 0)
  const gives = state === 'refunded'
  const most = event === 'offer' ? mostToOffer(order, report) : gives ? refundableOf(order, report) : undefined
  if (most !== undefined && (amount <= 0 || amount > most)) return refusalFor('invalid', 'amount')
  let moved: OrderRow = { ...order, rev: call.rev }
  if (gives) {
    const short = await giveBackFor(call, moved, report, amount, at)
    if (short) return { refusal: short }
  }
  if (event === 'replace') await sendAgain(call, moved, report, turn)
  if (state === 'replaced') await arrivedAgain(call, moved, report, at)
  await writeReport(call, moved, report, turn, { state, amount })
  await writeHeld(call.tx, moved)
  moved = await goOn(call, moved, at)
  await tellTurn(call, moved, turn, gives ? amount : 0)
  return { order: moved }
}

/** Gives money back for a report; a store that has not earned as much any more cannot. */
function giveBackFor(
  call: OwnerCall,
  order: OrderRow,
  report: Reported,
  amount: number,
  at: number,
): Promise<OwnRefusal | undefined> {
  const parcel = order.parcels.find(({ n }) => n === report.parcel)!
  const cause = orderCause(order.id, `report:${report.id}`)
  const { id, line } = report
  return giveBackOf(call, order, parcel, { amount, lines: [line], why: 'report', at, report: id, cause })
}

/** Writes the parcel that replaces what was reported; it is part of no amount. */
async function sendAgain(
  { tx }: OwnerCall,
  order: OrderRow,
  report: Reported,
  { parcel, at, by }: Turn,
): Promise<void> {
  const n = nextParcel(order)
  const { carrier = '', tracking = '' } = parcel ?? {}
  const sent = { n, lines: [report.line], carrier, tracking, amount: 0, refunded: 0 }
  await tx
    .insertInto('parcels')
    .values({
      ...{ order_id: order.id, n, carrier, tracking, amount: 0, lines: JSON.stringify(sent.lines) },
      ...{ shipped_at: new Date(at), received_at: null, replaces: report.id, shipped_by: by ?? null },
    })
    .execute()
  order.parcels = [...order.parcels, { ...sent, at, receivedAt: null, replaces: report.id, by: by ?? null }]
}

async function arrivedAgain({ tx }: OwnerCall, order: OrderRow, report: Reported, at: number): Promise<void> {
  await tx
    .updateTable('parcels')
    .set({ received_at: new Date(at) })
    .where('order_id', '=', order.id)
    .where('replaces', '=', report.id)
    .execute()
  order.parcels = order.parcels.map((one) => (one.replaces === report.id ? { ...one, receivedAt: at } : one))
}

async function writeReport(
  { tx }: OwnerCall,
  order: OrderRow,
  report: Reported,
  { event, at, words, by }: Turn,
  { state, amount }: { state: (typeof report)['state']; amount: number },
): Promise<void> {
  const gone = !isOpenReport(state)
  const judged = isVerdict(event)
  const next: Reported = {
    ...report,
    by: by ?? report.by,
    state,
    turnAt: at,
    endedAt: gone ? at : null,
    offer: event === 'offer' ? amount : report.offer,
    answer: words && !judged ? words : report.answer,
    verdict: words && judged ? words : report.verdict,
    refunded: state === 'refunded' ? amount : 0,
  }
  await tx
    .updateTable('order_reports')
    .set({
      ...{ state: state as never, turn_at: new Date(at), ended_at: gone ? new Date(at) : null },
      ...{ offer: next.offer, answer: next.answer, verdict: next.verdict, refunded: next.refunded },
      answered_by: next.by,
      store_told: event !== 'escalate' && event !== 'accept' && !judged,
    })
    .where('id', '=', report.id)
    .execute()
  order.reports = order.reports.map((one) => (one.id === report.id ? next : one))
}

/** Whether a problem with goods that were not received is still open. */
const inDispute = (order: OrderRow): boolean =>
  order.reports.some(
    (report) => isOpenReport(report.state) && order.parcels.find(({ n }) => n === report.parcel)?.receivedAt === null,
  )

/** Where a disputed order goes once its last such problem has ended: on, or to its end when all was given back. */
async function goOn(call: OwnerCall, order: OrderRow, at: number): Promise<OrderRow> {
  if (order.stage !== 'disputed' || inDispute(order)) return order
  if (order.due > 0 && order.held === 0)
    return moveOrder(call, order, { event: refundEvent(order), at, reason: 'shop' })
  return moveOrder(call, order, { event: 'resume', at })
}

const kinds: Partial<Record<ReportEvent, MessageKind>> = {
  offer: 'reportOffered',
  replace: 'reportReplaced',
  decline: 'reportDeclined',
  escalate: 'reportEscalated',
  grant: 'reportRefunded',
  accept: 'reportRefunded',
  dismiss: 'reportDismissed',
}

/** Tells the buyer of a turn; of the operator's, with the reason. */
async function tellTurn(call: OwnerCall, order: OrderRow, { event, at, own, amount, words }: Turn, given: number) {
  const kind = kinds[event]
  if (!kind || (event === 'accept' && given === 0)) return
  const notice = orderNotice(order, kind, at)
  const values = { ...notice.values, amount: given > 0 ? given : (amount ?? 0) }
  const body = words && isVerdict(event) ? { en: words } : null
  await notify(call, order.user_id, { ...notice, values, body, read: own === true })
}
