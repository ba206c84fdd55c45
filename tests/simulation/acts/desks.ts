import { GUEST, userDbName, type MirrorRow } from '#localdb/schema.ts'
import { deskId } from '#localdb/desk-id.ts'
import { leftToShip, nextParcel, ownParcels } from '#contract/orders/parts.ts'
import { mostOfParcel, nextRefund } from '#contract/reports/refunds.ts'
import { nextReport } from '#contract/reports/rules.ts'
import { canShip } from '#contract/stores/sales.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import type { Sale, StoreNotice, StoreTalk } from '#contract/sync/schema-store-rows.ts'
import type { Random } from '#server/seed/random.ts'
import { endMember } from '#server/members/members.ts'
import type { Gesture } from '#worker/api/worker-api.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import { pictureIds } from '../gestures/pictures.ts'
import { uuidFrom } from '../gestures/sight.ts'
import { whileBusy } from '../device/stage.ts'
import type { Act } from './act.ts'
import { buys } from './buyer.ts'
import { shippingDraws } from './desk-shipping.ts'

// The members of a store at their desks: they count, write and ship on several phones, and no phone knows what the
// others do meanwhile.

interface DeskSight {
  goods: StoreProduct[]
  sales: Sale[]
  talks: StoreTalk[]
  quotes: StoreQuote[]
  reviews: StoreReview[]
  /** Private links to line sheets. */
  sheets: readonly { id: string }[]
  /** Whether the desk is the owner's. */
  owner: boolean
  /** Unix ms. */
  now: number
  random: Random
}

/** The rows that the screens of a desk show. */
function deskSight(h: History, phone: Phone, desk: string, random: Random): DeskSight {
  const shown = <T>(table: 'goods' | 'sales' | 'storeTalks' | 'storeQuotes' | 'storeReviews' | 'storeNotice'): T[] =>
    phone.disk.rows<MirrorRow<object>>(userDbName(desk), table).flatMap((row) => (row.shown ? [row.shown as T] : []))
  const living = <T extends { deleted: boolean }>(rows: T[]): T[] => rows.filter(({ deleted }) => !deleted)
  return {
    goods: living(shown<StoreProduct>('goods')),
    sales: shown('sales'),
    talks: shown('storeTalks'),
    quotes: living(shown<StoreQuote>('storeQuotes')),
    reviews: living(shown<StoreReview>('storeReviews')),
    sheets: shown<StoreNotice>('storeNotice').flatMap(({ sheets }) => sheets ?? []),
    owner: phone.person === h.staffed?.owner,
    now: h.time.now,
    random,
  }
}

const one = <T>(random: Random, all: readonly T[]): T | undefined => (all.length > 0 ? random.pick(all) : undefined)

