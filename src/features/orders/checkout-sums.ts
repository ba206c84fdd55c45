import { lineKey } from '#contract/rules/cart.ts'
import { ORDER_LINES_MAX } from '#contract/rules/limits.ts'
import { orderSums, type OrderSums, type PricedLine, type Pricing } from '#contract/rules/order-sums.ts'
import type { Store } from '#contract/schema/catalogue.ts'
import type { CartItem } from '#localdb/queries/cart.ts'

/** A line of an order that is about to be placed. */
export interface CheckoutLine extends CartItem {
  /** Current unit price in minor units; undefined while it is not known on this device. */
  price: number | undefined
  /** Pieces in stock, when fewer than wanted. */
  short: number | undefined
}

/** The reasons why a store's part cannot be placed. */
export type Block =
  /** An earlier order of the same lines may have gone through. */
  | { kind: 'checking' }
  /** Prices, shipping or taxes are not all on this device. */
  | { kind: 'unknown' }
  | { kind: 'tooMany'; max: number }
  | { kind: 'minimum'; line: CheckoutLine; missing: number; goal: number }

/** One store's part of a checkout, in one currency. */
export interface CheckoutStore {
  key: string
  shopId: number
  shopName: string
  currency: string
  /** 0 for the store's first currency. An order has one currency, so a second one is an order of another group. */
  nth: number
  lines: CheckoutLine[]
  sums: OrderSums | undefined
  blocks: Block[]
}

/**
 * Splits the ticked lines into orders by store and currency, calculates each, and lists what keeps it from being
 * placed.
 */
export function checkoutStores(
  items: readonly CartItem[],
  stores: ReadonlyMap<number, Store>,
  inQuestion: ReadonlySet<string>,
  shopFallback: (id: number) => string,
): CheckoutStore[] {
  const groups = new Map<string, CartItem[]>()
  // Lines that are no longer sold stay in the cart, which says so.
  for (const item of items.filter((i) => i.ticked && !i.gone)) {
    const key = `${item.shopId} ${currencyOf(item)}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  const seen = new Map<number, number>()
  return [...groups].map(([key, goods]): CheckoutStore => {
    const { shopId } = goods[0]!
    const nth = seen.get(shopId) ?? 0
    seen.set(shopId, nth + 1)
    const sums = sumsOf(goods)
    const lines = goods.map((item, n): CheckoutLine => ({
      ...item,
      price: sums?.lines[n]!.price,
      short: shortOf(item),
    }))
    return {
      key,
      shopId,
      shopName: stores.get(shopId)?.name ?? shopFallback(shopId),
      currency: currencyOf(goods[0]!),
      nth,
      lines,
      sums,
      blocks: blocksOf(lines, sums, inQuestion),
    }
  })
}

const currencyOf = (item: CartItem): string => item.product?.currency ?? item.currency

function shortOf({ variantId, variant, product, num }: CartItem): number | undefined {
  const stock = variantId ? variant?.stock : product?.stock
  return stock !== undefined && stock < num ? stock : undefined
}

function sumsOf(goods: readonly CartItem[]): OrderSums | undefined {
  const terms = goods.find((item) => item.terms)?.terms
  if (!terms || goods.some((item) => !item.product || (item.variantId !== 0 && !item.variant))) return undefined
  const pricing = new Map(
    goods.map((item) => [
      lineKey(item),
      {
        ladder: item.product!.ladder,
        minimum: item.product!.minimum,
        multiple: item.product!.multiple,
        extra: item.variant?.extra ?? 0,
      },
    ]),
  )
  const { shopId } = goods[0]!
  const pricingOf = (line: PricedLine): Pricing => pricing.get(lineKey({ ...line, shopId }))!
  return orderSums(
    goods.map(({ id, variantId, num }) => ({ id, variantId, num })),
    pricingOf,
    terms,
  )
}

function blocksOf(
  lines: readonly CheckoutLine[],
  sums: OrderSums | undefined,
  inQuestion: ReadonlySet<string>,
): Block[] {
  if (lines.some((line) => inQuestion.has(lineKey(line)))) return [{ kind: 'checking' }]
  if (!sums) return [{ kind: 'unknown' }]
  if (lines.length > ORDER_LINES_MAX) return [{ kind: 'tooMany', max: ORDER_LINES_MAX }]
  return sums.shortfalls.map(({ id, missing }): Block => {
    const own = lines.filter((line) => line.id === id)
    return { kind: 'minimum', line: own[0]!, missing, goal: own.reduce((sum, line) => sum + line.num, missing) }
  })
}

/** The totals of all parts that can be placed, by currency. */
export function checkoutTotals(stores: readonly CheckoutStore[]): { currency: string; amount: number }[] {
  const totals = new Map<string, number>()
  for (const { currency, sums, blocks } of stores)
    if (sums && blocks.length === 0) totals.set(currency, (totals.get(currency) ?? 0) + sums.total)
  return [...totals].map(([currency, amount]) => ({ currency, amount }))
}
