import { randomUUID } from 'node:crypto'
import { leftToShip, nextParcel, ownParcels } from '#contract/orders/parts.ts'
import { mostOfParcel, nextRefund, refundOf } from '#contract/reports/refunds.ts'
import { isOpenReport } from '#contract/reports/rules.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { Random } from '#server/seed/random.ts'
import type { TestShop } from '../market/orders.ts'
import { aMarket, COUNTED, ownChance, send, wordOf, type Racer, type RaceStage } from './stage.ts'
import { memberOf, type Act, type Draw } from './view.ts'

// Acts of members, for their stores, and on who acts for them.

const DAY = 86_400_000

interface Doing<N extends StoreMutationName> {
  store: TestShop
  by: Racer | undefined
  name: N
  payload: Payload<N> | undefined
  /** Called once it is accepted. */
  done?(): void
}

function does<N extends StoreMutationName>(s: RaceStage, random: Random, act: Doing<N>): Act | undefined {
  const { store, by, name, payload, done } = act
  if (!by || payload === undefined) return undefined
  const own = ownChance(random)
  return {
    what: name,
    run: async () => {
      const word = await send(s, own, { by, store, name, payload })
      if (word === 'accepted') done?.()
      return word
    },
  }
}

/** A member of the order's store who does something with it. */
const seller = (at: Parameters<Draw>[1], random: Random, role?: StoreRole): Racer | undefined =>
  at.order && at.order.store_id === at.store.shopId ? memberOf(at, at.store, random, role) : undefined

const ship: Draw = (s, at, random) => {
  const { order, store } = at
  const left = order ? leftToShip(order) : []
  if (!order || left.length === 0) return undefined
  const part = random.chance(0.5)
  const lines = (part ? left.slice(0, 1) : left).map(({ id, variantId, num }) => ({
    ...{ id, variantId, num: part ? random.whole(1, num) : num },
  }))
  const payload = { id: order.id, parcel: nextParcel(order), lines, carrier: 'Post', tracking: '1' }
  return does(s, random, { store, by: seller(at, random), name: 'sale.ship', payload })
}

const refund: Draw = (s, at, random) => {
  const { order, store } = at
  const what = random.pick(['all', 'all', 'unshipped'] as const)
  const back = order && refundOf({ ...order, paid: order.due }, what)
  const payload = order && back && { id: order.id, what, amount: back.amount }
  return does(s, random, { store, by: seller(at, random, 'owner'), name: 'sale.refund', payload })
}

const refundPart: Draw = (s, at, random) => {
  const { order, store } = at
  const parcels = order ? ownParcels(order).filter(({ n }) => mostOfParcel(order, n) > 0) : []
  if (!order || parcels.length === 0) return undefined
  const { n: parcel } = random.pick(parcels)
  const most = mostOfParcel(order, parcel)
  const amount = random.chance(0.3) ? most : random.whole(1, most)
  const payload = { id: order.id, refund: nextRefund(order), parcel, amount, words: 'Sorry' }
  return does(s, random, { store, by: seller(at, random, 'owner'), name: 'sale.refundPart', payload })
}

const answerReport: Draw = (s, at, random) => {
  const { order, store } = at
  const open = (order?.reports ?? []).filter(({ state }) => isOpenReport(state))
  if (!order || open.length === 0) return undefined
  const { id: report, parcel: n } = random.pick(open)
  const words = 'We are sorry'
  if (random.chance(0.4)) {
    const say = random.pick(['replace', 'decline'] as const)
    const payload = { id: order.id, report, say, carrier: '', tracking: '', words }
    return does(s, random, { store, by: seller(at, random), name: 'sale.answer', payload })
  }
  const parcel = order.parcels.find((one) => one.n === n)
  const most = parcel ? parcel.amount - parcel.refunded : 0
  const payload = most > 0 ? { id: order.id, report, amount: random.whole(1, most), words } : undefined
  return does(s, random, { store, by: seller(at, random, 'owner'), name: 'sale.offer', payload })
}

/** The choice of a product whose pieces are moved, by its code; '' where it has none. */
const skuOf = (store: TestShop, n: number): string => (store.variants[n]!.length > 0 ? '0' : '')

