import { isOpenReport, mayReport, REPORTS_MAX } from '#contract/reports/rules.ts'
import { nextStage } from '#contract/orders/stages.ts'
import { ownParcels } from '#contract/orders/parts.ts'
import type { Payload } from '#contract/registry.ts'
import { orderChange, readOrder, type OrderRow } from '../orders/order/change.ts'
import { claimFiles } from '../files/claim-files.ts'
import { refused, type MutationCall, type Verdict } from '../http/handlers.ts'
import { moveOrder } from '../orders/moves/moves.ts'
import { moveReport } from './reports.ts'

/** Writes a problem with a line of a parcel down; goods that were not received are then in dispute. */
export async function reportProblem(call: MutationCall, p: Payload<'order.report'>): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, p.id)
  if (!order) return refused('orderGone')
  const rows = [orderChange(order)]
  if (order.reports.some(({ id }) => id === p.report)) return { kind: 'accepted', rows }
  const parcel = ownParcels(order).find(({ n }) => n === p.parcel)
  const part = parcel?.lines.find(({ id, variantId }) => id === p.line.id && variantId === p.line.variantId)
  if (!parcel || !part || part.num < p.line.num) return { ...refused('notFound'), rows }
  if (!mayReport(parcel, call.now())) return { ...refused('reportTooLate'), rows }
  const disputes = parcel.receivedAt === null
  const may = !disputes || order.stage === 'disputed' || nextStage(order.stage, 'dispute') !== undefined
  const twice = order.reports.some(
    ({ parcel: n, line, state }) =>
      n === p.parcel && line.id === part.id && line.variantId === part.variantId && isOpenReport(state),
  )
  if (!may || twice) return { ...refused('orderMoved'), rows }
  if (order.reports.length >= REPORTS_MAX) return { ...refused('reportsFull', { max: REPORTS_MAX }), rows }
  if (await isTaken(call, p.report)) return { ...refused('notFound'), rows }
  const pictures = await claimFiles(call, 'order.report', p, `report:${p.report}`)
  if ('reason' in pictures) return { kind: 'refused', refusal: pictures }
  await write(call, p, JSON.stringify(pictures))
  if (disputes && order.stage !== 'disputed') await moveOrder(call, order, { event: 'dispute', at: call.now() })
  else await touch(call, order)
  return { kind: 'accepted', rows: [orderChange((await readOrder(call.tx, call.userId, p.id))!)] }
}

/** Whether a report of another order has this id. */
const isTaken = async ({ tx }: MutationCall, id: string): Promise<boolean> =>
  (await tx.selectFrom('order_reports').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function write(call: MutationCall, p: Payload<'order.report'>, pictures: string): Promise<void> {
  const at = new Date(call.now())
  await call.tx
    .insertInto('order_reports')
    .values({
      ...{ id: p.report, user_id: call.userId, order_id: p.id, parcel: p.parcel },
      ...{ product_id: p.line.id, variant_id: p.line.variantId, num: p.line.num },
      ...{ problem: p.problem, wish: p.wish, text: p.text, files: JSON.stringify(p.pictures), pictures },
      ...{ state: 'open' as const, offer: null, answer: null, verdict: null, at, turn_at: at, ended_at: null },
    })
    .execute()
}

const touch = async ({ tx, rev }: MutationCall, order: OrderRow): Promise<void> => {
  await tx.updateTable('orders').set({ rev }).where('id', '=', order.id).execute()
}

/** The buyer's answer to what the store said; an offer is taken only as it was seen. */
export async function replyToReport(call: MutationCall, p: Payload<'order.reply'>): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, p.id)
  if (!order) return refused('orderGone')
  const rows = [orderChange(order)]
  const report = order.reports.find(({ id }) => id === p.report)
  if (!report) return { ...refused('notFound'), rows }
  if (p.reply === 'accept' && report.state === 'offered' && report.offer !== p.offer)
    return { ...refused('orderMoved'), rows }
  const moved = await moveReport(call, order, report, { event: p.reply, at: call.now(), own: true })
  if ('refusal' in moved) return { kind: 'refused', refusal: moved.refusal, rows }
  return { kind: 'accepted', rows: [orderChange((await readOrder(call.tx, call.userId, p.id))!)] }
}
