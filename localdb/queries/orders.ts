import type { DetailRow, IntentState } from '../schema.ts'
import type { Product, Store } from '#contract/schema/catalogue.ts'
import type { Open } from '#contract/rules/open.ts'
import { placesOrder } from '#contract/rules/order-placing.ts'
import type { OrderState } from '#contract/rules/order-states.ts'
import type { Refusal } from '#contract/schema/refusals.ts'
import type { Order } from '#contract/schema/rows.ts'
import type { Payload } from '#contract/registry.ts'
import type { Readers } from '../read.ts'

/** The intent that is to place an order and has not ended; one that was never sent can be taken back. */
export interface Placing {
  intentId: string
  state: IntentState
  unsent: boolean
  refusal: Refusal | null
}

/**
 * An order as the screens show it; one that is only on this device has its texts from the catalogue. `address` and
 * `remark` are still sealed.
 */
export interface OrderItem extends Order {
  /** How many changes of it are not yet at the server. */
  pending: number
  placing: Placing | undefined
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
  const placing = shown.some(({ pending }) => pending > 0) ? await placings({ user }) : new Map<string, Placing>()
  const local = shown.filter(({ order }) => order.state === 'onDevice').map(({ order }) => order)
  const known = await namesOf({ catalogue }, local)
  const items = shown.map(({ order, pending }): OrderItem => ({
    ...(order.state === 'onDevice' ? named(order, known) : order),
    pending,
    placing: placing.get(order.id),
  }))
  return items.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}

async function placings({ user }: Pick<Readers, 'user'>): Promise<Map<string, Placing>> {
  const rows = await user.outbox.where('keys').startsWith('orders/').toArray()
  return new Map(
    rows.flatMap((row) =>
      placesOrder(row.name) && row.state !== 'rejected'
        ? [
            [
              row.keys[0]!.slice('orders/'.length),
              {
                intentId: row.intentId,
                state: row.state,
                unsent: row.state === 'pending' && row.attempts === 0,
                refusal: row.last,
              },
            ] as const,
          ]
        : [],
    ),
  )
}

interface Names {
  products: Map<number, Product>
  details: Map<number, DetailRow>
  stores: Map<number, Store>
}

async function namesOf({ catalogue }: Pick<Readers, 'catalogue'>, orders: readonly Order[]): Promise<Names> {
  const ids = [...new Set(orders.flatMap((o) => o.lines.map((l) => l.id)))]
  const shops = [...new Set(orders.map((o) => o.shopId))]
  const [products, details, stores] = await Promise.all([
    catalogue.products.bulkGet(ids),
    catalogue.details.bulkGet(ids),
    catalogue.stores.bulkGet(shops),
  ])
  return { products: byId(products), details: byId(details), stores: byId(stores) }
}

/** What the catalogue on this device knows of an order that the server has not written down yet. */
function named(order: Order, { products, details, stores }: Names): Order {
  return {
    ...order,
    shopName: stores.get(order.shopId)?.name ?? order.shopName,
    lines: order.lines.map((line) => {
      const detail = details.get(line.id)
      const product = products.get(line.id) ?? detail?.product
      const variant = detail?.variants.find((v) => v.id === line.variantId)
      return {
        ...line,
        title: product?.title ?? line.title,
        label: variant?.label ?? line.label,
        picture: variant?.picture ?? product?.picture ?? line.picture,
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
export async function orderFigures({ user }: Readers): Promise<OrderFigures> {
  const counts = new Map<Open<OrderState>, number>()
  const held = new Map<string, number>()
  const escrow = new Map<string, number>()
  for (const { shown } of await user.orders.toArray()) {
    if (!shown) continue
    counts.set(shown.state, (counts.get(shown.state) ?? 0) + 1)
    const into =
      shown.state === 'onDevice' || shown.state === 'unpaid'
        ? held
        : shown.state === 'paid' || shown.state === 'shipped'
          ? escrow
          : undefined
    const { amount, currency } = shown.due ?? { amount: shown.total, currency: shown.currency }
    into?.set(currency, (into.get(currency) ?? 0) + amount)
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
  name: 'place' | 'cancel' | 'receive'
  id: string
}

/** So many are shown; the others come as these are put away. */
const REFUSED_MAX = 100

/** What the server refused about orders and the person has not put away. */
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
  const [stores, products] = await Promise.all([
    catalogue.stores.bulkGet([...new Set(refused.map(({ shopId }) => shopId))]),
    catalogue.products.bulkGet([...new Set(refused.flatMap(({ lines }) => lines.map((l) => l.id)))]),
  ])
  const [storeOf, productOf] = [byId(stores), byId(products)]
  return refused.map(({ row, id, shopId, lines }): RefusedOrder => ({
    intentId: row.intentId,
    id,
    shopId,
    shopName: storeOf.get(shopId)?.name,
    titles: lines.map((l) => productOf.get(l.id)?.title),
    refusal: row.last ?? { reason: 'requestFailed' },
    name: placesOrder(row.name) ? 'place' : (row.name.slice('order.'.length) as RefusedOrder['name']),
  }))
}

/** The products on this device by id, to compute an order again. */
export type Facts = ReadonlyMap<number, DetailRow>

/** The details of products, as far as they are here. */
export const productFacts = async ({ catalogue }: Readers, ids: readonly number[]): Promise<Facts> =>
  byId(await catalogue.details.bulkGet([...ids]))

const byId = <T extends { id: number }>(rows: readonly (T | undefined)[]): Map<number, T> =>
  new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
