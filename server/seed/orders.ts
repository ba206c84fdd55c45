import { randomUUID } from 'node:crypto'
import type { LocaleCode } from '#contract/text/locales.ts'
import { ladderPrice, orderableQuantity } from '#contract/prices/ladder.ts'
import { orderSums } from '#contract/orders/sums.ts'
import type { Payload } from '#contract/registry.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Db } from '../db/tables/tables.ts'
import { demoLogins } from './buyers.ts'
import { actAs } from './acts.ts'
import { askInDemo } from './talks.ts'
import { readOrder } from '../orders/order/change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import type { Mutations } from '../sync/outcomes.ts'
import { toPay } from '../ledger/test-money.ts'
import type { OrderMove } from '../orders/order/move.ts'
import { moveOrder } from '../orders/moves/moves.ts'
import { shipParcel } from '../orders/moves/ship.ts'
import { addMember } from '../members/members.ts'

// The orders that the demo's buyers have placed before anybody looks. Each one is placed, paid and moved on by the
// market's own rules, so that stock, ledger and figures agree with it.

/** The one of the demo's people who has a store, from which the others wait for goods. */
export const SELLER = 'lin@caravan.example'
/** Her store's place, and that of the one where she buys instead. */
export const [HERS, ANOTHER] = [2, 4]
/** The buyer whose order from her store has been shipped in part. */
const PARTLY = 'amal@caravan.example'
/** The buyer who waits for a price from her store. */
const ASKING = 'demo@caravan.example'

const DAY = 86_400_000
const HOUR = 3_600_000

const addresses: Partial<Record<LocaleCode, Payload<'address.put'>['patch']>> = {
  en: {
    country: 'DE',
    province: 'DE-BE',
    city: 'Berlin',
    detail: 'Torstraße 2',
    zip: '10119',
    recipient: 'Robin Demo',
    mobile: '+4930123456',
  },
  zh: {
    country: 'SG',
    province: '',
    city: 'Singapore',
    detail: '12 Keong Saik Road',
    zip: '089119',
    recipient: '林小芳',
    mobile: '+6562221234',
  },
  ar: {
    country: 'LB',
    province: 'LB-JA',
    city: 'Tyre',
    detail: 'Port road 4',
    zip: '1601',
    recipient: 'أمل الحداد',
    mobile: '+9613123456',
  },
}

/** How far each order has come, and how long before now each step was (ms); the store's place among the demo's. */
const histories: readonly { store: number; placed: number; moves: readonly [OrderMove['event'], number][] }[] = [
  {
    store: 0,
    placed: 16 * DAY,
    moves: [
      ['pay', 16 * DAY - HOUR],
      ['ship', 9 * DAY],
      // So lately that problems with it can be reported.
      ['receive', 2 * DAY],
    ],
  },
  {
    store: HERS,
    placed: 4 * DAY,
    moves: [
      ['pay', 4 * DAY - HOUR],
      ['ship', 3 * DAY],
    ],
  },
  { store: HERS, placed: 7 * HOUR, moves: [['pay', 6 * HOUR]] },
  { store: 3, placed: 2 * DAY, moves: [['cancel', 2 * DAY - HOUR]] },
]

export interface SeedProduct {
  id: number
  store_id: number
  ladder: { from: number; price: number }[]
  minimum: number
  multiple: number
  shipping: number
  tax_basis_points: number
}

/** Two products of each of the first stores that sell in the market's currency and offer no choice. */
export async function goodsByStore(db: Db): Promise<SeedProduct[][]> {
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('stores as s', (join) => join.onRef('s.id', '=', 'p.store_id').onRef('s.currency', '=', 'p.currency'))
    .select(['p.id', 'p.store_id', 'p.ladder', 'p.minimum', 'p.multiple', 's.shipping', 's.tax_basis_points'])
    .where('p.currency', '=', 'USD')
    .where('p.active', '=', true)
    .where('p.stock', '>', 500)
    .where('p.price', '<', 5_000)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('variants as v').select('v.id').whereRef('v.product_id', '=', 'p.id'))),
    )
    .orderBy('p.id')
    .execute()
  const stores = Map.groupBy(rows as SeedProduct[], (row) => row.store_id)
  return [...stores.values()].filter((goods) => goods.length >= 2).map((goods) => goods.slice(0, 2))
}

