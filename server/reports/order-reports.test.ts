import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ANSWER_WITHIN, HOLIDAY_WAIT_MAX, REPLY_WITHIN, REPORT_WITHIN } from '#contract/reports/rules.ts'
import { RELEASE_AFTER } from '#contract/orders/stages.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import { byTimer } from '../../tests/support/market/audited.ts'
import { MONEY, OrderSetting, outcomesOf } from '../../tests/support/market/order-setting.ts'
import { placing } from '../../tests/support/market/orders.ts'
import { readOrders } from '../orders/order/change.ts'
import { available, earned } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { unitsOf } from '#contract/coins/assets.ts'
import { endSilence, releaseOrders, tellStores } from '../orders/clocks.ts'
import { settleAllOwed } from '../sync/owed.ts'

const setting = new OrderSetting()
const { push, placed, pay, act, held } = setting
// 10 pieces at 500: goods 5000, tax 350, shipping 900.
const DUE = 6250

const order = async (id: string) => (await readOrders(setting.market.db, sql`o.id = ${id}::text`))[0]!
async function shipped(num = 10): Promise<string> {
  const id = await placed(num)
  await pay([id])
  expect(await act('ship', id)).toMatchObject({ exit: 0 })
  return id
}
const problem = (id: string, report: string, more: object = {}): [string, unknown] => [
  'order.report',
  {
    ...{ id, report, parcel: 1, line: { id: setting.shop.ids[0]!, variantId: 0, num: 3 } },
    ...{ problem: 'damaged', wish: 'refund', text: 'Three are broken', pictures: [], ...more },
  },
]
const reply = (id: string, report: string, word: string, offer = 0): [string, unknown] => [
  'order.reply',
  { id, report, reply: word, offer },
]

it('is a dispute before receipt: nothing is paid out until it has ended, and the clock stands still', async () => {
  const id = await shipped()
  const report = randomUUID()
  expect(outcomesOf(await push(problem(id, report), problem(id, report)))).toEqual(['accepted', 'accepted'])
  expect(await order(id)).toMatchObject({ stage: 'disputed', state: 'shipped', reports: [{ state: 'open' }] })
  expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['refused orderMoved'])
  expect(await releaseOrders(setting.market.db, setting.now + 2 * RELEASE_AFTER)).toBe(0)
  const began = setting.now
  setting.now += 2 * 86_400_000
  expect(await act('report', report, 'offer', '18.75', 'Sorry')).toMatchObject({ exit: 0 })
  // Only the amount that the buyer saw can be accepted.
  expect(outcomesOf(await push(reply(id, report, 'accept', 1874)))).toEqual(['refused orderMoved'])
  expect(outcomesOf(await push(reply(id, report, 'accept', 1875), reply(id, report, 'accept', 1875)))).toEqual([
    'accepted',
    'refused orderMoved',
  ])
  expect(await order(id)).toMatchObject({
    ...{ stage: 'shipped', held: DUE - 1875, refunded: 1875, disputed_at: null },
    release_at: new Date(began + RELEASE_AFTER + 2 * 86_400_000),
    reports: [{ state: 'refunded', refunded: 1875, answer: 'Sorry' }],
    refunds: [{ amount: 1875, why: 'report' }],
  })
  expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['accepted'])
  expect(await held(id)).toEqual([MONEY - DUE + 1875, 0, DUE - 1875])
})

it('comes out of what the store has earned after receipt, within a week, and never out of nothing', async () => {
  const id = await shipped()
  await push(['order.receive', { id }])
  const [report, late] = [randomUUID(), randomUUID()]
  expect(outcomesOf(await push(problem(id, report)))).toEqual(['accepted'])
  expect((await order(id)).stage).toBe('received')
  expect(outcomesOf(await push(reply(id, report, 'escalate')))).toEqual(['accepted'])
  for (const amount of ['62.51', '-1', 'much'])
    expect(await act('report', report, 'decide', amount, 'So much')).toMatchObject({ exit: 1 })
  expect(await act('report', report, 'decide', '10')).toMatchObject({ exit: 1 })
  expect(await act('report', report, 'decide', '10', 'Three of ten')).toMatchObject({ exit: 0 })
  expect(await held(id)).toEqual([MONEY - DUE + 1000, 0, DUE - 1000])
  expect(await order(id)).toMatchObject({ stage: 'received', refunded: 1000, reports: [{ verdict: 'Three of ten' }] })
  setting.now += REPORT_WITHIN + 1
  expect(outcomesOf(await push(problem(id, late)))).toEqual(['refused reportTooLate'])
})