type Draws = { [N in StoreMutationName]?: (s: DeskSight) => Payload<N> | undefined }
const draws = {
  'goods.stock': ({ goods, random }) => {
    const some = one(
      random,
      goods.filter(({ variants }) => Object.keys(variants).length === 0),
    )
    return some && { id: some.id, sku: '', by: random.pick([-3, -1, 1, 2, 5]) }
  },
  'goods.edit': ({ goods, now, random }) => {
    const some = one(random, goods)
    if (!some) return undefined
    if (random.chance(0.4)) {
      const until = now + (random.chance(0.3) ? 30_000 : 7 * 86_400_000)
      const deal = some.deal ? null : { percent: random.whole(5, 50), until }
      return { id: some.id, from: { deal: some.deal }, to: { deal } }
    }
    const title = { en: `Thing ${random.whole(1, 9)}` }
    return some.title['en'] === title.en
      ? undefined
      : { id: some.id, from: { title: { en: some.title['en'] ?? '' } }, to: { title } }
  },
  'sale.ship': ({ sales, random }) => {
    const sale = one(
      random,
      sales.filter((any) => canShip(any)),
    )
    if (!sale) return undefined
    const left = leftToShip(sale).map(({ id, variantId, num }) => ({ id, variantId, num }))
    const lines = random.chance(0.5) ? left : [{ ...left[0]!, num: 1 }]
    return { id: sale.id, parcel: nextParcel(sale), lines, carrier: 'DHL', tracking: String(random.whole(1, 99_999)) }
  },
  'sale.answer': ({ sales, random }) => {
    const open = sales.flatMap((sale) =>
      (sale.reports ?? []).flatMap(({ id, state }) =>
        nextReport(state, 'decline') === undefined ? [] : [{ id: sale.id, report: id }],
      ),
    )
    const some = one(random, open)
    return some && { ...some, say: 'decline', carrier: '', tracking: '', words: 'It was whole' }
  },
  'sale.refund': ({ sales, random }) => {
    const sale = one(
      random,
      sales.filter((any) => canShip(any) && ownParcels(any).length === 0),
    )
    return sale && { id: sale.id, what: 'all', amount: sale.held ?? 0 }
  },
  'sale.refundPart': ({ sales, random }) => {
    const some = sales.flatMap((sale) =>
      ownParcels(sale).flatMap(({ n }) => (mostOfParcel(sale, n) > 1 ? [{ sale, n }] : [])),
    )
    const found = one(random, some)
    if (!found) return undefined
    const { sale, n } = found
    const amount = random.whole(1, mostOfParcel(sale, n) - 1)
    return { id: sale.id, refund: nextRefund(sale), parcel: n, amount, words: 'One was scratched' }
  },
  'talk.answer': ({ talks, random }) => {
    const talk = one(
      random,
      talks.filter(({ deleted }) => !deleted),
    )
    if (!talk) return undefined
    const pictures = random.chance(0.3) ? random.some(pictureIds, 1) : []
    return { id: uuidFrom(random), talk: talk.id, text: random.pick(['It is blue', 'On Monday']), pictures }
  },
  'talk.seen': ({ talks, random }) => {
    const talk = one(
      random,
      talks.filter(({ last }) => last > 0),
    )
    return talk && { id: talk.id, upTo: random.whole(1, talk.last) }
  },
  'quote.offer': ({ quotes, now, random }) => {
    const quote = one(
      random,
      quotes.filter(({ state }) => state === 'open' || state === 'offered'),
    )
    const lines = (quote?.rounds.at(-1)?.lines ?? []).map(({ variantId, num }) => ({
      ...{ variantId, num, price: random.whole(1, 6) * 100 },
    }))
    const until = now + (random.chance(0.2) ? 30_000 : 7 * 86_400_000)
    return quote && { id: quote.id, round: quote.rounds.length, lines, until, note: random.pick(['', 'For so many']) }
  },
  'quote.refuse': ({ quotes, random }) => {
    const quote = one(
      random,
      quotes.filter(({ state }) => state === 'open'),
    )
    return quote && { id: quote.id, round: quote.rounds.length, note: random.pick(['', 'Sold out']) }
  },
  'quote.draw': ({ goods, sales, talks, quotes, now, random }) => {
    const known = [
      ...sales.map(({ id, buyer }) => ({ of: { kind: 'sale' as const, id }, buyer })),
      ...talks.map(({ id, buyer }) => ({ of: { kind: 'storeTalk' as const, id }, buyer })),
      ...quotes.map(({ id, buyer }) => ({ of: { kind: 'request' as const, id }, buyer })),
    ]
    const whom = one(random, known)
    const drawn = random
      .some(goods, 2)
      .filter(({ productId }) => productId !== null)
      .map(({ id, productId, currency, variants }) => ({
        ...{ id: uuidFrom(random), goods: id, productId: productId!, currency },
        lines: [
          { sku: one(random, Object.keys(variants)) ?? '', num: random.whole(1, 6), price: random.whole(1, 6) * 100 },
        ],
      }))
    if (!whom || drawn.length === 0) return undefined
    const until = now + (random.chance(0.2) ? 30_000 : 7 * 86_400_000)
    const note = random.pick(['', 'As last month'])
    return { order: uuidFrom(random), of: whom.of, buyer: '', goods: drawn, until, note }
  },
  'review.reply': ({ reviews, random }) => {
    const review = one(random, reviews)
    return review && { id: review.id, n: review.replies + 1, text: random.pick(['', 'Thank you', 'We are sorry']) }
  },
  'sheet.make': ({ goods, now, random }) => {
    const some = random.some(goods, 2).map(({ id }) => id)
    const until = random.pick([null, now + 30_000, now + 7 * 86_400_000])
    const id = uuidFrom(random).replaceAll('-', '').slice(0, 24)
    return some.length === 0 ? undefined : { id, title: random.pick(['Spring', 'Autumn']), goods: some, until }
  },
  'sheet.end': ({ sheets, random }) => {
    const some = one(random, sheets)
    return some && { id: some.id }
  },
  'store.close': ({ owner, random }) => (owner ? { on: random.chance(0.4) } : undefined),
  'store.rename': ({ owner, random }) => (owner ? { name: `Store of many names ${random.whole(1, 6)}` } : undefined),
  'store.profile': ({ owner, random }) =>
    owner
      ? random.pick([
          { description: { [random.pick(['en', 'ar'])]: random.pick(['', 'Lamps', 'Lamps and shades']) } },
          { area: random.pick([null, 'EG', 'DE']) },
        ])
      : undefined,
  'store.currency': ({ owner, random }) => (owner ? { currency: random.pick(['USD', 'EUR']) } : undefined),
  ...shippingDraws,
  'store.legal': ({ owner, random }) =>
    owner
      ? random.pick([
          { name: random.pick(['', 'Lin Ltd']), taxNumber: random.pick(['', 'EG 1']) },
          { address: random.pick(['', '4 Port road']) },
          { prefix: random.pick(['', 'A', 'B7']) },
        ])
      : undefined,
  'store.least': ({ random }) =>
    random.pick([
      { pieces: null, amount: null },
      { pieces: 1, amount: null },
      { pieces: null, amount: 1 },
    ]),
  'store.notice': ({ random }) => ({ announcement: `Open until ${random.whole(1, 12)}` }),
  'store.terms': ({ random }) => {
    const least = random.whole(1, 5)
    const days = random.chance(0.3) ? null : { least, most: least + random.whole(0, 4) }
    return { days: { [random.pick(['DE', 'JP', 'US-CA'])]: days } }
  },
} satisfies Draws
const often = [
  'goods.stock',
  'goods.stock',
  'goods.edit',
  'sale.ship',
  'sale.ship',
  'sale.answer',
  'talk.answer',
  'talk.answer',
  'talk.seen',
  'quote.offer',
  'quote.offer',
  'quote.draw',
  'review.reply',
  'review.reply',
  'store.notice',
  'store.terms',
  'store.least',
  'sheet.make',
] as const
/** The store's profile, currency and legal details. */
const profile = ['store.rename', 'store.profile', 'store.currency', 'store.legal'] as const
/** The store's shipping zones, and its taxes by country. */
const shipping = ['store.zone', 'store.zoneEnd', 'store.taxes'] as const
const names = [
  ...often,
  'sale.refund',
  'sale.refundPart',
  'quote.refuse',
  'sheet.end',
  'store.close',
  ...profile,
  ...shipping,
] as const

