import { leftToShip, nextParcel, nextShare, ownParcels, stageByParcels } from '#contract/orders/parts.ts'
import { mostOfParcel, nextRefund, refundEvent, refundOf } from '#contract/reports/refunds.ts'
import { nextReport, type ReportEvent } from '#contract/reports/rules.ts'
import { BACK, nextStage, stageOf, stateOfStage, type OrderEvent } from '#contract/orders/stages.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import type { GuessesFor } from '../guess.ts'

/** The sale after an event, if that can happen in its stage; otherwise the sale as it is. */
function moved(row: Sale, event: OrderEvent, change: Partial<Sale>): Sale {
  const next = nextStage(stageOf(row), event)
  if (!next) return row
  const sale = { ...row, ...change }
  const stage = next === BACK ? stageByParcels(sale) : next
  return { ...sale, stage, state: stateOfStage(stage, leftToShip(sale).length === 0) }
}

const paidOf = (row: Sale): number => row.due?.amount ?? row.total

/** Sends a parcel, unless somebody has sent one in its place or there is less left. The server says who sent it. */
function shipped(row: Sale, { parcel, lines, carrier, tracking }: Payload<'sale.ship'>, at: number): Sale {
  const left = leftToShip(row)
  const numOf = (parts: typeof lines, of: { id: number; variantId: number }): number =>
    parts.find((part) => part.id === of.id && part.variantId === of.variantId)?.num ?? 0
  const fits = lines.every((line) => line.num <= numOf(left, line))
  if (!fits || ownParcels(row).some(({ n }) => n >= parcel)) return row
  const last = left.every((line) => line.num === numOf(lines, line))
  const sent = {
    ...{ n: nextParcel(row), lines, carrier, tracking, at, receivedAt: null, replaces: null },
    ...{ amount: nextShare(row, paidOf(row), lines, last), refunded: 0 },
  }
  return moved(row, last ? 'ship' : 'shipPart', {
    parcels: [...(row.parcels ?? []), sent],
    parcel: [carrier, tracking].filter(Boolean).join(' ') || null,
    ...(last && { shippedAt: at }),
  })
}

type Reported = NonNullable<Sale['reports']>[number]

/** The sale after the store's answer to a reported problem, if the report can still take that answer. */
function withAnswer(row: Sale, id: string, event: ReportEvent, at: number, change: Partial<Reported>): Sale {
  const reports = (row.reports ?? []).map((report) => {
    const state = report.id === id ? nextReport(report.state, event) : undefined
    return state ? { ...report, ...change, state, turnAt: at } : report
  })
  return { ...row, reports }
}

function answered(row: Sale, p: Payload<'sale.answer'>, at: number): Sale {
  const report = row.reports?.find(({ id }) => id === p.report)
  if (!report || !nextReport(report.state, p.say)) return row
  const after = withAnswer(row, p.report, p.say, at, { answer: p.words.trim() || report.answer })
  if (p.say === 'decline') return after
  const { carrier, tracking } = p
  const again = {
    ...{ n: nextParcel(row), lines: [report.line], carrier, tracking, amount: 0, refunded: 0, at },
    ...{ receivedAt: null, replaces: report.id },
  }
  return { ...after, parcels: [...(row.parcels ?? []), again] }
}

function refunded(row: Sale, { what, amount }: Payload<'sale.refund'>, at: number): Sale {
  const held = row.held ?? 0
  const back = refundOf({ ...row, paid: paidOf(row), held, stage: stageOf(row) }, what)
  if (!back || back.amount !== amount) return row
  return moved(row, back.event, {
    ...{ held: held - amount, refunded: (row.refunded ?? 0) + amount },
    ...(back.event === 'cancelRest' && { short: true }),
    ...(back.event === 'refund' && { closedAt: at, reason: 'shop' as const }),
  })
}

/** Refunds a part of a parcel's share: out of the held money while the parcel has not arrived. */
function partRefunded(row: Sale, { refund, parcel: n, amount, words }: Payload<'sale.refundPart'>, at: number): Sale {
  const parcel = ownParcels(row).find((one) => one.n === n)
  if (!parcel || refund !== nextRefund(row) || amount > mostOfParcel(row, n)) return row
  const held = (row.held ?? 0) - (parcel.receivedAt === null ? amount : 0)
  const after = {
    ...row,
    ...{ held, refunded: (row.refunded ?? 0) + amount },
    parcels: row.parcels!.map((one) => (one === parcel ? { ...one, refunded: one.refunded + amount } : one)),
    refunds: [...(row.refunds ?? []), { amount, why: 'part' as const, at, parcel: n, words }],
  }
  return held > 0 ? after : moved(after, refundEvent(after), {})
}

/** The guesses for a store's orders, until the server answers. */
export const saleGuesses: GuessesFor<Extract<StoreMutationName, `sale.${string}`>> = {
  'sale.ship': (row, p, { at }) => row && shipped(row, p, at),
  'sale.answer': (row, p, { at }) => row && answered(row, p, at),
  'sale.offer': (row, p, { at }) =>
    row &&
    withAnswer(row, p.report, 'offer', at, { offer: p.amount, ...(p.words.trim() && { answer: p.words.trim() }) }),
  'sale.refundPart': (row, p, { at }) => row && partRefunded(row, p, at),
  'sale.refund': (row, p, { at }) => row && refunded(row, p, at),
}
