import { orderableQuantity } from '#contract/prices/ladder.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { Payload } from '#contract/registry.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { readOffer, type ReadOffer } from './read-offer.ts'

/** One product of an order as it is typed: `id` is what its quote will be called, `goods` the product. */
export interface TypedGoods {
  id: string
  goods: string
  lines: readonly { sku: string; num: string; price: string }[]
}
/** An order that is drawn up, as it is typed. */
export interface TypedDraw {
  order: string
  goods: readonly TypedGoods[]
  days: string
  note: string
}

/** A product as it is read; a line without pieces is left out. */
export interface ReadGoods {
  lines: ReadOffer['lines']
  /** Of all its lines together. */
  pieces: number
  total: number | undefined
  /** How many pieces it has to have at least, where those are too few. */
  goal: number | undefined
  whole: Payload<'quote.draw'>['goods'][number] | undefined
}
/** An order as it is read. */
export interface ReadDraw {
  goods: ReadGoods[]
  total: number | undefined
  days: number | undefined
  whole: (Pick<Payload<'quote.draw'>, 'goods'> & { days: number }) | undefined
}

/** A product as it begins: its least pieces, or none of each choice, at the list's price. */
export function begunGoods({ id, variants, ladder, minimum, currency }: StoreProduct, quote: string): TypedGoods {
  const list = ladder[0]?.price ?? 0
  const choices = Object.entries(variants).sort(([a, x], [b, y]) => x.sort - y.sort || (a < b ? -1 : 1))
  const lines = choices.map(([sku, { extra }]) => ({ sku, num: '', price: decimalOf(list + extra, currency) }))
  const alone = { sku: '', num: String(minimum), price: decimalOf(list, currency) }
  return { id: quote, goods: id, lines: lines.length > 0 ? lines : [alone] }
}

/** Reads one product, in any script's digits. */
function readGoods(typed: TypedGoods, goods: StoreProduct | undefined): ReadGoods {
  const currency = goods?.currency ?? ''
  const wanted = typed.lines.filter(({ num }) => num.trim() !== '')
  const read = readOffer(
    { lines: typed.lines.map(({ num, price }, n) => ({ variantId: n, num, price })), days: '', note: '' },
    currency,
  )
  const lines = read.lines
  const lacks = (n: number): boolean => lines[n]?.num === undefined || lines[n]?.price === undefined
  const pieces = typed.lines.reduce((sum, { num }, n) => (num.trim() === '' ? sum : sum + (lines[n]?.num ?? 0)), 0)
  const complete = typed.lines.flatMap(({ sku, num }, n) =>
    num.trim() === '' || lacks(n) ? [] : [{ sku, num: lines[n]!.num!, price: lines[n]!.price! }],
  )
  const all = complete.length === wanted.length && complete.length > 0
  const least = goods ? orderableQuantity(pieces, goods.minimum, goods.multiple) : pieces
  const goal = all && least > pieces ? least : undefined
  return {
    lines,
    pieces,
    total: all ? complete.reduce((sum, { num, price }) => sum + num * price, 0) : undefined,
    goal,
    whole:
      all && goal === undefined && goods && goods.productId !== null
        ? { id: typed.id, goods: typed.goods, productId: goods.productId, currency, lines: complete }
        : undefined,
  }
}

/** Reads an order that is drawn up. */
export function readDraw(typed: TypedDraw, goodsOf: ReadonlyMap<string, StoreProduct>): ReadDraw {
  const goods = typed.goods.map((one) => readGoods(one, goodsOf.get(one.goods)))
  const { days } = readOffer({ lines: [], days: typed.days, note: '' }, '')
  const whole = goods.flatMap((one) => one.whole ?? [])
  const all = whole.length === goods.length && goods.length > 0
  return {
    goods,
    total: goods.every(({ total }) => total !== undefined)
      ? goods.reduce((sum, { total }) => sum + total!, 0)
      : undefined,
    days,
    whole: all && days !== undefined ? { goods: whole, days } : undefined,
  }
}