/** One random act of a member on the rows that their desk shows; undefined when no draw finds one. */
function drawnAt(h: History, phone: Phone, desk: string, random: Random): Gesture[] | undefined {
  const s = deskSight(h, phone, desk, random)
  for (let tries = 0; tries < 4; tries++) {
    const name = random.pick(names)
    const payload = draws[name](s)
    if (payload) return [{ intentId: uuidFrom(random), name, payload } as Gesture]
  }
  return undefined
}

/** The desk of the person who is signed in on a phone; undefined when they have none. */
function deskOf(h: History, phone: Phone): string | undefined {
  if (!h.staffed || phone.person === GUEST || !h.staffed.members.has(phone.person)) return undefined
  return deskId(h.staffed.uid, phone.person)
}

export const deskActs = {
  saleComes: (h, _phone, random) => (h.staffed ? whileBusy(() => buys(h, random)) : undefined),

  deskWork: async (h, phone, random) => {
    const desk = deskOf(h, phone)
    const person = phone.person
    if (desk === undefined) return
    const tab = h.tabOf(phone, random)
    const opened = await tab.worker.call('store.open', { uid: h.staffed!.uid }, person)
    if (opened.kind !== 'accepted' || opened.data.ended || tab.dead) return
    for (let n = random.whole(1, 3); n > 0; n--) {
      const gesture = drawnAt(h, phone, desk, random)
      if (!gesture) continue
      h.strike('deskWork')
      await h.gesture(phone, tab, gesture, desk)
    }
  },
  /** A membership ends, whatever its devices are doing. */
  membershipEnds: async (h, _phone, random) => {
    const { staffed } = h
    const staff = staffed && [...staffed.members].filter((uid) => uid !== staffed.owner && !staffed.ended.has(uid))
    if (!staffed || !staff || staff.length === 0) return
    const uid = random.pick(staff)
    staffed.ended.add(uid)
    await whileBusy(() => h.shop.market.db.transaction().execute((tx) => endMember(tx, staffed.storeId, uid)))
    h.strike('membershipEnds')
  },
} satisfies Record<string, Act>
