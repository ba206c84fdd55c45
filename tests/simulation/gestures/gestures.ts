import { applications } from './applications.ts'
import { addressFields } from '#contract/addresses/fields.ts'
import { noteKey, writeNotes } from '#contract/orders/line-notes.ts'
import { orderSums } from '#contract/orders/sums.ts'
import type { MutationName, Payload, StoreMutationName } from '#contract/registry.ts'
import type { CartLine } from '#contract/sync/schema-rows.ts'
import { goods, maybe } from './in-sight.ts'
import { pictureIds } from './pictures.ts'
import { orderProblemGestures } from './order-problems.ts'
import { agreedOrder, quoteGestures } from './quotes.ts'
import type { Sight } from './sight.ts'

// The random gestures of a person, with one generator for each mutation: a new mutation does not compile without its
// own. A generator returns undefined when the screen shows nothing for it.

type Draw<N extends MutationName> = (s: Sight) => Payload<N> | undefined

const wanted = (s: Sight) => {
  const { id, variantId } = goods(s)
  return { id, variantId }
}

const inCart = (s: Sight): CartLine[] => s.shown('cartLines').filter((l) => l.num > 0)
const named = ({ id, shopId, variantId }: CartLine) => ({ id, shopId, variantId })
const ownLists = (s: Sight) => s.shown('ownLists').filter((l) => !l.deleted)
const linesOf = (s: Sight, listId: string) => s.shown('listLines').filter((l) => l.listId === listId && l.num > 0)
const here = (s: Sight) => s.mirror('addresses').filter((row) => row.shown && !row.shown.deleted)

export const places = [
  { country: 'DE', province: 'DE-BE', city: 'Berlin' },
  { country: 'DE', province: 'DE-BY', city: 'Hof' },
  { country: 'LB', province: 'LB-JA', city: 'Tyre' },
  { country: 'FR', province: '', city: 'Lyon' },
]
/** An address, or a part of it that is changed. */
function patch(s: Sight, whole: boolean): Payload<'address.put'>['patch'] {
  const all = {
    ...s.random.pick(places),
    detail: `Port road ${s.random.whole(1, 99)}`,
    zip: '10119',
    recipient: s.random.pick(['Amal', 'Robin', 'Mei']),
    mobile: s.random.pick(['+4930123456', '+9613123456', '+33123456789']),
  }
  if (whole) return all
  const fields = s.random.some(addressFields, s.random.whole(1, 2))
  return Object.fromEntries(fields.map((f) => [f, all[f]]))
}

/** An order with the amount to pay. All shops here sell in the market's currency, so that there is no rate. */
export const bought = (p: Payload<'order.place'>): Payload<'order.buy'> => ({ ...p, rate: null, due: p.total })

/** The same order without its sums, as from a device that does not know what it costs. */
export const asked = (p: Payload<'order.place'>): Payload<'order.ask'> => {
  const { goods: _goods, shipping: _shipping, tax: _tax, total: _total, ...rest } = p
  return rest
}

/** An order of some of a shop's lines in the cart, as the confirmation screen would make it. */
export function orderOf(
  s: Sight,
  checkout: string,
  shopId: number,
  addressId: string,
  lines: readonly { id: number; variantId: number; num: number }[],
): Payload<'order.place'> {
  const second = s.shops[1]!.shopId === shopId
  const extra = (variantId: number): number => (s.shops[1]!.variants.some((v) => v[1] === variantId) ? 100 : 0)
  const sums = orderSums(
    lines,
    ({ id, variantId }) => ({
      ladder: [{ from: 1, price: s.price(id) }],
      minimum: 1,
      multiple: 1,
      extra: extra(variantId),
    }),
    { shipping: second ? 300 : 0, taxBasisPoints: second ? 800 : 0 },
  )
  return {
    clientOrderId: checkout,
    shopId,
    addressId,
    currency: 'USD',
    remark: s.random.pick(['', 'ring twice']),
    lines: sums.lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
    goods: sums.goods,
    shipping: sums.shipping,
    tax: sums.tax,
    total: sums.total,
  }
}

