import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { unitsOf } from '#contract/coins/assets.ts'
import { earningsOf } from '#contract/earnings/rules.ts'
import { marketFeeOf } from '#contract/market/fees.ts'
import { ownParcels } from '#contract/orders/parts.ts'
import { isOpenReport, problems, replies } from '#contract/reports/rules.ts'
import { OrderSetting } from '../../tests/support/market/order-setting.ts'
import { placing, unsound } from '../../tests/support/market/orders.ts'
import { uuidFrom } from '../../tests/simulation/gestures/sight.ts'
import { seededRandom, type Random } from '../seed/random.ts'
import { readOrders, type OrderRow } from './order/change.ts'
import { earned } from '../ledger/accounts.ts'
import { writeSetting } from '../market/settings.ts'
import { endSilence, releaseOrders } from './clocks.ts'
import { orderRefOf } from '#contract/orders/schema.ts'

// The books of an order balance after any sequence of what can be done to it: what was paid is held, paid out or given
// back, to the minor unit, and no stock comes or goes but once.

const setting = new OrderSetting()
const { push, act } = setting
const DAY = 86_400_000

const read = async (id: string): Promise<OrderRow> => (await readOrders(setting.market.db, sql`o.id = ${id}::text`))[0]!

async function ordered(random: Random): Promise<string> {
  const [a] = setting.shop.variants[1]!
  const p = await placing(setting.market.db, setting.shop.shopId, setting.addressId, [
    { id: setting.shop.ids[0]!, num: random.whole(1, 3) },
    { id: setting.shop.ids[1]!, variantId: a!, num: 2 },
  ])
  await push(['order.place', p])
  return orderRefOf(p.clientOrderId, p.shopId)
}

const doings: Record<string, (id: string, order: OrderRow, random: Random) => Promise<unknown>> = {
  ship: (id, order, random) => {
    const line = random.pick(order.lines)
    const part = ['--lines', `${line.id}:${line.variantId}=${random.whole(1, line.num)}`]
    return act('ship', id, ...(random.chance(0.7) ? part : []))
  },
  receive: (id, order, random) => {
    const parcels = ownParcels(order)
    const parcel = parcels.length > 0 ? random.pick(parcels) : undefined
    return parcel && random.chance(0.7)
      ? push(['order.receiveParcel', { id, parcel: parcel.n, amount: parcel.amount - parcel.refunded }])
      : push(['order.receive', { id }])
  },
  report: async (id, order, random) => {
    const parcels = ownParcels(order)
    if (parcels.length === 0) return
    const parcel = random.pick(parcels)
    const line = random.pick(parcel.lines)
    const details = { problem: random.pick(problems), wish: 'refund', text: 'x', pictures: [] }
    await push(['order.report', { id, report: uuidFrom(random), parcel: parcel.n, line, ...details }])
  },
  answer: async (_id, order, random) => {
    const amount = (random.whole(1, Math.max(1, order.due)) / 100).toFixed(2)
    for (const { id } of order.reports.filter(({ state }) => isOpenReport(state)))
      await act(
        'report',
        id,
        ...random.pick([
          ['offer', amount],
          ['replace', 'x'],
          ['decline', 'No'],
          ['decide', amount, 'Some'],
          ['decide', '0', 'None'],
        ]),
      )
  },
  reply: async (id, order, random) => {
    for (const { id: report, offer, state } of order.reports)
      await push(['order.reply', { id, report, reply: random.pick(replies), offer: state === 'offered' ? offer : 0 }])
  },
  cancel: (id) => push(['order.cancel', { id }]),
  refund: async (id, _order, random) => random.chance(0.3) && act('refund', id, 'shop'),
  clock: async (_id, _order, random) => {
    setting.now += random.whole(1, 6) * DAY
    await releaseOrders(setting.market.db, setting.now)
    await endSilence(setting.market.db, setting.now)
  },
}

/** The units that the store has of an order; clocks may move others of its orders. */
async function earnedOf(id: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(p.amount), 0)::text as sum from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where p.account = ${earned(setting.shop.shopId)} and e.cause like ${`order:${id}:%`}`.execute(setting.market.db)
  return BigInt(rows[0]!.sum)
}

it('balances after any sequence of what can be done to an order', async () => {
  const ends = new Set<string>()
  const began = setting.now
  for (let seed = 1; seed <= 25; seed++) {
    const random = seededRandom(seed)
    setting.now = began
    const rate = random.pick([0, 1, 250, 3_333])
    await writeSetting(setting.market.db, 'feeRate', rate)
    const id = await ordered(random)
    const { code } = await setting.pay([id])
    // Stock or money may be gone by now.
    if (code !== 1) continue
    const got: [at: number, sum: bigint][] = []
    for (let step = 0; step < 14; step++) {
      const order = await read(id)
      ends.add(order.stage)
      await doings[random.pick(Object.keys(doings))]!(id, order, random)
      const after = await read(id)
      const [, escrow] = await setting.held(id)
      got.push([setting.now, await earnedOf(id)])
      const received = ownParcels(after).filter((parcel) => parcel.receivedAt !== null)
      const out = received.reduce((sum, parcel) => sum + parcel.amount, 0)
      const reported = received.reduce((sum, parcel) => sum + parcel.refunded, 0)
      // oxlint-disable-next-line vitest/no-conditional-expect -- each step of a history is looked at
      expect([escrow, after.held + after.refunded - reported + out, seed]).toEqual([after.held, after.due, seed])
    }
    // At each of those moments the earnings in the order's row must equal the money in the store's account.
    const earnings = earningsOf(await read(id))
    const sums = got.map(([now]) => {
      const sum = unitsOf(earnings.reduce((all, { at, amount }) => all + (at <= now ? amount : 0), 0))
      return sum - marketFeeOf(sum, rate)
    })
    const last = got.map(([now], n) => now !== got[n + 1]?.[0])
    // oxlint-disable-next-line vitest/no-conditional-expect -- each history is looked at
    expect(sums.filter((_, n) => last[n])).toEqual(got.filter((_, n) => last[n]).map(([, sum]) => sum))
    // oxlint-disable-next-line vitest/no-conditional-expect -- each history is looked at
    expect(await unsound(setting.market.db), `seed ${seed}`).toEqual([])
    await act('stock', String(setting.shop.ids[0]), '10')
    await act('stock', String(setting.shop.ids[1]), String(setting.shop.variants[1]![0]), '4')
  }
  expect([...ends].toSorted()).toEqual(
    expect.arrayContaining([
      'cancelled',
      'disputed',
      'paid',
      'partlyReceived',
      'partlyShipped',
      'received',
      'refunded',
    ]),
  )
})
