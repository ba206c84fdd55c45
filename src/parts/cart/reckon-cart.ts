import { groupCart, lineKey } from '#contract/cart/rules.ts'
import type { RateOf } from '#contract/currencies/exchange.ts'
import { groupBy } from '#contract/lists/group-by.ts'
import { belowLeast } from '#contract/stores/least-order.ts'
import { ladderPrice, orderableQuantity, piecesByProduct } from '#contract/prices/ladder.ts'
import { ORDER_LINES_MAX } from '#contract/wire/limits.ts'
import {
  convertSums,
  goodsSums,
  type ConvertedAmounts,
  type GoodsSums,
  type OrderSums,
  type PricedLine,
} from '#contract/orders/sums.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import { agreedLines, type AgreedLine } from './agreed-lines.ts'
import { chargeLines, type ChargedLines } from './charge-lines.ts'
import type { Hindrance } from './hindrance.ts'

// The sums of a cart, for the cart and the checkout alike. Lines that cannot be ordered leave the sums one by one; the
// lines that remain would be ordered and paid.
//
//   lines ──▶ each by itself: gone, unpayable, sold out, short ──▶ a product's pieces: minimum, multiple ──▶ orders

export interface ReckonedLine extends CartItem {
  /** Unit price at the product's quantity; the one seen when it was added while no newer is known. Of `currency`. */
  unit: number
  priceChanged: 'up' | 'down' | undefined
  hindrance: Hindrance | undefined
  /** The price that was agreed for it in a quote. */
  agreed: AgreedLine | undefined
  /** Ticked, and nothing keeps it from being ordered at a known price. */
  counts: boolean
  /** Ticked, and of an order whose price is asked for. */
  asked: boolean
}

/** The lines of a product, in the cart's order, with the next step of its ladder. */
export interface ReckonedProduct {
  id: number
  lines: ReckonedLine[]
  next: { more: number; price: number } | undefined
}
export interface ReckonedStore {
  shopId: number
  shopName: string | undefined
  products: ReckonedProduct[]
  lines: ReckonedLine[]
}

/** An order that would be placed although a price is not known here: a store's lines in one currency. */
export interface AskPart {
  key: string
  shopId: number
  shopName: string | undefined
  currency: string
  /** 0 for the store's first currency. An order has one currency, so a second one is an order of another group. */
  nth: number
  lines: ReckonedLine[]
}

/** An order that would be placed: a store's counted lines in one currency. */
export interface OrderPart extends AskPart, Pick<ChargedLines, 'byCountry' | 'toFree'> {
  sums: OrderSums
  /** In the person's currency. */
  shown: ConvertedAmounts
  /** In the market's currency: what will be paid. */
  due: ConvertedAmounts
}

export interface Reckoning {
  stores: ReckonedStore[]
  parts: OrderPart[]
  /** Orders that come back as a question with their price; they are in no sum. */
  asks: AskPart[]
  /** Lines that would be ordered or asked for. */
  counted: number
  hindered: number
  /** Over all parts, in the person's currency; `due` is what will be paid, in the market's. Undefined without parts. */
  total: (Omit<ConvertedAmounts, 'lines'> & { due: number }) | undefined
}

export interface ReckonContext {
  stores: ReadonlyMap<number, Store>
  /** Lines (by key) of orders of which nobody knows yet whether they went through. */
  inQuestion: ReadonlySet<string>
  /** The country that it is to go to, by its code; '' while none is known. */
  country: string
  /** The market delivers to where it is to go. */
  areaOpen: boolean
  /** The time (Unix ms), which ends agreed prices. */
  now: number
  /** The currency in which the person sees amounts. */
  currency: string
  rateOf: RateOf
}