/** The mutations of a person's own rows; those of a store's rows are for its members. */
export type PersonsMutation = Exclude<MutationName, StoreMutationName>

export const gestures: { [N in PersonsMutation]: Draw<N> } = {
  'favourite.set': (s) => ({ id: goods(s).id, on: s.random.chance(0.6) }),
  'favourite.clear': (s) => {
    const ids = s
      .shown('favourites')
      .filter((f) => f.on)
      .map((f) => f.id)
    return ids.length > 0 ? { ids } : undefined
  },
  'follow.set': (s) => ({ id: s.random.pick(s.shops).shopId, on: s.random.chance(0.6) }),
  'cart.add': (s) => ({
    ...goods(s),
    num: s.random.whole(1, s.random.chance(0.1) ? 60 : 6),
    price: 500,
    currency: 'USD',
  }),
  'cart.set': (s) => {
    const line = maybe(s, inCart(s))
    return line && { ...named(line), from: line.num, to: s.random.chance(0.3) ? 0 : s.random.whole(1, 9) }
  },
  'cart.tick': (s) => {
    const line = maybe(s, inCart(s))
    return line && { ...named(line), on: s.random.chance(0.5) }
  },
  'cart.later': (s) => {
    const line = maybe(s, inCart(s))
    return line && { ...named(line), on: s.random.chance(0.6) }
  },
  'cart.clear': (s) => {
    const lines = inCart(s).map((l) => ({ ...named(l), num: l.num }))
    return lines.length > 0 ? { lines } : undefined
  },
  ...applications,
  'list.put': (s) => {
    const list = s.random.chance(0.4) ? maybe(s, ownLists(s)) : undefined
    return { id: list?.id ?? s.uuid(), name: s.random.pick(['Weekly', 'Café', 'Spring']) }
  },
  'list.del': (s) => {
    const list = maybe(s, ownLists(s))
    return list && { id: list.id }
  },
  'list.set': (s) => {
    const list = maybe(s, ownLists(s))
    if (!list) return undefined
    const { listId, id, shopId, variantId, num } = maybe(s, linesOf(s, list.id)) ?? {
      ...goods(s),
      listId: list.id,
      num: 0,
    }
    return { listId, id, shopId, variantId, from: num, to: s.random.chance(0.2) ? 0 : s.random.whole(1, 9) }
  },
  ...quoteGestures,
  'address.put': (s) => {
    const row = s.random.chance(0.6) ? maybe(s, here(s)) : undefined
    return row
      ? { id: row.key, patch: patch(s, false), baseRev: row.rev }
      : { id: s.uuid(), patch: patch(s, s.random.chance(0.9)), baseRev: 0 }
  },
  'address.del': (s) => {
    const row = maybe(s, here(s))
    return row && { id: row.key }
  },
  'address.default': (s) => {
    const row = maybe(s, here(s))
    return row && { id: s.random.chance(0.9) ? row.key : null }
  },
  'avatar.set': (s) => ({ file: s.random.chance(0.85) ? s.random.pick(pictureIds) : null }),
  'billing.set': (s) => ({
    company: s.random.pick(['', 'Nile Traders', 'Harbour Lights']),
    taxNumber: s.random.pick(['', 'EG 1', 'LB 601']),
    address: s.random.pick(['', '4 Port road\nTyre']),
  }),
  'message.read': (s) => {
    const ids = s.shown('messages').flatMap((m) => (m.deleted ? [] : [m.id]))
    return ids.length > 0 ? { ids: s.random.some(ids, s.random.whole(1, 3)), on: s.random.chance(0.8) } : undefined
  },
  'message.mute': (s) => ({ topic: s.random.pick(['orders', 'news']), on: s.random.chance(0.4) }),
  'watch.set': (s) => ({
    what: s.random.pick(['price', 'stock'] as const),
    ...wanted(s),
    price: s.random.whole(1, 600),
    currency: 'USD',
    area: '',
    on: s.random.chance(0.7),
  }),
  'talk.send': (s) => {
    const known = s.random.chance(0.7) ? maybe(s, s.shown('talks')) : undefined
    const to = s.random.chance(0.2) ? 0 : s.random.pick(s.shops).shopId
    return {
      id: s.uuid(),
      talk: known?.id ?? s.uuid(),
      to: known?.to ?? to,
      subject: null,
      text: s.random.pick(['Is it blue?', 'When does it ship?', 'Thank you']),
    }
  },
  'talk.show': (s) => {
    const sent = gestures['talk.send'](s)
    return (
      sent && { ...sent, text: s.random.pick(['', 'Look']), pictures: s.random.some(pictureIds, s.random.whole(1, 2)) }
    )
  },
  'talk.read': (s) => {
    const talk = maybe(
      s,
      s.shown('talks').filter((t) => t.last > 0),
    )
    return talk && { id: talk.id, upTo: s.random.whole(1, talk.last) }
  },
  'order.place': (s) => {
    const line = maybe(s, inCart(s))
    const address = maybe(s, here(s))
    if (!line || !address) return undefined
    const lines = inCart(s).filter((l) => l.shopId === line.shopId && (l === line || s.random.chance(0.5)))
    return orderOf(
      s,
      s.uuid(),
      line.shopId,
      address.key,
      lines.map((l) => ({ ...l, num: s.random.chance(0.7) ? l.num : Math.ceil(l.num / 2) })),
    )
  },
  'order.buy': (s) => {
    const payload = gestures['order.place'](s)
    return payload && bought(payload)
  },
  'order.submit': (s) => {
    const payload = gestures['order.place'](s)
    if (!payload) return undefined
    const notes = writeNotes(new Map(payload.lines.map((line) => [noteKey(line), s.random.pick(['', 'in blue'])])))
    return {
      ...bought(payload),
      ...(notes !== undefined && { notes }),
      ...(s.random.chance(0.3) && { poNumber: `PO-${s.random.whole(1, 99)}` }),
    }
  },
  'order.ask': (s) => {
    const payload = gestures['order.place'](s)
    return payload && asked(payload)
  },
  'order.submitAgreed': (s) => agreedOrder(s, gestures['order.place'](s)),
  'order.askAgreed': (s) => {
    const payload = gestures['order.place'](s)
    return payload && { ...asked(payload), lines: agreedOrder(s, payload)!.lines }
  },
  'order.cancel': (s) => {
    const order = maybe(
      s,
      s
        .shown('orders')
        .filter((o) => o.state === 'unpaid' || o.state === 'paid' || (o.state === 'onDevice' && s.random.chance(0.2))),
    )
    return order && { id: order.id }
  },
  ...orderProblemGestures,
  'review.write': (s) => {
    const order = maybe(
      s,
      s.shown('orders').filter((o) => o.state === 'received' || o.state === 'assessed' || s.random.chance(0.05)),
    )
    const line = order && maybe(s, order.lines)
    return (
      line && {
        orderId: order.id,
        productId: line.id,
        rating: s.random.whole(1, 5),
        text: s.random.pick(['', 'As described', 'Boxes were dented']),
        language: 'en',
        pictures: s.random.some(pictureIds, s.random.whole(0, 2)),
      }
    )
  },
  'review.delete': (s) => {
    const review = maybe(
      s,
      s.shown('ownReviews').filter((r) => !r.deleted),
    )
    return review && { orderId: review.orderId, productId: review.productId }
  },
  'order.receive': (s) => {
    const order = maybe(
      s,
      s.shown('orders').filter((o) => o.state === 'shipped' || s.random.chance(0.1)),
    )
    return order && { id: order.id }
  },
}

/** The weight of each mutation in the draw; a mutation that is not named here has the weight 1. */
export const weights: Partial<Record<MutationName, number>> = {
  'cart.add': 9,
  'cart.set': 4,
  'cart.tick': 2,
  'favourite.set': 5,
  'follow.set': 3,
  'list.put': 2,
  'list.set': 3,
  'quote.accept': 2,
  'address.put': 3,
  'order.place': 2,
  'order.buy': 1,
  'order.submit': 3,
  'order.cancel': 2,
}
