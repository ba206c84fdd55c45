import type { DetailRow, IntentState } from '../../schema.ts'
import { byId } from '#contract/lists/by-id.ts'
import { marketIn } from '#contract/currencies/exchange.ts'
import type { Product, Store } from '#contract/catalogue/schema.ts'
import type { Open } from '#contract/wire/open.ts'
import { chargingFor, type Charging } from '#contract/shipping/charges.ts'
import { placesOrder } from '#contract/orders/placing.ts'
import type { OrderState } from '#contract/orders/states.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { Payload } from '#contract/registry.ts'
import type { Readers } from '../../read.ts'
import { orderedNames, type OrderedNames } from './ordered-names.ts'
import { ratesHere } from '../catalogue/rates.ts'

/** The intent that is to place an order and has not ended; one that was never sent can be taken back. */
export interface Placing {
  intentId: string
  state: IntentState
  unsent: boolean
  refusal: Refusal | null
}

/** A cancellation that nobody has heard of yet: it is sent at `until` (Unix ms), and taken back until it is. */
export interface Cancelling {
  intentId: string
  until: number
}

/**
 * An order as the screens show it; one that is only on this device has its texts from the catalogue, or from earlier
 * orders. What a person wrote on it is still sealed.
 */
export interface OrderItem extends Order {
  /** How many changes of it are not yet at the server. */
  pending: number
  placing: Placing | undefined
  cancelling: Cancelling | undefined
}

/** The orders of some checkouts, or certain orders, or all of them; newest first. */
export async function orderItems(
  { user, catalogue }: Readers,
  which?: { ids?: readonly string[]; groups?: readonly string[] },
): Promise<OrderItem[]> {
  const rows = which?.ids
    ? await user.orders.bulkGet([...which.ids])
    : which?.groups?.length
      ? await user.orders
          .where('key')
          .startsWithAnyOf([...which.groups])
          .toArray()
      : which?.groups
        ? []
        : await user.orders.toArray()
  const shown = rows.flatMap((row) => (row?.shown ? [{ order: row.shown, pending: row.pending }] : []))
  const { placing, cancelling } = await waitingOf({ user }, shown)
  const local = shown.filter(({ order }) => order.state === 'onDevice').map(({ order }) => order)
  const known = local.length > 0 ? await namesOf({ user, catalogue }, local) : undefined
  const items = shown.map(({ order, pending }): OrderItem => ({
    ...(known && order.state === 'onDevice' ? named(order, known) : order),
    pending,
    placing: placing.get(order.id),
    cancelling: cancelling.get(order.id),
  }))
  return items.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}

/** The waiting intents that place or cancel orders, by order id. */
interface Waiting {
  placing: Map<string, Placing>
  cancelling: Map<string, Cancelling>
}

async function waitingOf({ user }: Pick<Readers, 'user'>, orders: readonly { pending: number }[]): Promise<Waiting> {
  const found: Waiting = { placing: new Map(), cancelling: new Map() }
  if (orders.every(({ pending }) => pending === 0)) return found
  for (const row of await user.outbox.where('keys').startsWith('orders/').toArray()) {
    const { intentId, name, state } = row
    const id = row.keys[0]!.slice('orders/'.length)
    const unsent = state === 'pending' && row.attempts === 0
    if (placesOrder(name) && state !== 'rejected') found.placing.set(id, { intentId, state, unsent, refusal: row.last })
    if (name === 'order.cancel' && unsent) found.cancelling.set(id, { intentId, until: row.notBefore })
  }
  return found
}

interface Names {
  products: Map<number, Product>
  details: Map<number, DetailRow>
  stores: Map<number, Store>
  ordered: OrderedNames
  /** The market's currency. */
  market: string
}

async function namesOf({ user, catalogue }: Readers, orders: readonly Order[]): Promise<Names> {
  const ids = [...new Set(orders.flatMap((o) => o.lines.map((l) => l.id)))]
  const shops = [...new Set(orders.map((o) => o.shopId))]
  const [products, details, stores, ordered, rates] = await Promise.all([
    catalogue.products.bulkGet(ids),
    catalogue.details.bulkGet(ids),
    catalogue.stores.bulkGet(shops),
    orderedNames({ user }),
    ratesHere({ catalogue }),
  ])
  return { products: byId(products), details: byId(details), stores: byId(stores), ordered, market: marketIn(rates) }
}

/** An order that the server does not have yet, with the names and the currency that this device knows. */
function named(order: Order, { products, details, stores, ordered, market }: Names): Order {
  return {
    ...order,
    due: order.due && { ...order.due, currency: order.due.currency || market },
    shopName: stores.get(order.shopId)?.name ?? ordered.store(order.shopId) ?? order.shopName,
    lines: order.lines.map((line) => {
      const detail = details.get(line.id)
      const product = products.get(line.id) ?? detail?.product
      const variant = detail?.variants.find((v) => v.id === line.variantId)
      const before = ordered.line(line.id, line.variantId)
      return {
        ...line,
        title: product?.title ?? before?.title ?? line.title,
        label: variant?.label ?? before?.label ?? line.label,
        picture: variant?.picture ?? product?.picture ?? before?.picture ?? line.picture,
      }
    }),
  }
}