/** Reckons a cart: each line, what keeps it from being ordered, the orders of what is left, and their sums. */
export function reckonCart(items: readonly CartItem[], context: ReckonContext): Reckoning {
  const alone = new Map(items.map((item) => [item.key, aloneHindrance(item, context)]))
  const together = togetherHindrances(items.filter((item) => item.ticked && !alone.get(item.key)))
  const ticked = piecesByProduct(items.filter((item) => item.ticked && !alone.get(item.key)))
  const agreements = agreedLines(items, alone, context.now)
  const lines = items.map((item): ReckonedLine => {
    const hindrance = alone.get(item.key) ?? together.get(item.key)
    const inSum = item.ticked && !alone.get(item.key)
    const pieces = (ticked.get(item.id) ?? 0) + (inSum ? 0 : item.num)
    const agreed = agreements.get(item.key)
    return {
      ...item,
      ...priced(item, pieces, agreed),
      hindrance,
      agreed,
      counts: item.ticked && !hindrance,
      asked: false,
    }
  })
  const nameOf = (shopId: number): string | undefined =>
    context.stores.get(shopId)?.name ?? items.find((item) => item.shopId === shopId && item.ordered)?.ordered?.shopName
  const stores = groupCart(lines, () => '').map(({ shopId, goods }): ReckonedStore => ({
    shopId,
    shopName: nameOf(shopId),
    lines: goods,
    products: [...groupBy(goods, (line) => line.id)].map(([id, own]) => ({ id, lines: own, next: nextStep(own) })),
  }))
  const { parts, asks } = ordersOf(stores, context)
  return {
    stores,
    parts,
    asks,
    counted: [...parts, ...asks].reduce((sum, part) => sum + part.lines.length, 0),
    hindered: lines.filter((line) => line.ticked && line.hindrance && !line.asked).length,
    total: parts.length > 0 ? totalOf(parts) : undefined,
  }
}

/** The reason why a line cannot be ordered, whatever else is in the cart. */
function aloneHindrance(item: CartItem, { inQuestion, areaOpen }: ReckonContext): Hindrance | undefined {
  const { product, variant, variantId, gone, num } = item
  if (inQuestion.has(lineKey(item))) return { kind: 'checking' }
  if (!product) return gone ? { kind: 'refused', why: { reason: 'productGone' } } : { kind: 'unknown' }
  const why = whyNotOrderable(product, { gone, areaOpen })
  if (why) return { kind: 'refused', why }
  if (!item.terms) return { kind: 'unknown' }
  if (variantId !== 0 && !variant) return { kind: 'refused', why: { reason: 'variantGone' } }
  const stock = variant?.stock ?? product.stock
  if (stock === 0) return { kind: 'refused', why: { reason: 'outOfStock' } }
  if (num <= stock) return undefined
  const whole = stock - (stock % product.multiple)
  return { kind: 'short', stock, to: whole > 0 ? whole : undefined }
}

/** The lines that cannot be ordered because of the quantity of their product, over all its choices. */
function togetherHindrances(items: readonly CartItem[]): Map<string, Hindrance> {
  const found = new Map<string, Hindrance>()
  for (const own of groupBy(items, (item) => item.id).values()) {
    const { minimum, multiple } = own[0]!.product!
    const pieces = own.reduce((sum, item) => sum + item.num, 0)
    const goal = orderableQuantity(pieces, minimum, multiple)
    const missing = goal - pieces
    if (missing === 0) continue
    const kind = pieces < minimum ? 'minimum' : 'multiple'
    // One of them makes up for what is missing, the first whose stock allows it.
    const mends = own.find((item) => item.num + missing <= (item.variant?.stock ?? item.product!.stock))
    for (const item of own)
      found.set(item.key, { kind, goal, missing, to: item === mends ? item.num + missing : undefined })
  }
  return found
}

function priced(
  item: CartItem,
  pieces: number,
  agreed: AgreedLine | undefined,
): Pick<ReckonedLine, 'unit' | 'currency' | 'priceChanged'> {
  const { product, variant, currency, seenPrice, variantId } = item
  if (agreed?.state === 'holds') return { unit: agreed.price, currency, priceChanged: undefined }
  // Without its variant the extra charge is unknown.
  if (!product || (variantId !== 0 && !variant)) return { unit: seenPrice, currency, priceChanged: undefined }
  const extra = variant?.extra ?? 0
  const unit = ladderPrice(product.ladder, pieces, extra)
  // The price seen was that of one ladder step: it has changed when no step has that price any more.
  const stands = product.ladder.some((step) => step.price + extra === seenPrice)
  const comparable = currency === product.currency && !stands && !agreed
  return {
    unit,
    currency: product.currency,
    priceChanged: comparable ? (unit > seenPrice ? 'up' : 'down') : undefined,
  }
}