const stock: Draw = (s, at, random) => {
  const { store } = at
  const n = random.whole(0, 1)
  const by = random.pick([-20, -3, 5, 12])
  const product = store.ids[n]!
  return does(s, random, {
    ...{ store, by: memberOf(at, store, random), name: 'goods.stock' },
    payload: { id: store.goods[n]!, sku: skuOf(store, n), by },
    done: () => void s.made.set(product, s.made.get(product)! + by),
  })
}

const count: Draw = (s, at, random) => {
  const { store } = at
  const payload = { id: store.goods[COUNTED]!, sku: '', num: random.whole(10, 80), at: s.now - random.whole(0, 60_000) }
  return does(s, random, { store, by: memberOf(at, store, random), name: 'goods.count', payload })
}

const price: Draw = (s, at, random) => {
  const { store } = at
  const n = random.whole(0, 2)
  const by = memberOf(at, store, random)
  const own = ownChance(random)
  return (
    by && {
      what: 'goods.edit',
      run: async () => {
        const product = s.db.selectFrom('products').select('ladder').where('id', '=', store.ids[n]!)
        const { ladder } = await product.executeTakeFirstOrThrow()
        const to = { ladder: [{ from: 1, price: own.whole(3, 9) * 100 }] }
        const payload = { id: store.goods[n]!, from: { ladder }, to }
        return send(s, own, { by, store, name: 'goods.edit', payload })
      },
    }
  )
}

const show: Draw = (s, at, random) => {
  const { store } = at
  const payload = { id: random.pick(store.goods), on: random.chance(0.6) }
  return does(s, random, { store, by: memberOf(at, store, random), name: 'goods.show', payload })
}

const close: Draw = (s, at, random) => {
  const { store } = at
  const payload = { on: random.chance(0.4) }
  return does(s, random, { store, by: memberOf(at, store, random, 'owner'), name: 'store.close', payload })
}

const offer: Draw = (s, at, random) => {
  const { quote } = at
  const store = s.stores.find(({ shopId }) => shopId === quote?.store_id)
  if (!quote || !store) return undefined
  const by = memberOf(at, store, random)
  const round = quote.rounds.length
  if (random.chance(0.2))
    return does(s, random, { store, by, name: 'quote.refuse', payload: { id: quote.uid, round, note: '' } })
  const wanted = quote.rounds.at(-1)!.lines
  const lines = wanted.map(({ variantId, num }) => ({ variantId, num, price: random.whole(1, 6) * 100 }))
  const payload = { id: quote.uid, round, lines, until: s.now + 7 * DAY, note: '' }
  return does(s, random, { store, by, name: 'quote.offer', payload })
}

/** Invites somebody of any store, or a buyer, or gives a member another role. */
const invite: Draw = (s, at, random) => {
  const { store } = at
  const { code } = random.pick([...s.buyers, ...at.standings.map(({ racer }) => racer)])
  const payload = { id: randomUUID(), code, role: random.pick(['owner', 'owner', 'staff'] as const) }
  return does(s, random, { store, by: memberOf(at, store, random, 'owner'), name: 'member.add', payload })
}

const answerInvitation: Draw = (s, at, random) => {
  const invited = at.standings.filter((m) => m.invited)
  if (invited.length === 0) return undefined
  const { racer, store } = random.pick(invited)
  const market = aMarket(s, random)
  const body = { store: store.uid, accept: random.chance(0.8) }
  const what = 'user.answerInvitation'
  return { what, run: async () => wordOf(s, what, await market.call('/api/user/answerInvitation', body, racer.token)) }
}

/** Ends another's membership, or one's own. */
const endMember: Draw = (s, at, random) => {
  const { store } = at
  const members = at.standings.filter((m) => m.store === store)
  if (members.length === 0) return undefined
  const { racer } = random.pick(members)
  if (random.chance(0.6)) return does(s, random, { store, by: racer, name: 'member.leave', payload: { id: racer.uid } })
  const by = memberOf(at, store, random, 'owner')
  return does(s, random, { store, by, name: 'member.end', payload: { id: racer.uid } })
}

export const sellers = {
  ...{ ship, refund, refundPart, answerReport, stock, count, price, show, close, offer },
  ...{ invite, answerInvitation, endMember },
}
