import { placesOrder } from '#contract/orders/placing.ts'
import { GUEST, userDbName, type IntentRow, type MetaRows } from '#localdb/schema.ts'
import { isPending } from '#localdb/intent-states.ts'
import { mutations } from '#contract/mutations.ts'
import type { Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { productTransaction } from '#server/feed/catalogue-feed.ts'
import { purgeOutcomes } from '#server/sync/retention.ts'
import { endDeals } from '#server/catalogue/end-deals.ts'
import { expireOrders } from '#server/orders/expire.ts'
import { expireQuotes } from '#server/quotes/expire.ts'
import { offerNow } from '#server/quotes/offer.ts'
import { waitingQuotes } from '#server/quotes/waiting.ts'
import { provinceCode } from '#server/market/area-tree.ts'
import { setAreaOpen } from '#server/market/areas/areas.ts'
import { lockProducts } from '#server/orders/order/stock.ts'
import { answerLoan } from '#server/loans/answer.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { idOf, readEffects } from '../history/effect-log.ts'
import type { History } from '../history/history.ts'
import { foldedOnce } from '../invariants/screens.ts'
import { whileBusy } from '../device/stage.ts'
import { gestures, places } from '../gestures/gestures.ts'
import { uuidFrom } from '../gestures/sight.ts'
import type { Random } from '#server/seed/random.ts'
import type { Phone } from '../device/phone.ts'
import { waitingActs } from './waiting.ts'
import { drawn, sight } from './persons.ts'
import type { Act } from './act.ts'
import { backedUp } from './backups.ts'

/** Adds pieces to a product's stock, or takes some away. */
const restock = (h: History, id: number, delta: number): Promise<void> =>
  whileBusy(() =>
    productTransaction(h.shop.market.db, id, async (tx) => {
      const product = (await lockProducts(tx, [id])).get(id)!
      if (product.variants.size > 0) return
      const stock = Math.max(0, product.stock + delta)
      await tx.updateTable('products').set({ stock }).where('id', '=', id).execute()
      h.made.set(id, h.made.get(id)! + stock - product.stock)
      if (stock !== product.stock) h.strike('stockChanges')
    }),
  )

/** The person deals with the outcome later. */
const lookedAtLater = (h: History, phone: Phone, random: Random): void => {
  h.time.later(random.whole(1_000, 30_000), () => h.begin(Promise.resolve(waitingActs.consent(h, phone, random))))
}

/** A product gets another price. */
async function reprice(h: History, id: number, price: number): Promise<void> {
  await whileBusy(() => operate(h.shop.market.db, ['price', String(id), String(price)], h.time.now))
  h.oldPrices.set(id, h.prices.get(id)!)
  h.prices.set(id, price)
}

/** The stores answer the requests for a price that wait; some of their offers expire soon. */
async function makeOffers({ shop, time, persons }: History, random: Random): Promise<void> {
  const { db } = shop.market
  const waiting = (await waitingQuotes(db)).filter((q) => persons.some((p) => p.uid === q.user_id))
  for (const { user_id: userId, store_id: storeId, id: quoteId, rounds } of waiting) {
    const lines = rounds
      .at(-1)!
      .lines.map(({ variantId, num }) => ({ variantId, num, price: random.whole(1, 6) * 100 }))
    const validUntil = time.now + (random.chance(0.3) ? 60_000 : 7 * 86_400_000)
    await offerNow(db, { userId, storeId, quoteId, lines, validUntil, note: 'Our price', by: null, at: time.now })
  }
  if (random.chance(0.3)) await expireQuotes(db, time.now)
}

const CLOCK = { by: null, via: 'command' } as const

/** The operator's answer to an application for a loan: an offer that holds for an hour, or a refusal. */
const answered = (now: number, random: Random): Parameters<typeof answerLoan>[2] => ({
  note: '',
  ...(random.chance(0.7) && { offer: { amount: 50_000, months: 6, rate: 900, until: new Date(now + 3_600_000) } }),
})
/** A store sends the rest of an order, or one piece of it. */
async function ship(h: History, id: string, random: Random): Promise<void> {
  const { db } = h.shop.market
  const [line] = await db
    .selectFrom('order_lines')
    .select(['product_id', 'variant_id'])
    .where('order_id', '=', id)
    .orderBy('product_id')
    .execute()
  const part = line && random.chance(0.4) ? ['--lines', `${line.product_id}:${line.variant_id}=1`] : []
  await operate(db, ['ship', id, ...part], h.time.now)
}

/** Stores answer the open reports on orders, and the operator decides disputes. */
async function answerReports(h: History, random: Random): Promise<void> {
  const { db } = h.shop.market
  const open = await db
    .selectFrom('order_reports')
    .select('id')
    .where('ended_at', 'is', null)
    .where(
      'user_id',
      'in',
      h.persons.map((p) => p.uid),
    )
    .orderBy('id')
    .execute()
  for (const { id } of open)
    await operate(
      db,
      ['report', id, ...random.pick([['offer', '1.00'], ['replace'], ['decline', 'No'], ['decide', '2.00', 'Half']])],
      h.time.now,
    )
}

export const shopActs = {
  /** The same person acts somewhere else, by single calls; some of them twice under one key. */
  elsewhere: (h, phone, random) => {
    const uid = phone.person === GUEST ? h.persons[0]!.uid : phone.person
    const [gesture] = drawn(h, phone, random)
    return whileBusy(() => h.shop.market.call(mutations[gesture!.name].path, gesture!.payload, h.elsewhere.get(uid)))
  },
  shopMoves: async (h, _phone, random) => {
    const { db } = h.shop.market
    if (random.chance(0.2)) return whileBusy(() => expireOrders(db, h.time.now + 3 * 3_600_000))
    if (random.chance(0.5)) return whileBusy(() => makeOffers(h, random))
    return whileBusy(async () => {
      if (random.chance(0.3)) await endDeals(db, h.time.now)
      const orders = await db
        .selectFrom('orders')
        .select(['id', 'state'])
        .where(
          'user_id',
          'in',
          h.persons.map((p) => p.uid),
        )
        .where('state', 'in', ['paid', 'shipped'])
        .orderBy('id')
        .execute()
      const asked = await db
        .selectFrom('loans')
        .select(['id', 'user_id'])
        .where(
          'user_id',
          'in',
          h.persons.map((p) => p.uid),
        )
        .where('state', '=', 'applied')
        .orderBy('id')
        .executeTakeFirst()
      if (asked && random.chance(0.5)) await answerLoan(db, asked, answered(h.time.now, random), h.time.now, CLOCK)
      if (orders.length === 0) return
      const { id, state } = random.pick(orders)
      if (state === 'paid' && random.chance(0.8)) await ship(h, id, random)
      if (random.chance(0.5)) await answerReports(h, random)
      if (state === 'shipped' || random.chance(0.3)) await operate(db, ['refund', id, 'shop'], h.time.now)
    })
  },
  priceChanges: async (h, phone, random) => {
    h.aim('priceChanges')
    // Preferably the price of a product in an order that has not arrived at the market yet.
    const waiting = phone.disk
      .rows<IntentRow>(userDbName(phone.person), 'outbox')
      .filter((row) => placesOrder(row.name) && isPending(row.state))
      .flatMap((row) => (row.payload as Payload<'order.place'>).lines.map((l) => l.id))
    const ids = waiting.length > 0 ? waiting : h.stores.flatMap((s) => s.ids)
    await reprice(h, random.pick(ids), random.whole(3, 9) * 100)
  },
  /** A product becomes dearer after somebody has ordered it, before the order arrives at the market. */
  dearer: (h, phone, random) => {
    const s = sight(h, phone, random)
    const payload = s.guest ? undefined : gestures['order.place'](s)
    if (!payload) return undefined
    h.aim('dearer')
    h.dearer.add(payload.clientOrderId)
    lookedAtLater(h, phone, random)
    const { id, price } = payload.lines[0]!
    return Promise.all([
      h.gesture(phone, h.tabOf(phone, random), [{ intentId: uuidFrom(random), name: 'order.place', payload }]),
      reprice(h, id, price + random.whole(1, 3) * 100),
    ])
  },
  /** One field of an address is changed here and elsewhere, neither knowing of the other. */
  clash: (h, phone, random) => {
    const s = sight(h, phone, random)
    const rows = s.guest ? [] : s.mirror('addresses').filter((row) => row.server && row.shown && !row.shown.deleted)
    if (rows.length === 0) return undefined
    lookedAtLater(h, phone, random)
    const { key: id, rev: baseRev } = random.pick(rows)
    const put = (road: string): Payload<'address.put'> => ({
      id,
      patch: { detail: `${road} ${random.whole(1, 999)}` },
      baseRev,
    })
    const theirs = async (): Promise<void> => {
      const token = h.elsewhere.get(phone.person)
      const { code } = await h.shop.market.call(mutations['address.put'].path, put('Their road'), token)
      if (code === 1) h.strike('clash')
    }
    return Promise.all([
      whileBusy(theirs),
      h.gesture(phone, h.tabOf(phone, random), [
        { intentId: uuidFrom(random), name: 'address.put', payload: put('Our road') },
      ]),
    ])
  },
  stockChanges: (h, _phone, random) => {
    return restock(h, random.pick(h.stores.flatMap((s) => s.ids)), random.pick([-1000, -20, -5, 10, 100]))
  },
  /** An area closes while somebody places an order to it. */
  areaCloses: async (h, phone, random) => {
    const { db } = h.shop.market
    const s = sight(h, phone, random)
    const payload = s.guest ? undefined : gestures['order.place'](s)
    if (!payload) return
    h.aim('areaCloses')
    await whileBusy(async () => {
      const to = db.selectFrom('addresses').select(['country', 'province']).where('id', '=', payload.addressId)
      // An address that the market does not know yet may be anywhere.
      const { country, province } = (await to.executeTakeFirst()) ?? random.pick(places)
      const code = provinceCode(country, province) ?? country
      h.closed.add(code)
      await setAreaOpen(db, code, false)
    })
    await h.gesture(phone, h.tabOf(phone, random), [{ intentId: uuidFrom(random), name: 'order.place', payload }])
  },
  sessionEnds: (h, phone) => {
    if (phone.person === GUEST) return undefined
    return h.endSessions(phone.person).then((ended) => {
      if (ended > 0) h.strike('sessionEnds')
    })
  },
  /** Somebody has used the device's next id for something else: a copied profile, say. */
  keyReused: (h, phone) => {
    const fence = phone.disk.row<MetaRows['fence']>(userDbName(phone.person), 'meta', 'fence')
    if (!fence || phone.person === GUEST) return undefined
    const { incarnation: first, current: incarnation = first, uid } = fence
    const seq =
      Math.max(
        0,
        ...phone.disk.rows<IntentRow>(userDbName(uid), 'outbox').map((r) => r.seq!),
        ...[...phone.watch.fates.values()].filter((f) => f.row.incarnation === incarnation).map((f) => f.row.seq ?? 0),
      ) + 1
    const intents = [{ seq, name: 'favourite.set', payload: { id: h.stores[0]!.ids[0]!, on: true }, createdAt: 1 }]
    return whileBusy(async () => {
      const body = { v: 1, uid, incarnation, now: 1, intents }
      const { data } = await h.shop.market.call('/api/sync/push', body, h.elsewhere.get(uid))
      const [result] = (data as { results?: PushResult[] } | null)?.results ?? []
      // The device may have used the id first. A closed store refuses the favourite, but the id is used all the same.
      if (!result || result.refusal?.reason === 'idReused') return
      h.strike('keyReused')
      h.forged.add(idOf({ incarnation, seq, createdAt: 1 }))
    })
  },
  /** The server dies, and is started again on a backup of some time ago. */
  serverRestored: async (h, _phone, random) => {
    const restore = await backedUp(h)
    await h.time.wait(random.whole(1_000, 30_000))
    await restore()
  },
  /** The outcomes' ninety days are over. */
  outcomesPurged: (h) =>
    whileBusy(async () => {
      if ((await purgeOutcomes(h.shop.market.db, Date.now() + 91 * 86_400_000)) > 0) h.strike('outcomesPurged')
    }),
  /** Checks on every screen what must hold at any moment. */
  look: async (h) => {
    const effects = await whileBusy(() => readEffects(h.shop.market.db, h.owning))
    // In the middle of a transaction one would see half of it.
    await h.settle()
    for (const phone of h.phones)
      for (const raw of phone.disk.databases.values())
        if (raw.name.startsWith('caravan-user-')) phone.watch.lawThree(raw, 'I7')
    await foldedOnce(h, effects)
  },
} satisfies Record<string, Act>
