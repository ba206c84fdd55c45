import {
  goodsChangeOf,
  goodsFault,
  GOODS_PRICE_MAX,
  GOODS_STOCK_MAX,
  PERCENT_LEAST,
  PERCENT_MOST,
  type GoodsFields,
  type GoodsPatch,
} from './rules.ts'
import type { KeptGoods, Planned } from './import.ts'
import { Faulty, type RawFault } from './raw.ts'
import { amount } from './values.ts'

// One change of many products at once, planned for each of them as for the products of a file (import.ts).

/** A product as its store has it, for such a change. */
export interface BulkGoods extends KeptGoods {
  /** The market has taken it off. */
  barred: boolean
}

export type BulkAct =
  /** The price of one piece, a decimal in the currency of each product. */
  | { kind: 'price'; text: string }
  /** All prices of the product, raised or lowered by this many hundredths of a percent. */
  | { kind: 'percent'; by: number }
  /** The pieces that are added to each choice, or taken away (below zero). */
  | { kind: 'stock'; by: number }
  | { kind: 'show'; on: boolean }
  | { kind: 'category'; id: number }

function scaled(price: number, by: number): number {
  const next = Math.round((price * (10_000 + by)) / 10_000)
  if (next > GOODS_PRICE_MAX) throw new Faulty('price', 'badPrice', String(next))
  return next
}

/** The fields of a product that the change writes. @throws Faulty */
function patchOf(act: BulkAct, now: GoodsFields): GoodsPatch {
  if (act.kind === 'category') return { categoryId: act.id }
  if (act.kind === 'price') {
    const price = amount(act.text, now.currency, 'price')
    const further = now.ladder.slice(1)
    if (further.some((step) => step.price > price)) throw new Faulty('price', 'stepsAbove')
    return { ladder: [{ from: 1, price }, ...further] }
  }
  if (act.kind !== 'percent') return {}
  if (act.by < PERCENT_LEAST || act.by > PERCENT_MOST) throw new Faulty('price', 'badNumber', String(act.by))
  if (now.ladder.length === 0) throw new Faulty('price', 'noPrice')
  const dearer = Object.entries(now.variants).map(
    ([sku, variant]) => [sku, { ...variant, extra: scaled(variant.extra, act.by) }] as const,
  )
  return {
    ladder: now.ladder.map(({ from, price }) => ({ from, price: scaled(price, act.by) })),
    variants: Object.fromEntries(dearer),
  }
}

/** The change in the stock of each choice ('' without choices). @throws Faulty */
function moves(act: BulkAct, now: KeptGoods): { sku: string; by: number }[] {
  if (act.kind !== 'stock' || act.by === 0) return []
  const skus = Object.keys(now.variants)
  const shelf =
    skus.length === 0 ? ([['', now.stock]] as const) : skus.map((sku) => [sku, now.stocks[sku] ?? 0] as const)
  return shelf.map(([sku, stock]) => {
    if (stock + act.by < Math.min(0, stock)) throw new Faulty('stock', 'tooFew', String(stock))
    if (stock + act.by > GOODS_STOCK_MAX) throw new Faulty('stock', 'badNumber', String(stock + act.by))
    return { sku, by: act.by }
  })
}

function stateOf(act: BulkAct, now: BulkGoods): KeptGoods['state'] {
  if (act.kind !== 'show') return now.state
  if (!act.on) return now.state === 'draft' ? 'draft' : 'hidden'
  if (now.barred) throw new Faulty('state', 'barred')
  return 'listed'
}

function planOne(act: BulkAct, now: BulkGoods, row: number): Planned {
  const { id } = now
  const title = now.title['en'] ?? Object.values(now.title)[0] ?? now.code
  const change = goodsChangeOf(now, patchOf(act, now))
  const state = stateOf(act, now)
  const after = change ? { ...now, ladder: change.to.ladder ?? now.ladder } : now
  if (goodsFault(after, state) === 'price') throw new Faulty('price', 'noPrice')
  const stock = moves(act, now)
  const moved = state === now.state ? undefined : state
  if (!change && stock.length === 0 && moved === undefined) return { row, id, title, kind: 'same' }
  return { row, id, title, kind: 'changed', change, stock, state: moved }
}

/** The plan of a change for each product (`row` from 1 on). Products to which it cannot be applied are faults. */
export function planBulk(all: readonly BulkGoods[], act: BulkAct): { planned: Planned[]; faults: RawFault[] } {
  const [planned, faults]: [Planned[], RawFault[]] = [[], []]
  for (const [i, now] of all.entries())
    try {
      planned.push(planOne(act, now, i + 1))
    } catch (error) {
      if (!(error instanceof Faulty)) throw error
      const { column, fault } = error.at
      faults.push({ row: i + 1, column, fault, value: now.title['en'] ?? Object.values(now.title)[0] ?? now.code })
    }
  return { planned, faults }
}