/**
 * How many orders are in each state, and what they hold by currency: needed for those unsent and unpaid, kept for the
 * shops until receipt is confirmed.
 */
export interface OrderFigures {
  counts: ReadonlyMap<Open<OrderState>, number>
  held: ReadonlyMap<string, number>
  escrow: ReadonlyMap<string, number>
}

/** The figures of all orders on this device. */
export async function orderFigures({ user, catalogue }: Readers): Promise<OrderFigures> {
  const counts = new Map<Open<OrderState>, number>()
  const held = new Map<string, number>()
  const escrow = new Map<string, number>()
  for (const { shown } of await user.orders.toArray()) {
    if (!shown) continue
    counts.set(shown.state, (counts.get(shown.state) ?? 0) + 1)
    // Nobody knows yet what it will need.
    if (shown.asked) continue
    const into =
      shown.state === 'onDevice' || shown.state === 'unpaid'
        ? held
        : shown.state === 'paid' || shown.state === 'shipped'
          ? escrow
          : undefined
    const { amount, currency } = shown.due ?? { amount: shown.total, currency: shown.currency }
    // Of one that is paid in part, or in part given back, the rest is held.
    const kept = into === escrow ? (shown.held ?? amount) : amount
    const of = currency || marketIn(await ratesHere({ catalogue }))
    into?.set(of, (into.get(of) ?? 0) + kept)
  }
  return { counts, held, escrow }
}

/**
 * The cart lines (by key) of orders of which nobody knows yet whether the server has them: they are not ordered a
 * second time meanwhile.
 */
export async function linesInQuestion({ user }: Readers): Promise<ReadonlySet<string>> {
  const rows = await user.outbox.where('state').anyOf(['unknown', 'sending']).toArray()
  return new Set(
    rows.flatMap((row) => (placesOrder(row.name) ? row.keys.filter((key) => key.startsWith('cartLines/')) : [])),
  )
}

/** An order that the server refused to take, with its lines by what they are called. */
export interface RefusedOrder {
  intentId: string
  shopId: number
  shopName: string | undefined
  titles: (Product['title'] | undefined)[]
  refusal: Refusal
  name: 'place' | 'cancel' | 'receive' | 'report' | 'reply'
  id: string
}

/** At most this many are shown; the others appear as these are put away. */
const REFUSED_MAX = 100

/** The kind of action that was refused, by the name of its intent. */
function refusedAs(name: string): RefusedOrder['name'] {
  if (placesOrder(name)) return 'place'
  const [, what = ''] = name.split('.')
  return what === 'receiveParcel' ? 'receive' : (what as RefusedOrder['name'])
}

/** The refusals about orders that the person has not put away. */
export async function refusedOrders({ user, catalogue }: Readers): Promise<RefusedOrder[]> {
  const rows = await user.outbox
    .where('state')
    .equals('rejected')
    .filter((row) => row.name.startsWith('order.'))
    .limit(REFUSED_MAX)
    .toArray()
  const refused = rows.map((row) => {
    const id = row.keys[0]!.slice('orders/'.length)
    // The lines are in clear; only the remark is sealed.
    const lines = placesOrder(row.name) ? (row.payload as Payload<'order.place'>).lines : []
    return { row, id, shopId: Number(id.split(':')[1]), lines }
  })
  if (refused.length === 0) return []
  const [stores, products, ordered] = await Promise.all([
    catalogue.stores.bulkGet([...new Set(refused.map(({ shopId }) => shopId))]),
    catalogue.products.bulkGet([...new Set(refused.flatMap(({ lines }) => lines.map((l) => l.id)))]),
    orderedNames({ user }),
  ])
  const [storeOf, productOf] = [byId(stores), byId(products)]
  return refused.map(({ row, id, shopId, lines }): RefusedOrder => ({
    intentId: row.intentId,
    id,
    shopId,
    shopName: storeOf.get(shopId)?.name ?? ordered.store(shopId),
    titles: lines.map((l) => (productOf.get(l.id) ?? ordered.line(l.id, l.variantId))?.title),
    refusal: row.last ?? { reason: 'requestFailed' },
    name: refusedAs(row.name),
  }))
}

/** The products on this device by id, with what their stores charge, to compute an order again. */
export type ProductFacts = ReadonlyMap<number, DetailRow & Charging>

/** The details of products, as far as they are here. */
export async function productFacts({ catalogue }: Readers, ids: readonly number[]): Promise<ProductFacts> {
  const details = byId(await catalogue.details.bulkGet([...ids]))
  const shops = [...new Set([...details.values()].map(({ product }) => product.storeId))]
  const stores = byId(await catalogue.stores.bulkGet(shops))
  return new Map(
    [...details].map(([id, detail]) => [id, { ...detail, ...chargingFor(detail, stores.get(detail.product.storeId)) }]),
  )
}
