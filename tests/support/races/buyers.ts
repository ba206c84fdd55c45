import { randomUUID } from 'node:crypto'
import { offerOf } from '#contract/quotes/rules.ts'
import { ownParcels } from '#contract/orders/parts.ts'
import { isOpenReport } from '#contract/reports/rules.ts'
import type { MutationName, Payload, Stated } from '#contract/registry.ts'
import type { Random } from '#server/seed/random.ts'
import { placing } from '../market/orders.ts'
import { aMarket, ownChance, send, upload, wordOf, type Racer, type RaceStage } from './stage.ts'
import type { Act, Draw } from './view.ts'

// Acts of buyers, with their orders, their quotes and their accounts.

/** An intent of somebody's own. */
export function intends<N extends MutationName>(
  s: RaceStage,
  random: Random,
  by: Racer | undefined,
  name: N,
  payload: Payload<N> | undefined,
): Act | undefined {
  if (!by || payload === undefined) return undefined
  const own = ownChance(random)
  return { what: name, run: () => send(s, own, { by, name, payload }) }
}

/** The buyer of the order, as long as they are still there. */
const buyerOf = (s: RaceStage, { order }: Parameters<Draw>[1]): Racer | undefined =>
  s.buyers.find(({ uid }) => uid === order?.user_id)

/** Orders pieces of a product, as somebody would who sees what it costs now. */
const place: Draw = (s, { buyer, store, productId }, random) => {
  const own = ownChance(random)
  const at = store.ids.indexOf(productId)
  const id = at < 0 ? store.ids[0]! : productId
  const [variantId = 0] = store.variants[store.ids.indexOf(id)] ?? []
  const wanted = [{ id, variantId, num: random.whole(1, 9) }]
  // Some carts hold two products, in either order.
  if (random.chance(0.4))
    wanted.push({ id: store.ids[id === store.ids[0] ? 2 : 0]!, variantId: 0, num: random.whole(1, 4) })
  const by = random.chance(0.6) ? buyer : random.pick(s.buyers)
  return {
    what: 'order.place',
    run: async () => {
      const payload = await placing(s.db, store.shopId, by.addressId, random.chance(0.5) ? wanted : wanted.toReversed())
      return send(s, own, { by, name: 'order.place', payload })
    },
  }
}

/** Pays all that the buyer has not paid, or the one order; both may be more than they have. */
const pay: Draw = (s, at, random) => {
  const { order, orders } = at
  const by = buyerOf(s, at) ?? at.buyer
  const unpaid = orders.filter((o) => o.user_id === by.uid && o.state === 'unpaid').map(({ id }) => id)
  const ids = order && random.chance(0.5) ? [order.id] : unpaid.slice(0, 5)
  if (ids.length === 0) return undefined
  const market = aMarket(s, random)
  const quoted = random.chance(0.5)
  return {
    what: 'order.pay',
    run: async () => {
      const asked = quoted ? await market.call('/api/order/payQuote', { ids }, by.token) : undefined
      const [quote] = (asked?.data as Partial<Stated<'order.payQuote'>> | undefined)?.quotes ?? []
      const input = { ids, password: by.password, ...(quote && { quote: quote.id }) }
      return wordOf(s, 'order.pay', await market.call('/api/order/pay', input, by.token))
    },
  }
}

const cancel: Draw = (s, at, random) =>
  intends(s, random, buyerOf(s, at), 'order.cancel', at.order && { id: at.order.id })
const receive: Draw = (s, at, random) =>
  intends(s, random, buyerOf(s, at), 'order.receive', at.order && { id: at.order.id })

const receiveParcel: Draw = (s, at, random) => {
  const parcels = at.order ? ownParcels(at.order) : []
  if (!at.order || parcels.length === 0) return undefined
  const { n: parcel, amount, refunded } = random.pick(parcels)
  return intends(s, random, buyerOf(s, at), 'order.receiveParcel', {
    id: at.order.id,
    parcel,
    amount: amount - refunded,
  })
}

