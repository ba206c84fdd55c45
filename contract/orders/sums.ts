import { convert, type RateOf } from '../currencies/exchange.ts'
import { ladderPrice, piecesByProduct } from '../prices/ladder.ts'
import { taxesOn, type Tax } from '../shipping/charges.ts'

// The arithmetic of an order, the same code on the device and at the server. All amounts are minor units
// of the shop's currency.

/** The parts of a line on which its price depends. */
export interface PricedLine {
  id: number
  variantId: number
  num: number
}
export interface Pricing {
  ladder: readonly { from: number; price: number }[]
  minimum: number
  multiple: number
  extra: number
  /** The unit price that was agreed for it, which holds whatever the ladder says. */
  agreed?: number | undefined
}

/** A line with its unit price and amount. */
export interface SummedLine {
  id: number
  variantId: number
  num: number
  price: number
  amount: number
}

/** The reason why an order cannot be placed: too few pieces of a product, or not a multiple. */
export interface Shortfall {
  id: number
  missing: number
  minimum: number
  multiple: number
}

/** The lines of an order, and their sums. */
export interface GoodsSums {
  lines: SummedLine[]
  goods: number
  shortfalls: Shortfall[]
}
export interface OrderSums extends GoodsSums {
  shipping: number
  tax: number
  /** Taxes that the prices of the goods include; absent where they include none. */
  taxIncluded?: number
  total: number
}

/**
 * Reckons the goods of a store's order. The ladder, the minimum and the multiple count a product's pieces over all its
 * choices together (mixed batches). `pricingOf` must know every line's product and choice.
 */
export function goodsSums(lines: readonly PricedLine[], pricingOf: (line: PricedLine) => Pricing): GoodsSums {
  const pieces = piecesByProduct(lines)
  const summed = lines.map(({ id, variantId, num }): SummedLine => {
    const { ladder, extra, agreed } = pricingOf({ id, variantId, num })
    const price = agreed ?? ladderPrice(ladder, pieces.get(id)!, extra)
    return { id, variantId, num, price, amount: price * num }
  })
  const goods = summed.reduce((sum, l) => sum + l.amount, 0)
  const shortfalls = [...pieces].flatMap(([id, num]): Shortfall[] => {
    const { minimum, multiple } = pricingOf(lines.find((l) => l.id === id)!)
    const wanted = Math.ceil(Math.max(num, minimum) / multiple) * multiple
    return wanted === num ? [] : [{ id, missing: wanted - num, minimum, multiple }]
  })
  return { lines: summed, goods, shortfalls }
}

/** The same with shipping and taxes (shipping/charges.ts). */
export function withCharges(sums: GoodsSums, { shipping, tax: by }: { shipping: number; tax: Tax }): OrderSums {
  const { tax, included } = taxesOn(sums.goods, by)
  const total = sums.goods + shipping + tax
  return { ...sums, shipping, tax, ...(included > 0 && { taxIncluded: included }), total }
}

/** Reckons an order whose shipping and taxes do not depend on where it goes. */
export const orderSums = (
  lines: readonly PricedLine[],
  pricingOf: (line: PricedLine) => Pricing,
  { shipping, taxBasisPoints }: { shipping: number; taxBasisPoints: number },
): OrderSums => withCharges(goodsSums(lines, pricingOf), { shipping, tax: { rate: taxBasisPoints, included: false } })

/** The amounts of an order, in minor units of one currency. */
export interface Amounts {
  lines: readonly { amount: number }[]
  shipping: number
  tax: number
}
/** The same amounts as they are shown in another currency. */
export interface ConvertedAmounts {
  /** The amount of each line, in their order. */
  lines: number[]
  goods: number
  shipping: number
  tax: number
  total: number
}

/** An order's amounts in another currency: each converted once, and the sums added up from those. */
export function convertSums(sums: Amounts, from: string, to: string, rateOf: RateOf): ConvertedAmounts | undefined {
  const of = (amount: number): number => convert(amount, from, to, rateOf) ?? Number.NaN
  const lines = sums.lines.map((line) => of(line.amount))
  const goods = lines.reduce((sum, amount) => sum + amount, 0)
  const [shipping, tax] = [of(sums.shipping), of(sums.tax)]
  const total = goods + shipping + tax
  return Number.isSafeInteger(total) ? { lines, goods, shipping, tax, total } : undefined
}
