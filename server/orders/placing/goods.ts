import { belowLeast } from '#contract/stores/least-order.ts'
import { noteKey } from '#contract/orders/line-notes.ts'
import { amountText } from '#contract/currencies/money.ts'
import { goodsSums, withCharges, type GoodsSums, type OrderSums } from '#contract/orders/sums.ts'
import { pricedAt } from '#contract/prices/deals.ts'
import { piecesByProduct } from '#contract/prices/ladder.ts'
import { chargedOrder, chargesOf, gramsOf } from '#contract/shipping/charges.ts'
import { chargingOf } from '#contract/shipping/zones.ts'
import type { Payload } from '#contract/registry.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { refused, type MutationCall, type Verdict } from '../../http/handlers.ts'
import { lockProducts, type LockedProduct } from '../order/stock.ts'

type Placing = Pick<Payload<'order.place'>, 'shopId' | 'currency'> & {
  lines: readonly { id: number; variantId: number; num: number }[]
}
type No = Exclude<Verdict, { kind: 'accepted' }>

/** The sums of an order, with the rate of its taxes (basis points), whether added or included. */
export type TaxedSums = OrderSums & { taxRate: number }

/**
 * The sums of an order to a country as of now, with its products locked; or why it cannot be placed. `agreed` has the
 * agreed unit prices, by the keys of their lines.
 */
export async function judgeGoods(
  { tx, now }: Pick<MutationCall, 'tx' | 'now'>,
  p: Placing,
  { agreed, country }: { agreed: ReadonlyMap<string, number>; country: string },
): Promise<{ products: Map<number, LockedProduct>; sums: TaxedSums } | No> {
  if (new Set(p.lines.map((l) => `${l.id}:${l.variantId}`)).size < p.lines.length)
    return refused('invalid', { path: 'lines' })
  const store = await readStore(tx, p.shopId)
  if (!store) return refused('storeGone')
  const products = await lockProducts(
    tx,
    p.lines.map((l) => l.id),
  )
  const no = notSold(products, p) ?? notEnough(products, p)
  if (no) return no
  const pricing = ({ id, variantId }: { id: number; variantId: number }) => {
    // Whether a deal is over is the clock's to say, and not that of the job that ends it.
    const { ladder, minimum, multiple, variants } = pricedAt(products.get(id)!, now())
    const key = noteKey({ id, variantId })
    return { ladder, minimum, multiple, extra: variants.get(variantId)?.extra ?? 0, agreed: agreed.get(key) }
  }
  const goods = goodsSums(p.lines, pricing)
  const short = goods.shortfalls[0]
  if (short)
    return refused('belowMinimum', {
      id: short.id,
      missing: short.missing,
      minimum: short.minimum,
      multiple: short.multiple,
    })
  const least = belowStoreLeast(store, { currency: p.currency, lines: goods.lines })
  if (least) return least
  const sums = charged(goods, { store, products, p, country })
  if ('kind' in sums) return sums
  if (!Number.isSafeInteger(sums.total) || sums.lines.some((l) => !Number.isSafeInteger(l.amount)))
    return refused('invalid', { path: 'lines' })
  return { products, sums }
}

/** The fields of a store that its orders depend on. */
const readStore = (tx: Tx, id: number) =>
  tx
    .selectFrom('stores as s')
    .innerJoin('store_notices as n', 'n.store_id', 's.id')
    .select(['s.currency', 's.shipping', 's.tax_basis_points', 's.least_pieces', 's.least_amount'])
    .select(['n.zones', 'n.taxes', 'n.tax_included'])
    .where('s.id', '=', id)
    .executeTakeFirst()
type StoreOfOrder = NonNullable<Awaited<ReturnType<typeof readStore>>>

/** The sums of goods with their shipping to a country and its taxes. */
function charged(
  sums: GoodsSums,
  {
    store,
    products,
    p,
    country,
  }: { store: StoreOfOrder; products: ReadonlyMap<number, LockedProduct>; p: Placing; country: string },
): TaxedSums | No {
  const { currency, shipping, tax_basis_points: taxBasisPoints, zones, taxes, tax_included: taxIncluded } = store
  const weighed = p.lines.map(({ id, variantId, num }) => {
    const product = products.get(id)!
    return { num, grams: gramsOf(product, product.variants.get(variantId)) }
  })
  const order = chargedOrder({ currency: p.currency, goods: sums.goods }, weighed)
  const charging = chargingOf({ currency, shipping, taxBasisPoints, zones, taxes, taxIncluded })
  const charges = chargesOf(charging, order, country)
  if (charges.kind !== 'known') return refused('storeNotThere')
  return { ...withCharges(sums, charges), taxRate: charges.tax.rate }
}

/** An order that holds less than its store asks for. */
function belowStoreLeast(
  {
    currency,
    least_pieces,
    least_amount,
  }: { currency: string; least_pieces: number | null; least_amount: number | null },
  order: { currency: string; lines: OrderSums['lines'] },
): No | undefined {
  const least = { ...(least_pieces && { pieces: least_pieces }), ...(least_amount && { amount: least_amount }) }
  const below = belowLeast({ least, currency }, order)
  if (!below) return undefined
  const { of, missing } = below
  return of === 'pieces'
    ? refused('belowStorePieces', { missing, least: below.least })
    : refused('belowStoreAmount', { missing: amountText(missing, currency), least: amountText(below.least, currency) })
}

/** Something that is not sold, or not in that choice, or not by this shop in this currency. */
function notSold(products: Map<number, LockedProduct>, p: Placing): No | undefined {
  for (const { id, variantId } of p.lines) {
    const product = products.get(id)
    if (!product?.active || product.store_id !== p.shopId) return refused('productGone', { id })
    if (variantId === 0 ? product.variants.size > 0 : !product.variants.has(variantId))
      return refused('variantGone', { id })
    if (product.currency !== p.currency) return refused('invalid', { path: 'currency' })
  }
  return undefined
}

/** Nothing left of something is a refusal; less than wanted is a question. */
function notEnough(products: Map<number, LockedProduct>, p: Placing): No | undefined {
  const short = (id: number, variantId: number, wanted: number, available: number): No | undefined => {
    if (wanted <= available) return undefined
    if (available === 0) return refused('outOfStock', { id, variantId })
    return { kind: 'needsConsent', refusal: { reason: 'stockShort', params: { id, variantId, available } } }
  }
  const all = [
    ...p.lines.map((l) =>
      short(l.id, l.variantId, l.num, (products.get(l.id)!.variants.get(l.variantId) ?? products.get(l.id)!).stock),
    ),
    ...[...piecesByProduct(p.lines)].map(([id, num]) => short(id, 0, num, products.get(id)!.stock)),
  ].filter((no) => no !== undefined)
  // A shortage that fewer pieces cannot resolve comes first.
  return all.find((no) => no.kind === 'refused') ?? all[0]
}
