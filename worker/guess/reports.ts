import { isOpenReport, mayReport, nextReport, REPORTS_MAX, type ReportEvent } from '#contract/reports/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { GuessesFor } from './guess.ts'
import { movedOrder } from './orders.ts'

/** A problem was reported, if it can be; goods that were not received are then in dispute. */
function reported(row: Order | null, p: Payload<'order.report'>, at: number): Order | null {
  const { reports = [], parcels = [] } = row ?? {}
  const parcel = parcels.find((one) => one.n === p.parcel)
  const again = reports.some(
    ({ id, line, parcel: n, state }) =>
      id === p.report ||
      (n === p.parcel && line.id === p.line.id && line.variantId === p.line.variantId && isOpenReport(state)),
  )
  if (!row || !parcel || again || reports.length >= REPORTS_MAX || !mayReport(parcel, at)) return row
  const { problem, wish, text, pictures: files, line } = p
  const report = {
    ...{ id: p.report, parcel: p.parcel, line, problem, wish, text, files, pictures: [], state: 'open' as const },
    ...{ offer: null, answer: null, verdict: null, refunded: 0, at, turnAt: at, endedAt: null },
  }
  const change = { reports: [...reports, report] }
  return parcel.receivedAt === null && row.stage !== 'disputed'
    ? movedOrder(row, 'dispute', change)
    : { ...row, ...change }
}

/** A reply moves its report on; where the money goes only the server says. */
function replied(row: Order | null, p: Payload<'order.reply'>, at: number): Order | null {
  const event: ReportEvent = p.reply
  const change = (report: NonNullable<Order['reports']>[number]) => {
    const state = report.id === p.report ? nextReport(report.state, event) : undefined
    return state ? { ...report, state, turnAt: at, endedAt: isOpenReport(state) ? null : at } : report
  }
  return row?.reports ? { ...row, reports: row.reports.map(change) } : row
}

export const orderProblemGuesses: GuessesFor<'order.report' | 'order.reply'> = {
  'order.report': (row, p, { at }) => reported(row, p, at),
  'order.reply': (row, p, { at }) => replied(row, p, at),
}
