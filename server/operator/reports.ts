import { sql } from 'kysely'
import { isOpenReport } from '#contract/rules/order-reports.ts'
import { amountText, parseMinor } from '#contract/rules/money.ts'
import { byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { answerReport, decideDispute } from '../orders/answer-report.ts'
import { orderNumber } from '../orders/order-number.ts'
import type { Moved } from '../orders/ship.ts'
import { OperatorError } from './answer.ts'
import { auditOrder, onOrder } from './orders.ts'

const LISTED = 100
const TURNS = 'offer <amount> [words] · replace [parcel text] · decline <words> · decide <amount|0> <words>'

/** `report`: problems that are open; `report <id> offer|replace|decline|decide …`: an answer, or a decision. */
export async function report(
  db: Db,
  [id, turn, ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (id === undefined) return list(db)
  const found = await db
    .selectFrom('order_reports')
    .select('order_id')
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst()
  if (!found) throw new OperatorError(`There is no report ${id}. “report” lists them.`)
  return onOrder(db, found.order_id, async (call, order) => {
    const of = { orderId: order.id, reportId: id, at: now }
    const amount = (): number => amountIn(words[0], order.due_currency)
    const [rest, after] = [words.join(' '), words.slice(1).join(' ')]
    const said = (): Promise<Moved> => {
      if (turn === 'offer') return answerReport(call, { ...of, say: 'offer', amount: amount(), words: after })
      if (turn === 'replace')
        return answerReport(call, { ...of, say: 'replace', carrier: '', tracking: rest, words: '' })
      if (turn === 'decline') return answerReport(call, { ...of, say: 'decline', words: rest })
      if (turn === 'decide') return decideDispute(call, { ...of, refund: amount(), words: after })
      throw new OperatorError(`An answer is one of: ${TURNS}.`)
    }
    const moved = await said()
    if ('refusal' in moved) throw new OperatorError(whyNot(moved.refusal), moved.refusal)
    await auditOrder(call, actor, `report.${turn}`, order, moved.order, {
      report: id,
      words: turn === 'decide' || turn === 'offer' ? after : rest,
    })
    const { state } = moved.order.reports.find((one) => one.id === id)!
    return `Report ${id} is ${state}; order ${orderNumber(order.serial)} is ${moved.order.stage}.`
  })
}

function whyNot({ reason, params }: { reason: string; params?: Record<string, unknown> | undefined }): string {
  if (reason === 'orderMoved') return 'That cannot be said to this report any more.'
  if (reason === 'insufficientBalance') return `The store has earned too little to give that back.`
  if (params?.['path'] === 'amount') return 'The amount is above 0 and at most what was paid for the parcel.'
  return params?.['path'] === 'words' ? 'It needs words, at most 1,000 characters.' : `It was not done: ${reason}.`
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
