import { ladderPrice, piecesByProduct, taxOn } from './ladder.ts'

// The arithmetic of an order, the same code on the device and at the server. All amounts are minor units
// of the shop's currency.

/** What a line's price depends on. */
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
}

/** A line with its unit price and amount. */
export interface SummedLine {
  id: number
  variantId: number
  num: number
  price: number
  amount: number
}

/** What keeps an order from being placed: too few pieces of a product, or not a multiple. */
export interface Shortfall {
  id: number
  missing: number
  minimum: number
  multiple: number
}

export interface OrderSums {
  lines: SummedLine[]
  goods: number
  shipping: number
  tax: number
  total: number
  shortfalls: Shortfall[]
}

/**
 * Reckons a store's order. The ladder, the minimum and the multiple count a product's pieces over all its
 * choices together (mixed batches). `pricingOf` must know every line's product and choice.
 */
export function orderSums(
  lines: readonly PricedLine[],
  pricingOf: (line: PricedLine) => Pricing,
  terms: { shipping: number; taxBasisPoints: number },
): OrderSums {
  const pieces = piecesByProduct(lines)
  const summed = lines.map(({ id, variantId, num }): SummedLine => {
    const { ladder, extra } = pricingOf({ id, variantId, num })
    const price = ladderPrice(ladder, pieces.get(id)!, extra)
    return { id, variantId, num, price, amount: price * num }
  })
  const goods = summed.reduce((sum, l) => sum + l.amount, 0)
  const tax = taxOn(goods, terms.taxBasisPoints)
  const shortfalls = [...pieces].flatMap(([id, num]): Shortfall[] => {
    const { minimum, multiple } = pricingOf(lines.find((l) => l.id === id)!)
    const wanted = Math.ceil(Math.max(num, minimum) / multiple) * multiple
    return wanted === num ? [] : [{ id, missing: wanted - num, minimum, multiple }]
  })
  return { lines: summed, goods, shipping: terms.shipping, tax, total: goods + terms.shipping + tax, shortfalls }
}
