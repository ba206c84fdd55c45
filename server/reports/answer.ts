import { sql } from 'kysely'
import { REPORT_TEXT_MAX, type ReportEvent } from '#contract/reports/rules.ts'
import { readOrders } from '../orders/order/change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { moveReport, type Turn } from './reports.ts'
import { refusalFor, type MovedOrder } from '../orders/moves/ship.ts'

/** A report of an order, and when something is said to it (Unix ms). */
interface OnReport {
  orderId: string
  reportId: string
  at: number
  /** The member of the store who says it, if it is one. */
  by?: string
}

/**
 * A store's answer to a report, in a transaction of the buyer's. The caller has checked the right to act for the
 * order's store. An offer is `amount` in minor units of what was paid.
 */
export type StoreAnswer = OnReport &
  (
    | { say: 'offer'; amount: number; words: string }
    | { say: 'decline'; words: string }
    | { say: 'replace'; carrier: string; tracking: string; words: string }
  )
export async function answerReport(call: OwnerCall, p: StoreAnswer): Promise<MovedOrder> {
  if (p.say === 'decline' && p.words.trim() === '') return refusalFor('invalid', 'words')
  return turn(call, p, {
    event: p.say,
    ...(p.say === 'offer' && { amount: p.amount }),
    ...(p.say === 'replace' && { parcel: { carrier: p.carrier, tracking: p.tracking } }),
    words: p.words,
  })
}

/** The operator's decision on a report that was brought to them: a refund of 0 is in the store's favour. */
export type Decision = OnReport & { refund: number; words: string }
export async function decideDispute(call: OwnerCall, p: Decision): Promise<MovedOrder> {
  if (p.words.trim() === '') return refusalFor('invalid', 'words')
  const event: ReportEvent = p.refund > 0 ? 'grant' : 'dismiss'
  return turn(call, p, { event, amount: p.refund, words: p.words })
}

async function turn(
  call: OwnerCall,
  { orderId, reportId, at, by }: OnReport,
  answer: Omit<Turn, 'at' | 'by'>,
): Promise<MovedOrder> {
  const [order] = await readOrders(call.tx, sql`o.id = ${orderId}::text`)
  if (!order) return refusalFor('orderGone')
  const report = order.reports.find(({ id }) => id === reportId)
  if (!report) return refusalFor('notFound')
  const words = answer.words?.trim() ?? ''
  if (words.length > REPORT_TEXT_MAX) return refusalFor('invalid', 'words')
  return moveReport(call, order, report, { ...answer, at, words, by })
}