function orderOf(goods: readonly SeedProduct[], addressId: string): Payload<'order.submit'> {
  const [{ store_id: shopId, shipping, tax_basis_points: taxBasisPoints }] = goods as [SeedProduct]
  const terms = { shipping, taxBasisPoints }
  const wanted = goods.map(({ id, minimum, multiple }) => ({
    id,
    variantId: 0,
    num: orderableQuantity(minimum, minimum, multiple),
  }))
  const pricing = new Map(goods.map((g) => [g.id, { ...g, extra: 0 }]))
  const { lines, shortfalls: _none, ...sums } = orderSums(wanted, ({ id }) => pricing.get(id)!, terms)
  return {
    clientOrderId: randomUUID(),
    shopId,
    addressId,
    currency: 'USD',
    lines: lines.map(({ amount: _amount, ...line }) => line),
    ...sums,
    remark: '',
    rate: null,
    due: sums.total,
  }
}

/** A price that is asked for ten times the least that is ordered, a tenth below the list's. */
function requestOf({ id, store_id: shopId, ladder, minimum, multiple }: SeedProduct): Payload<'quote.ask'> {
  const num = orderableQuantity(10 * minimum, minimum, multiple)
  return {
    ...{ id: randomUUID(), shopId, productId: id, currency: 'USD', lines: [{ variantId: 0, num }], country: 'DE' },
    target: Math.max(1, Math.round((ladderPrice(ladder, num) * 9) / 10)),
    note: 'We would order this every month from June on. Can you do a little better for that?',
  }
}

export const seedPersonOf = async (db: Db, email: string): Promise<string> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Sends some of the first line of an order that is paid. */
async function shipSome(db: Db, userId: string, { lines, ...order }: Payload<'order.submit'>, at: number) {
  const [{ id, variantId, num }] = lines as [(typeof lines)[number]]
  const sending = {
    orderId: orderRefOf(order.clientOrderId, order.shopId),
    lines: [{ id, variantId, num: Math.ceil(num / 2) }],
    ...{ carrier: 'DHL', tracking: 'DEMO-4712', at },
  }
  const sent = await ownerTransaction(db, userId, (call) => shipParcel(call, sending))
  if ('refusal' in sent) throw new Error(`The demo's parcel was refused: ${sent.refusal.reason}`)
}

/**
 * Gives each of the demo's buyers an address and orders that have come further or less far, and one of them a store
 * that has such orders to send, a price that is asked for and questions to answer.
 */
export async function placeDemoOrders(
  db: Db,
  mutations: Mutations,
  stores: readonly SeedProduct[][],
  now: number,
): Promise<void> {
  const seller = await seedPersonOf(db, SELLER)
  await db.transaction().execute((tx) => addMember(tx, stores[HERS]![0]!.store_id, seller, 'owner'))
  for (const { email, language } of demoLogins) {
    const userId = await seedPersonOf(db, email)
    const addressId = randomUUID()
    const act = actAs(db, mutations, userId, now)
    await act('address.put', { id: addressId, patch: addresses[language], baseRev: 0 }, 20 * DAY)
    await act('address.default', { id: addressId }, 20 * DAY)
    for (const { store, placed, moves } of histories) {
      const order = orderOf(stores[store === HERS && userId === seller ? ANOTHER : store]!, addressId)
      await act('order.submit', order, placed)
      for (const [event, ago] of moves)
        await ownerTransaction(db, userId, async (call) => {
          const row = (await readOrder(call.tx, userId, orderRefOf(order.clientOrderId, order.shopId)))!
          await moveOrder(call, row, {
            event,
            at: now - ago,
            ...(event === 'pay' && { paid: toPay(row.due) }),
            ...(event === 'ship' && { shipment: { carrier: '', tracking: 'DEMO-4711' } }),
            ...(event === 'cancel' && { reason: 'buyer' as const }),
          })
        })
      if (email === ASKING && store === HERS && moves.length === 1)
        await act('quote.ask', requestOf(stores[HERS]![0]!), 5 * HOUR)
      if (email === PARTLY && store === HERS && moves.length === 1) await shipSome(db, userId, order, now - 3 * HOUR)
    }
  }
  await askInDemo(db, mutations, stores[HERS]![0]!.store_id, now)
}
