import { backOrdered } from '#contract/products/back-orders.ts'
import { byId } from '#contract/lists/by-id.ts'
import type { LineRef } from '#contract/cart/rules.ts'
import type { Promised } from '#contract/orders/late-by.ts'
import { chargingFor, gramsOf, type Charging } from '#contract/shipping/charges.ts'
import { LEAD } from '#contract/shipping/terms.ts'
import type { Product, ProductDetail, Store, Variant } from '#contract/catalogue/schema.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import type { CartLine } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'
import { catalogueAt } from '../catalogue/freshness.ts'
import { quotesOf } from '../quotes/items.ts'
import { orderedNames, type OrderedLineNames } from '../orders/ordered-names.ts'

/** A cart line as the screen shows it, with what of the catalogue is on this device. */
export interface CartItem extends CartLine {
  key: string
  /** How many changes of it are not yet at the server. */
  pending: number
  conflict: boolean
  /** The product as this device last knew it, also when it is `gone`. */
  product: Product | undefined
  /** The store no longer sells it, or is closed. */
  gone: boolean
  variant: Variant | undefined
  /** The shop's charges for shipping and taxes; undefined while no detail of the product is on this device. */
  terms: Charging | undefined
  /** The weight of one piece (g), with the same limit. */
  grams?: number | undefined
  /** How soon it leaves, with the same limit. */
  promised?: Promised | undefined
  /** How many of its pieces are back-ordered, and within how many days those leave. */
  back?: { num: number; days: number } | undefined
  /** The quote that it names, as far as it is on this device. */
  agreement: Quote | undefined
  /** The names in an earlier order, for a line that the catalogue on this device does not have. */
  ordered: (OrderedLineNames & { shopName: string | undefined }) | undefined
}

/**
 * All lines that hold pieces, those put aside among them, in the order they were first added; the shops they are of;
 * and when their prices last came up to date.
 */
export async function cartItems({
  user,
  catalogue,
}: Readers): Promise<{ items: CartItem[]; stores: Map<number, Store>; at: number | undefined }> {
  const rows = (await user.cartLines.toArray()).filter((row) => row.shown !== null && row.shown.num > 0)
  const lines = rows.map((row) => ({ row, line: row.shown! }))
  const ids = [...new Set(lines.map(({ line }) => line.id))]
  const shops = [...new Set(lines.map(({ line }) => line.shopId))]
  const quoted = lines.flatMap(({ line }) => line.quote ?? [])
  const [products, details, gone, stores, at, quotes] = await Promise.all([
    catalogue.products.bulkGet(ids),
    catalogue.details.bulkGet(ids),
    catalogue.gone.bulkGet(ids),
    catalogue.stores.bulkGet(shops),
    catalogueAt({ catalogue }),
    quoted.length > 0 ? quotesOf({ user }, quoted) : new Map<string, Quote>(),
  ])
  const productOf = byId(products)
  const goneOf = byId(gone)
  const detailOf = byId(details)
  const storeOf = byId(stores)
  const isNamed = ({ id, shopId, variantId }: LineRef): boolean =>
    storeOf.has(shopId) && (productOf.has(id) || goneOf.has(id) || detailOf.has(id)) && (!variantId || detailOf.has(id))
  const ordered = lines.every(({ line }) => isNamed(line)) ? undefined : await orderedNames({ user })
  const items = lines.map(({ row, line }): CartItem => {
    const detail = detailOf.get(line.id)
    const before = ordered?.line(line.id, line.variantId)
    const variant = detail?.variants.find((v) => v.id === line.variantId)
    const product = productOf.get(line.id) ?? goneOf.get(line.id) ?? detail?.product
    const back = backOf(line.num, product, detail, variant)
    return {
      ...line,
      key: row.key,
      pending: row.pending,
      conflict: row.conflict,
      product,
      gone: goneOf.has(line.id) || storeOf.get(line.shopId)?.closed === true,
      variant,
      terms: detail && chargingFor(detail, storeOf.get(line.shopId)),
      grams: detail && gramsOf(detail, variant),
      promised: detail && {
        lead: Math.max(detail.lead ?? LEAD, back?.days ?? 0),
        holiday: storeOf.get(line.shopId)?.terms?.holiday ?? null,
      },
      ...(back && { back }),
      agreement: line.quote === undefined ? undefined : quotes.get(line.quote),
      ordered: before && { ...before, shopName: ordered?.store(line.shopId) },
    }
  })
  items.sort((a, b) => a.at - b.at || a.id - b.id || a.variantId - b.variantId)
  return { items, stores: storeOf, at }
}

/** The back-ordered pieces of a line, as far as this device has the product. */
function backOf(
  num: number,
  product: Product | undefined,
  detail: ProductDetail | undefined,
  variant: Variant | undefined,
): CartItem['back'] {
  if (!product || !detail?.back) return undefined
  const { beyond, days } = detail.back
  const pieces = variant
    ? backOrdered(num, variant.stock, variant.beyond ?? 0)
    : backOrdered(num, product.stock, product.choices > 0 ? 0 : beyond)
  return pieces > 0 ? { num: pieces, days } : undefined
}
