import { noteKey } from '#contract/orders/line-notes.ts'
import type { QuotedLine } from '#contract/quotes/rules.ts'
import { goodsSums, withCharges, type OrderSums, type PricedLine } from '#contract/orders/sums.ts'
import { chargedOrder, chargesOf, gramsOf } from '#contract/shipping/charges.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { ProductFacts } from '#localdb/queries/orders/items.ts'

/** An order as it would be if it were placed now. */
export interface RecalculatedOrder {
  /** Undefined when nothing of the order is available any more. */
  sums: OrderSums | undefined
  /** Lines with less stock than was ordered, by their index in the order, and the quantity that is left. */
  cut: { line: number; to: number }[]
}

/**
 * Calculates an order again at today's prices and for the country that it goes to, with no more of each line than is in
 * stock. A product that is not among the facts is no longer sold. `agreedOf` tells which agreed prices hold for what is
 * left.
 */
export function recalculateOrder(
  order: Pick<Order, 'lines'>,
  facts: ProductFacts,
  country: string,
  agreedOf: (lines: readonly QuotedLine[]) => ReadonlyMap<string, number> = () => new Map(),
): RecalculatedOrder {
  const variantOf = ({ id, variantId }: { id: number; variantId: number }) =>
    facts.get(id)?.variants.find((v) => v.id === variantId)
  const left = order.lines.map((line): number => {
    const stock = line.variantId ? variantOf(line)?.stock : facts.get(line.id)?.product.stock
    return Math.min(line.num, stock ?? 0)
  })
  const cut = order.lines.flatMap((line, n) => (left[n]! < line.num ? [{ line: n, to: left[n]! }] : []))
  const lines = order.lines.flatMap(({ id, variantId, quote }, n): QuotedLine[] =>
    left[n]! > 0 ? [{ id, variantId, num: left[n]!, quote }] : [],
  )
  if (lines.length === 0) return { sums: undefined, cut }
  const agreed = agreedOf(lines)
  const pricingOf = (line: PricedLine) => {
    const { ladder, minimum, multiple } = facts.get(line.id)!.product
    return { ladder, minimum, multiple, extra: variantOf(line)?.extra ?? 0, agreed: agreed.get(noteKey(line)) }
  }
  const goods = goodsSums(lines, pricingOf)
  const weighed = lines.map((line) => ({ num: line.num, grams: gramsOf(facts.get(line.id)!, variantOf(line)) }))
  // Shipping and taxes are the store's: all its products carry the same.
  const fact = facts.get(lines[0]!.id)!
  const { currency } = fact.product
  const charges = chargesOf(fact, chargedOrder({ currency, goods: goods.goods }, weighed), country)
  // Where the charges are not known, or the store does not deliver there, the market decides when the order is placed.
  const { shipping, tax } =
    charges.kind === 'known'
      ? charges
      : { shipping: fact.shipping, tax: { rate: fact.taxBasisPoints, included: false } }
  return { sums: withCharges(goods, { shipping, tax }), cut }
}