it('cannot give back what the store has not got any more', async () => {
  const id = await shipped()
  await push(['order.receive', { id }])
  const report = randomUUID()
  await push(problem(id, report), reply(id, report, 'escalate'))
  const { market, shop } = setting
  const to = available(setting.person.uid)
  await market.db.transaction().execute(async (tx) => {
    await post(tx, `test:${id}`, [
      { account: earned(shop.shopId), asset: 'tUSDT', amount: -unitsOf(DUE) },
      { account: to, asset: 'tUSDT', amount: unitsOf(DUE) },
    ])
  })
  expect(await act('report', report, 'decide', '10', 'Three of ten')).toMatchObject({
    exit: 1,
    text: 'The store’s earnings do not cover that amount.',
  })
  expect((await order(id)).reports[0]!.state).toBe('escalated')
})

it('given back as a whole ends the order', async () => {
  const id = await shipped()
  const report = randomUUID()
  await push(problem(id, report), reply(id, report, 'escalate'))
  expect(await act('report', report, 'decide', '62.50', 'All of it')).toMatchObject({ exit: 0 })
  expect(await order(id)).toMatchObject({ stage: 'refunded', state: 'refunded', held: 0, refunded: DUE })
  expect(await held(id)).toEqual([MONEY, 0, 0])
})

it('goes on without a side that is silent', async () => {
  const { market } = setting
  const id = await shipped()
  const [first, second] = [randomUUID(), randomUUID()]
  await push(problem(id, first))
  expect(await endSilence(market.db, setting.now + ANSWER_WITHIN - 1)).toBe(0)
  expect(await endSilence(market.db, setting.now + ANSWER_WITHIN)).toBe(1)
  expect((await order(id)).reports[0]!.state).toBe('escalated')
  setting.now += ANSWER_WITHIN
  await act('report', first, 'offer', '1', 'A little')
  expect(await endSilence(market.db, setting.now + REPLY_WITHIN)).toBe(1)
  expect(await order(id)).toMatchObject({ stage: 'shipped', refunded: 100 })
  await push(problem(id, second))
  await act('report', second, 'decline', 'They were whole')
  expect(await endSilence(market.db, setting.now + REPLY_WITHIN)).toBe(1)
  expect(await order(id)).toMatchObject({ stage: 'shipped', refunded: 100, held: DUE - 100 })
  expect(await byTimer(market, id)).toMatchObject([
    { what: 'order.report.escalate', before: { stage: 'disputed' }, after: { stage: 'disputed', report: first } },
    { what: 'order.report.accept', before: { refunded: 0 }, after: { refunded: 100, report: first } },
    { what: 'order.report.withdraw', after: { stage: 'shipped', report: second } },
  ])
})

it('waits for a store on holiday, for two weeks of it at most', async () => {
  const { market, shop } = setting
  const day = 86_400_000
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  const away = async (days: number): Promise<void> => {
    const holiday = { holiday_from: date(setting.now), holiday_to: date(setting.now + days * day) }
    await market.db.updateTable('store_notices').set(holiday).where('store_id', '=', shop.shopId).execute()
  }
  const id = await shipped()
  await push(problem(id, randomUUID()))
  await away(4)
  const { turnAt } = (await order(id)).reports[0]!
  const back = Date.parse(date(setting.now + 5 * day))
  expect(await endSilence(market.db, back + ANSWER_WITHIN - 1)).toBe(0)
  await away(60)
  expect(await endSilence(market.db, turnAt + ANSWER_WITHIN + HOLIDAY_WAIT_MAX - 1)).toBe(0)
  expect(await endSilence(market.db, turnAt + ANSWER_WITHIN + HOLIDAY_WAIT_MAX)).toBe(1)
  expect((await order(id)).reports[0]!.state).toBe('escalated')
  const none = { holiday_from: null, holiday_to: null }
  await market.db.updateTable('store_notices').set(none).where('store_id', '=', shop.shopId).execute()
})

