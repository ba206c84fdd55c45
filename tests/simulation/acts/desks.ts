import { GUEST, userDbName, type MirrorRow } from '#localdb/schema.ts'
import { deskId } from '#localdb/desk-id.ts'
import { leftToShip, nextParcel, ownParcels } from '#contract/rules/order-parts.ts'
import { nextReport } from '#contract/rules/order-reports.ts'
import { canShip } from '#contract/rules/sales.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { Goods } from '#contract/schema/goods-row.ts'
import type { Sale } from '#contract/schema/store-rows.ts'
import type { Random } from '#server/db/seed/random.ts'
import { mutations } from '#contract/mutations.ts'
import { endMember } from '#server/stores/members.ts'
import type { Gesture } from '#worker/api.ts'
import { placing } from '../../support/orders.ts'
import type { History } from '../history.ts'
import type { Phone } from '../phone.ts'
import { uuidFrom } from '../sight.ts'
import { whileBusy } from '../stage.ts'
import type { Act } from './act.ts'

// What the members of a store do at their desks: counted, written and shipped on several phones, none of which knows
// what the others do meanwhile.

interface DeskSight {
  goods: Goods[]
  sales: Sale[]
  random: Random
}

/** What is on the screens of a desk. */
function deskSight(phone: Phone, desk: string, random: Random): DeskSight {
  const shown = <T>(table: 'goods' | 'sales'): T[] =>
    phone.disk.rows<MirrorRow<object>>(userDbName(desk), table).flatMap((row) => (row.shown ? [row.shown as T] : []))
  return { goods: shown<Goods>('goods').filter(({ deleted }) => !deleted), sales: shown('sales'), random }
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
  'goods.edit': ({ goods, random }) => {
    const some = one(random, goods)
    if (!some) return undefined
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
  'store.notice': ({ random }) => ({ announcement: `Open until ${random.whole(1, 12)}` }),
} satisfies Draws
const often = [
  'goods.stock',
  'goods.stock',
  'goods.edit',
  'sale.ship',
  'sale.ship',
  'sale.answer',
  'store.notice',
] as const
const names = [...often, 'sale.refund'] as const

/** One thing that a member does out of what their desk shows. */
function drawnAt(phone: Phone, desk: string, random: Random): Gesture[] | undefined {
  const s = deskSight(phone, desk, random)
  for (let tries = 0; tries < 4; tries++) {
    const name = random.pick(names)
    const payload = draws[name](s)
    if (payload) return [{ intentId: uuidFrom(random), name, payload } as Gesture]
  }
  return undefined
}

/** The desk of whoever is at a phone; undefined where they have none, or their screens show somebody else. */
function deskOf(h: History, phone: Phone): string | undefined {
  if (!h.staffed || phone.person === GUEST || !h.staffed.members.has(phone.person)) return undefined
  return deskId(h.staffed.uid, phone.person)
}

/** Somebody buys something from the store and pays it, somewhere else. */
export async function sell(h: History, random: Random): Promise<void> {
  const { market } = h.shop
  const { uid, password } = random.pick(h.persons)
  const token = h.elsewhere.get(uid)
  const { shopId, ids } = h.stores[0]!
  const id = uuidFrom(random)
  const at = { country: 'DE', province: 'DE-BE', city: 'Berlin', detail: 'Port road 1', zip: '10119' }
  const patch = { ...at, recipient: 'Amal', mobile: '+4930123456' }
  await market.call(mutations['address.put'].path, { id, patch, baseRev: 0 }, token)
  const wanted = [{ id: ids[1]!, num: random.whole(1, 3) }]
  const order = { ...(await placing(market.db, shopId, id, wanted)), clientOrderId: uuidFrom(random) }
  await market.call(mutations['order.place'].path, order, token)
  await market.call('/api/order/pay', { ids: [`${order.clientOrderId}:${shopId}`], password }, token)
}

export const deskActs = {
  saleComes: (h, _phone, random) => (h.staffed ? whileBusy(() => sell(h, random)) : undefined),

  deskWork: async (h, phone, random) => {
    const desk = deskOf(h, phone)
    const person = phone.person
    if (desk === undefined) return
    const tab = h.tabOf(phone, random)
    const opened = await tab.worker.call('store.open', { uid: h.staffed!.uid }, person)
    if (opened.kind !== 'accepted' || opened.data.ended || tab.dead) return
    for (let n = random.whole(1, 3); n > 0; n--) {
      const gesture = drawnAt(phone, desk, random)
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