/** Reports a problem, with pictures that were sent just before. */
const report: Draw = (s, at, random) => {
  const by = buyerOf(s, at)
  const parcels = at.order ? ownParcels(at.order) : []
  if (!at.order || !by || parcels.length === 0) return undefined
  const parcel = random.pick(parcels)
  const { id: orderId } = at.order
  const line = { ...random.pick(parcel.lines), num: 1 }
  const own = ownChance(random)
  return {
    what: 'order.report',
    run: async () => {
      const payload = {
        ...{ id: orderId, report: randomUUID(), parcel: parcel.n, line, text: 'Broken' },
        ...{ problem: own.pick(['damaged', 'missing', 'wrong'] as const), wish: own.pick(['refund', 'talk'] as const) },
        pictures: await upload(s, own, by),
      }
      return send(s, own, { by, name: 'order.report', payload })
    },
  }
}

const reply: Draw = (s, at, random) => {
  const open = (at.order?.reports ?? []).filter(({ state }) => isOpenReport(state))
  if (!at.order || open.length === 0) return undefined
  const { id, offer } = random.pick(open)
  return intends(s, random, buyerOf(s, at), 'order.reply', {
    ...{ id: at.order.id, report: id, offer: offer ?? 0 },
    reply: random.pick(['accept', 'accept', 'escalate', 'withdraw'] as const),
  })
}

const review: Draw = (s, at, random) => {
  const by = buyerOf(s, at)
  if (!at.order || !by) return undefined
  const productId = at.order.lines[0]!.id
  const { id: orderId } = at.order
  const own = ownChance(random)
  if (random.chance(0.2)) return intends(s, random, by, 'review.delete', { orderId, productId })
  return {
    what: 'review.write',
    run: async () => {
      const pictures = await upload(s, own, by)
      const payload = { orderId, productId, rating: own.whole(1, 5), text: 'Good', language: 'en' as const, pictures }
      return send(s, own, { by, name: 'review.write', payload })
    },
  }
}

const ask: Draw = (s, { buyer, store }, random) =>
  intends(s, random, buyer, 'quote.ask', {
    ...{ id: randomUUID(), shopId: store.shopId, productId: store.ids[0]!, currency: 'USD' },
    ...{ lines: [{ variantId: 0, num: random.whole(1, 9) }], target: null, country: '', note: '' },
  })

/** Answers an offer in one of the ways there are. */
const answerOffer: Draw = (s, { quote }, random) => {
  const by = s.buyers.find(({ uid }) => uid === quote?.user_id)
  if (!quote || !by) return undefined
  const { id, store_id: shopId, product_id: productId, currency } = quote
  const round = quote.rounds.length
  const offered = offerOf(quote)?.lines ?? []
  const how = random.whole(0, 3)
  if (how === 0) return intends(s, random, by, 'quote.close', { id, round })
  if (how === 1)
    return intends(s, random, by, 'quote.counter', {
      ...{ id, round, lines: [{ variantId: 0, num: random.whole(1, 9) }], target: null, note: '' },
    })
  if (offered.length === 0) return undefined
  const lines = offered.map(({ variantId, num, price }) => ({ variantId, num, price: price! }))
  return intends(s, random, by, 'quote.accept', { id, round, shopId, productId, currency, lines })
}

/** Deletes the account of a buyer or of a member. */
const deleteAccount: Draw = (s, at, random) => {
  const members = at.standings.filter(({ store, live }) => store === at.store && live)
  const by = random.chance(0.4) || members.length === 0 ? at.buyer : random.pick(members).racer
  const market = aMarket(s, random)
  return {
    what: 'user.delete',
    run: async () =>
      wordOf(s, 'user.delete', await market.call('/api/user/delete', { password: by.password }, by.token)),
  }
}

const cart: Draw = (s, { buyer, store, productId }, random) =>
  intends(s, random, buyer, 'cart.add', {
    ...{ id: productId, shopId: store.shopId, variantId: 0, num: random.whole(1, 5), price: 500, currency: 'USD' },
  })

export const buyers = {
  ...{ place, pay, cancel, receive, receiveParcel, report, reply, review, ask, answerOffer, deleteAccount, cart },
}
