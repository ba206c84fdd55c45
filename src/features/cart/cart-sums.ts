import { groupCart, type CartGroup } from '#contract/rules/cart.ts'
import { ladderPrice, orderableQuantity, piecesByProduct, taxOn } from '#contract/rules/ladder.ts'
import type { Store } from '#contract/schema/catalogue.ts'
import type { CartItem } from '#localdb/queries/cart.ts'

/** A cart line with its current price and the notes for the person. */
export interface PricedItem extends CartItem {
  /**
   * Unit price in minor units of `currency` at the product's total quantity; the price seen when it was added while
   * nothing newer is on this device.
   */
  unit: number
  priceChanged: 'up' | 'down' | undefined
  /** Pieces in stock, when fewer than wanted. */
  short: number | undefined
  /** Pieces still missing, and the orderable quantity they lead to. */
  more: { pieces: number; goal: number; because: 'minimum' | 'multiple' } | undefined
}

/**
 * The totals of the ticked lines in one currency, in minor units. `unknownTerms`: shipping and taxes are not all known
 * on this device.
 */
export interface Sum {
  currency: string
  pieces: number
  goods: number
  shipping: number
  taxes: number
  unknownTerms: boolean
}
export const sumTotal = (sum: Sum): number => sum.goods + sum.shipping + sum.taxes

export interface PricedGroup extends CartGroup<PricedItem> {
  sums: Sum[]
}

/**
 * Calculates the whole cart: the price of each line, what is missing, and the totals of the ticked lines by store and
 * by currency.
 */
export function priceCart(
  items: readonly CartItem[],
  stores: ReadonlyMap<number, Store>,
  shopFallback: (id: number) => string,
): { groups: PricedGroup[]; totals: Sum[] } {
  const ticked = piecesByProduct(items.filter((item) => item.ticked))
  const priced = items.map((item) => price(item, (ticked.get(item.id) ?? 0) + (item.ticked ? 0 : item.num)))
  const groups = groupCart(priced, (id) => stores.get(id)?.name ?? shopFallback(id)).map((group) => ({
    ...group,
    sums: sumsOf(group.goods),
  }))
  const totals = new Map<string, Sum>()
  for (const sum of groups.flatMap((group) => group.sums)) {
    const so = totals.get(sum.currency)
    totals.set(sum.currency, so ? plus(so, sum) : sum)
  }
  return { groups, totals: [...totals.values()] }
}

function price(item: CartItem, pieces: number): PricedItem {
  const { product, variant } = item
  const base: PricedItem = { ...item, unit: item.seenPrice, priceChanged: undefined, short: undefined, more: undefined }
  if (!product) return base
  const stock = item.variantId ? variant?.stock : product.stock
  const goal = orderableQuantity(pieces, product.minimum, product.multiple)
  const out: PricedItem = {
    ...base,
    short: stock !== undefined && stock < item.num ? stock : undefined,
    more:
      goal > pieces
        ? { pieces: goal - pieces, goal, because: pieces < product.minimum ? 'minimum' : 'multiple' }
        : undefined,
  }
  // Without its variant the extra charge is unknown.
  if (item.variantId && !variant) return out
  const extra = variant?.extra ?? 0
  out.unit = ladderPrice(product.ladder, pieces, extra)
  out.currency = product.currency
  // The price seen was that of one ladder step: it has changed when no step has that price any more.
  const stands =
    item.currency === product.currency && product.ladder.some((step) => step.price + extra === item.seenPrice)
  if (!stands && item.currency === product.currency) out.priceChanged = out.unit > item.seenPrice ? 'up' : 'down'
  return out
}

function sumsOf(goods: readonly PricedItem[]): Sum[] {
  const sums = new Map<string, Sum>()
  // Lines that are no longer sold cost nothing.
  for (const item of goods.filter((g) => g.ticked && !g.gone)) {
    const sum = sums.get(item.currency) ?? {
      currency: item.currency,
      pieces: 0,
      goods: 0,
      shipping: 0,
      taxes: 0,
      unknownTerms: false,
    }
    sum.pieces += item.num
    sum.goods += item.num * item.unit
    sums.set(item.currency, sum)
  }
  for (const sum of sums.values()) {
    const terms = goods.find((g) => g.terms && g.currency === sum.currency)?.terms
    if (!terms) sum.unknownTerms = true
    else Object.assign(sum, { shipping: terms.shipping, taxes: taxOn(sum.goods, terms.taxBasisPoints) })
  }
  return [...sums.values()]
}

const plus = (a: Sum, b: Sum): Sum => ({
  currency: a.currency,
  pieces: a.pieces + b.pieces,
  goods: a.goods + b.goods,
  shipping: a.shipping + b.shipping,
  taxes: a.taxes + b.taxes,
  unknownTerms: a.unknownTerms || b.unknownTerms,
})
