import { sql } from 'kysely'
import { isOpenReport } from '#contract/reports/rules.ts'
import { amountText, parseMinor } from '#contract/currencies/money.ts'
import type { ActOf } from '#contract/operator/schema-acts.ts'
import { byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import type { OrderRow } from '../orders/order/change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { answerReport, decideDispute } from './answer.ts'
import { orderNumber } from '../orders/order/number.ts'
import type { MovedOrder } from '../orders/moves/ship.ts'
import { OperatorError } from '../operator/answer.ts'
import { auditOrder, onOrder } from '../orders/moves/operator.ts'

const LISTED = 100
const TURNS = 'offer <amount> [words] · replace [parcel text] · decline <words> · decide <amount|0> <words>'

type Turn = 'offer' | 'replace' | 'decline' | 'decide'

/** Takes a turn in a problem with an order. @throws OperatorError */
async function turnIn(
  db: Db,
  { id, turn, words }: { id: string; turn: Turn; words: string },
  take: (call: OwnerCall, order: OrderRow) => Promise<MovedOrder>,
  actor: Actor,
): Promise<OrderRow> {
  const found = await db
    .selectFrom('order_reports')
    .select('order_id')
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()
  if (!found) throw new OperatorError(`There is no report ${id}. “report” lists them.`, { reason: 'notFound' })
  return onOrder(db, found.order_id, async (call, order) => {
    const moved = await take(call, order)
    if ('refusal' in moved) throw new OperatorError(whyNot(moved.refusal), moved.refusal)
    await auditOrder(call, actor, `report.${turn}`, order, moved.order, { report: id, words })
    return moved.order
  })
}

/** Decides a problem as the operator: `refund` in minor units, 0 in the store's favour. @throws OperatorError */
export const decideReport = (
  db: Db,
  { report, refund, words }: Omit<ActOf<'report'>, 'act'>,
  now: number,
  actor: Actor,
): Promise<OrderRow> =>
  turnIn(
    db,
    { id: report, turn: 'decide', words },
    (call, order) => decideDispute(call, { orderId: order.id, reportId: report, at: now, refund, words }),
    actor,
  )

const turns = ['offer', 'replace', 'decline', 'decide'] as const

/** `report`: problems that are open; `report <id> offer|replace|decline|decide …`: an answer, or a decision. */
export async function reportCommand(
  db: Db,
  [id, verb, ...typed]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (id === undefined) return list(db)
  const turn = turns.find((one) => one === verb)
  if (!turn) throw new OperatorError(`An answer is one of: ${TURNS}.`)
  const words = (turn === 'offer' || turn === 'decide' ? typed.slice(1) : typed).join(' ')
  const take = (call: OwnerCall, order: OrderRow): Promise<MovedOrder> => {
    const of = { orderId: order.id, reportId: id, at: now }
    const amount = (): number => amountIn(typed[0], order.due_currency)
    if (turn === 'offer') return answerReport(call, { ...of, say: 'offer', amount: amount(), words })
    if (turn === 'replace')
      return answerReport(call, { ...of, say: 'replace', carrier: '', tracking: words, words: '' })
    if (turn === 'decline') return answerReport(call, { ...of, say: 'decline', words })
    return decideDispute(call, { ...of, refund: amount(), words })
  }
  const order = await turnIn(db, { id, turn, words }, take, actor)
  const { state } = order.reports.find((one) => one.id === id)!
  return `Report ${id} is ${state}; order ${orderNumber(order.serial)} is ${order.stage}.`
}

function whyNot({ reason, params }: { reason: string; params?: Record<string, unknown> | undefined }): string {
  if (reason === 'orderMoved') return 'This report has moved on. Read it again.'
  if (reason === 'insufficientBalance') return 'The store’s earnings do not cover that amount.'
  if (params?.['path'] === 'amount') return 'The amount is above 0 and at most what was paid for the parcel.'
  return params?.['path'] === 'words' ? 'It needs words, at most 1,000 characters.' : `Nothing was changed: ${reason}.`
}

function amountIn(text: string | undefined, currency: string): number {
  const amount = parseMinor(text ?? '', currency)
  if (amount === undefined) throw new OperatorError(`An amount is a number such as 12.50, not “${text ?? ''}”.`)
  return amount
}

async function list(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('order_reports as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .selectAll('r')
    .select(['o.serial', 'o.due_currency'])
    .where('r.ended_at', 'is', null)
    .orderBy('r.turn_at')
    .limit(LISTED)
    .execute()
  const open = rows.filter((row) => isOpenReport(row.state))
  if (open.length === 0) return 'No problems.'
  return open
    .map((row) =>
      [
        row.id,
        orderNumber(row.serial),
        row.state,
        `${row.problem}: ${row.num} of ${row.product_id}${row.variant_id ? `:${row.variant_id}` : ''}`,
        `wishes ${row.wish}`,
        ...(row.offer === null ? [] : [`offered ${amountText(row.offer, row.due_currency)}`]),
        JSON.stringify(row.text),
      ].join('  '),
    )
    .join('\n')
}