describe('two problems of one parcel', () => {
  /** An order of both products, in one parcel; two reports of it, and what was paid for it. */
  async function reported(): Promise<{ id: string; reports: [string, string]; paid: number }> {
    const { market, shop, addressId } = setting
    const variant = await market.db
      .selectFrom('variants')
      .select('id')
      .where('product_id', '=', shop.ids[1]!)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const lines = [
      { id: shop.ids[0]!, num: 4 },
      { id: shop.ids[1]!, variantId: variant.id, num: 2 },
    ]
    const p = await placing(market.db, shop.shopId, addressId, lines)
    expect((await setting.place(p)).outcome).toBe('accepted')
    const id = orderRefOf(p.clientOrderId, p.shopId)
    await pay([id])
    expect(await act('ship', id)).toMatchObject({ exit: 0 })
    const reports: [string, string] = [randomUUID(), randomUUID()]
    const second = { line: { id: shop.ids[1]!, variantId: variant.id, num: 1 } }
    await push(problem(id, reports[0]), problem(id, reports[1], second))
    return { id, reports, paid: (await order(id)).due }
  }
  const money = (minor: number): string => (minor / 100).toFixed(2)

  it('are offered no more together than was paid for it', async () => {
    const { reports, paid } = await reported()
    expect(await act('report', reports[0], 'offer', money(paid - 100), 'Nearly all')).toMatchObject({ exit: 0 })
    expect(await act('report', reports[1], 'offer', money(101), 'Too much')).toMatchObject({ exit: 1 })
    expect(await act('report', reports[1], 'offer', money(100), 'The rest')).toMatchObject({ exit: 0 })
    // A store may think again.
    expect(await act('report', reports[0], 'offer', money(paid - 200), 'A little less')).toMatchObject({ exit: 0 })
    expect(await act('report', reports[1], 'decline', 'It was whole')).toMatchObject({ exit: 0 })
  })

  it('go to the operator where the clock can no longer pay an offer', async () => {
    const { market } = setting
    const { id, reports, paid } = await reported()
    for (const report of reports) await act('report', report, 'offer', money(100), 'Sorry')
    // As offers were made before they counted together.
    await market.db.updateTable('order_reports').set({ offer: paid }).where('id', 'in', reports).execute()
    setting.now += REPLY_WITHIN
    await endSilence(market.db, setting.now)
    const states = (await order(id)).reports.map(({ state }) => state)
    expect(states.toSorted()).toEqual(['escalated', 'refunded'])
    const left = (await order(id)).reports.find(({ state }) => state === 'escalated')!.id
    expect(await act('report', left, 'decide', '0', 'All of it was given back')).toMatchObject({ exit: 0 })
    expect(await order(id)).toMatchObject({ stage: 'refunded', held: 0, refunded: paid })
  })
})

it('is settled by another parcel, which is part of no amount', async () => {
  const id = await shipped()
  const report = randomUUID()
  await push(problem(id, report, { wish: 'replacement' }))
  expect(await act('report', report, 'replace', 'DHL 99')).toMatchObject({ exit: 0 })
  expect((await order(id)).parcels).toMatchObject([
    { n: 1 },
    { n: 2, amount: 0, replaces: report, lines: [{ num: 3 }] },
  ])
  expect(outcomesOf(await push(['order.receiveParcel', { id, parcel: 2, amount: 0 }]))).toEqual(['refused orderMoved'])
  expect(outcomesOf(await push(reply(id, report, 'accept')))).toEqual(['accepted'])
  expect(await order(id)).toMatchObject({ stage: 'shipped', reports: [{ state: 'replaced' }], held: DUE })
  expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['accepted'])
  expect(await held(id)).toEqual([MONEY - DUE, 0, DUE])
})

it('takes no second report of a line, none of what was not sent, and none from another', async () => {
  const id = await shipped()
  const [report, other] = [randomUUID(), randomUUID()]
  await push(problem(id, report))
  expect(
    outcomesOf(
      await push(
        problem(id, other),
        problem(id, other, { parcel: 2 }),
        problem(id, other, { line: { id: setting.shop.ids[0]!, variantId: 0, num: 11 } }),
        problem(id, other, { line: { id: setting.shop.ids[1]!, variantId: 0, num: 1 } }),
        problem(id, other, { pictures: ['a'.repeat(64)] }),
      ),
    ),
  ).toEqual(['refused orderMoved', 'refused notFound', 'refused notFound', 'refused notFound', 'refused orderMoved'])
  expect(outcomesOf(await push(reply(id, report, 'withdraw'), problem(id, report)))).toEqual(['accepted', 'accepted'])
  expect((await order(id)).stage).toBe('shipped')
})

it('is announced to the store’s members, once a turn, each in words of its own', async () => {
  const { market, shop } = setting
  const member = await market.person()
  await market.db
    .insertInto('store_members')
    .values({ store_id: shop.shopId, user_id: member.uid, role: 'owner' })
    .execute()
  const id = await shipped(5)
  const report = randomUUID()
  await push(problem(id, report))
  await tellStores(market.db, setting.now)
  await tellStores(market.db, setting.now)
  await push(reply(id, report, 'escalate'))
  await tellStores(market.db, setting.now)
  const taken = randomUUID()
  const second = await shipped(5)
  await push(problem(second, taken))
  await tellStores(market.db, setting.now)
  await act('report', taken, 'offer', '1', 'A little')
  await push(reply(second, taken, 'accept', 100))
  await tellStores(market.db, setting.now)
  await settleAllOwed(market.db)
  const messages = await market.db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', member.uid)
    .orderBy('id')
    .execute()
  const [first, other] = [id, second].map((of) => ({ subject_kind: 'sale', subject_id: `${shop.shopId}:${of}` }))
  expect(messages.filter(({ kind }) => kind.startsWith('storeReport'))).toMatchObject([
    { kind: 'storeReport', ...first },
    { kind: 'storeReportBrought', ...first },
    { kind: 'storeReport', ...other },
    { kind: 'storeReportTaken', ...other },
  ])
})
