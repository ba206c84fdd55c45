import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { writeOrderNumber } from '#contract/orders/number.ts'
import type { Dispute } from '#contract/reports/schema-operator.ts'
import { tellStores } from '../orders/clocks.ts'
import { settleAllOwed } from '../sync/owed.ts'
import { addMember } from '../members/members.ts'
import { MONEY, OrderSetting, outcomesOf } from '../../tests/support/market/order-setting.ts'

const setting = new OrderSetting()
const { push, placed, pay, act, held } = setting
// 10 pieces at 500: goods 5000, tax 350, shipping 900.
const DUE = 6250

/** Somebody whom the market has let in to the desks, by their token. */
async function operator(...rights: string[]): Promise<string> {
  const { market, now } = setting
  const person = await market.person()
  const token = await market.login(person)
  const { text } = await act('operator', 'add', person.email, ...rights)
  await market.call('/api/operator/enter', { code: /is (\S{5}-\S{5})\./.exec(text)![1]! }, token)
  await market.db
    .updateTable('sessions')
    .set({ proven_until: new Date(now + 3_600_000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .execute()
  return token
}

it('shows what was brought to the operator with both sides’ words, and decides it once, written down', async () => {
  const { market, shop } = setting
  const id = await placed(10)
  await pay([id])
  await act('ship', id)
  const report = randomUUID()
  const line = { id: shop.ids[0]!, variantId: 0, num: 3 }
  const details = { problem: 'damaged', wish: 'refund', text: 'Three are broken', pictures: [] }
  expect(outcomesOf(await push(['order.report', { id, report, parcel: 1, line, ...details }]))).toEqual(['accepted'])
  const token = await operator('orders')
  const disputes = async (input: object = {}) =>
    ((await market.call('/api/operator/disputes', input, token)).data as { disputes: object[] }).disputes
  expect(await disputes()).toEqual([])
  expect(await disputes({ open: true })).toHaveLength(1)
  await act('report', report, 'decline', 'They were whole')
  await push(['order.reply', { id, report, reply: 'escalate', offer: 0 }])
  expect(await disputes()).toMatchObject([
    {
      report: { id: report, text: 'Three are broken', answer: 'They were whole', state: 'escalated' },
      ...{ paid: DUE, held: DUE, refunded: 0, most: DUE, currency: 'USD', talk: [] },
      order: { id, stage: 'disputed', lines: [{ num: 10, price: 500 }], parcels: [{ n: 1, amount: DUE }] },
    },
  ])
  const decide = (refund: number, words: string, by = token) =>
    market.call('/api/operator/decide_dispute', { id: report, refund, words }, by)
  expect(await decide(DUE + 1, 'Too much')).toMatchObject({ data: { reason: 'invalid' } })
  expect(await decide(1875, ' ')).toMatchObject({ data: { reason: 'invalid' } })
  expect(await decide(1875, 'Mine', await operator('site'))).toMatchObject({ data: { reason: 'noRight' } })
  expect(await decide(1875, 'Three of ten')).toMatchObject({ code: 1, data: { became: 'done' } })
  expect(await decide(1875, 'Three of ten')).toMatchObject({ data: { reason: 'orderMoved' } })
  expect(await disputes()).toEqual([])
  expect(await held(id)).toEqual([MONEY - DUE + 1875, DUE - 1875, 0])
  const log = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'order.report.decide').execute()
  expect(log).toMatchObject([
    { via: 'screen', before: { refunded: 0 }, after: { refunded: 1875, words: 'Three of ten' } },
  ])
})

/** A paid and shipped order of some pieces, of which three are said to be broken; brought to the operator. */
async function brought(pieces = 10): Promise<{ id: string; report: string }> {
  const { shop } = setting
  const id = await placed(pieces)
  await pay([id])
  await act('ship', id)
  const report = randomUUID()
  const line = { id: shop.ids[0]!, variantId: 0, num: 3 }
  const details = { problem: 'damaged', wish: 'refund', text: 'Three are broken', pictures: [] }
  await push(['order.report', { id, report, parcel: 1, line, ...details }])
  await act('report', report, 'decline', 'They were whole')
  await push(['order.reply', { id, report, reply: 'escalate', offer: 0 }])
  return { id, report }
}
const shown = async (token: string, input: object = {}) =>
  ((await setting.market.call('/api/operator/disputes', input, token)).data as { disputes: Dispute[] }).disputes

it('are counted while they wait for the operator, and no longer', async () => {
  const token = await operator('orders')
  const waiting = async (): Promise<number | undefined> => {
    const { data } = await setting.market.call('/api/operator/counts', {}, token)
    return (data as { counts: { what: string; count: number }[] }).counts.find(({ what }) => what === 'disputes')?.count
  }
  const before = await waiting()
  expect(before).toBe((await shown(token)).length)
  const { report } = await brought()
  expect(await waiting()).toBe(before! + 1)
  const decision = { id: report, refund: 0, words: 'They were whole.' }
  expect((await setting.market.call('/api/operator/decide_dispute', decision, token)).code).toBe(1)
  expect(await waiting()).toBe(before)
})

it('finds disputes by number, buyer, store and product', async () => {
  const { report } = await brought()
  const token = await operator('orders')
  const all = await shown(token)
  const mine = all.find((one) => one.report.id === report)!
  const title = mine.order.lines[0]!.title['en']!
  for (const find of [mine.order.number, mine.order.buyer, mine.order.shop, title])
    expect((await shown(token, { find })).map((one) => one.report.id)).toContain(report)
  expect(await shown(token, { find: 'nothing of the kind %' })).toEqual([])
})

it('finds the disputes of a buyer whose name reads as an order number', async () => {
  const { report } = await brought()
  const name = writeOrderNumber(4711).replace('-', '').toLowerCase()
  await setting.market.db.updateTable('users').set({ username: name }).where('id', '=', setting.person.uid).execute()
  expect((await shown(await operator('orders'), { find: name })).map((one) => one.report.id)).toContain(report)
})

it('shows what both wrote about the order once it is brought, and only that order’s lines', async () => {
  const { id, report } = await brought()
  const { shop } = setting
  const line = (subject: object, text: string) => ({
    ...{ id: randomUUID(), talk: randomUUID(), to: shop.shopId },
    ...{ subject, text },
  })
  const results = await push(
    ['talk.send', line({ kind: 'order', id }, 'Look at the corners')],
    ['talk.send', line({ kind: 'store', id: String(shop.shopId) }, 'Do you have red ones?')],
  )
  expect(outcomesOf(results)).toEqual(['accepted', 'accepted'])
  const token = await operator('orders')
  const talkOf = async () => (await shown(token, { open: true })).find((one) => one.report.id === report)!.talk
  expect(await talkOf()).toMatchObject([{ mine: true, text: 'Look at the corners', pictures: [] }])
  // Settled between them again: no business of the operator's any more.
  await act('report', report, 'offer', '1.00')
  expect(await talkOf()).toEqual([])
})

it('a decision worth more than one operator gives back alone waits for a second, who carries it out once', async () => {
  const { market } = setting
  const { id, report } = await brought(5)
  const due = (await held(id))[1]!
  await act('second', '15.00')
  const [first, second] = [await operator('orders'), await operator('orders')]
  const decide = { id: report, refund: 1875, words: 'Three of ten' }
  expect(await market.call('/api/operator/decide_dispute', decide, first)).toMatchObject({ data: { became: 'waits' } })
  expect(await held(id)).toEqual([MONEY - due, due, 0])
  const waiting = async () =>
    ((await market.call('/api/operator/acts', {}, second)).data as { acts: { id: string; order?: string }[] }).acts
  const [one] = await waiting()
  expect(one).toMatchObject({ act: 'report', order: expect.any(String) })
  expect(await market.call('/api/operator/decide', { id: one!.id, agree: true }, first)).toMatchObject({
    data: { reason: 'noRight' },
  })
  expect(await market.call('/api/operator/decide', { id: one!.id, agree: true }, second)).toMatchObject({ code: 1 })
  expect(await held(id)).toEqual([MONEY - due + 1875, due - 1875, 0])
  expect(await waiting()).toEqual([])
  // Below it one decides alone; what the buyer does not get counts as well, since the store does.
  const other = await brought(5)
  const small = { id: other.report, refund: 1000, words: 'A little' }
  expect(await market.call('/api/operator/decide_dispute', small, first)).toMatchObject({ data: { became: 'waits' } })
  await act('second', '30.00')
  expect(await market.call('/api/operator/decide_dispute', small, first)).toMatchObject({ data: { became: 'done' } })
  await act('second', '1000.00')
})

it('tells both sides the decision with its reason', async () => {
  const { market, shop, person } = setting
  const { report } = await brought(5)
  const member = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, shop.shopId, member.uid, 'staff'))
  const token = await operator('orders')
  const words = 'The pictures show it'
  await market.call('/api/operator/decide_dispute', { id: report, refund: 0, words }, token)
  await tellStores(market.db, setting.now)
  await settleAllOwed(market.db)
  const messagesOf = async (uid: string) =>
    market.db.selectFrom('messages').select(['kind', 'body']).where('user_id', '=', uid).orderBy('id').execute()
  expect(await messagesOf(person.uid)).toContainEqual({ kind: 'reportDismissed', body: { en: words } })
  expect(await messagesOf(member.uid)).toContainEqual({ kind: 'storeDecided', body: { en: words } })
})