/** The next cheaper step of a product's ladder, where its stock reaches that far. */
function nextStep(lines: readonly ReckonedLine[]): ReckonedProduct['next'] {
  const product = lines[0]!.product
  const pieces = lines.reduce((sum, line) => sum + (line.counts ? line.num : 0), 0)
  // The ladder does not lower an agreed price.
  if (lines.some((line) => line.agreed?.state === 'holds')) return undefined
  const step = product?.ladder.find((s) => s.from > pieces && s.price < ladderPrice(product.ladder, pieces))
  return pieces > 0 && product && step && step.from <= product.stock
    ? { more: step.from - pieces, price: step.price }
    : undefined
}

/** The orders that a cart makes: those of known prices, and those that ask. */
function ordersOf(stores: readonly ReckonedStore[], context: ReckonContext): Pick<Reckoning, 'parts' | 'asks'> {
  const { currency: shownIn, rateOf, country } = context
  const parts: OrderPart[] = []
  const asks: AskPart[] = []
  for (const { shopId, shopName, lines } of stores) {
    const wanted = lines.filter((line) => line.counts || (line.ticked && line.hindrance?.kind === 'unknown'))
    for (const [nth, [currency, all]] of [...groupBy(wanted, (line) => line.currency)].entries()) {
      const [within, beyond] = wholeProducts(all)
      dropped(beyond, { kind: 'tooMany', max: ORDER_LINES_MAX })
      if (within.length === 0) continue
      const part: AskPart = { key: `${shopId} ${currency}`, shopId, shopName, currency, nth, lines: within }
      const goods = within.every((line) => line.counts) ? goodsOf(within) : undefined
      const { sums, notThere, ...charged } = chargeLines(within, goods, { currency, country })
      if (notThere) {
        dropped(within, { kind: 'notThere', country })
        continue
      }
      const store = context.stores.get(shopId)
      const below = goods && store && belowLeast(store, { currency, lines: goods.lines })
      if (below) {
        dropped(within, { kind: 'storeLeast', currency, ...below })
        continue
      }
      const shown = sums && convertSums(sums, currency, shownIn, rateOf)
      const due = sums && convertSums(sums, currency, rateOf.market, rateOf)
      if (sums && shown && due) parts.push({ ...part, ...charged, sums, shown, due })
      else {
        // A price is not here, or the rate: shipping is charged once, so all of the store's order is asked for.
        for (const line of within) Object.assign(line, { counts: false, asked: true })
        asks.push(part)
      }
    }
  }
  return { parts, asks }
}

function dropped(lines: readonly ReckonedLine[], hindrance: Hindrance): void {
  for (const line of lines) Object.assign(line, { counts: false, hindrance })
}

/** The lines that fit into one order, and the rest. A product is never divided: its lines share one minimum. */
function wholeProducts(lines: readonly ReckonedLine[]): [within: ReckonedLine[], beyond: ReckonedLine[]] {
  const [within, beyond]: [ReckonedLine[], ReckonedLine[]] = [[], []]
  for (const own of groupBy(lines, (line) => line.id).values())
    (within.length + own.length <= ORDER_LINES_MAX ? within : beyond).push(...own)
  return [within, beyond]
}

function goodsOf(lines: readonly ReckonedLine[]): GoodsSums {
  const byKey = new Map(lines.map((line) => [lineKey(line), line]))
  const { shopId } = lines[0]!
  const pricingOf = (ref: PricedLine) => {
    const { product, variant, agreed } = byKey.get(lineKey({ ...ref, shopId }))!
    const { ladder, minimum, multiple } = product!
    const held = agreed?.state === 'holds' ? agreed.price : undefined
    return { ladder, minimum, multiple, extra: variant?.extra ?? 0, agreed: held }
  }
  return goodsSums(
    lines.map(({ id, variantId, num }) => ({ id, variantId, num })),
    pricingOf,
  )
}

function totalOf(parts: readonly OrderPart[]): NonNullable<Reckoning['total']> {
  const sum = (of: (part: OrderPart) => number): number => parts.reduce((all, part) => all + of(part), 0)
  return {
    goods: sum((part) => part.shown.goods),
    shipping: sum((part) => part.shown.shipping),
    tax: sum((part) => part.shown.tax),
    total: sum((part) => part.shown.total),
    due: sum((part) => part.due.total),
  }
}
