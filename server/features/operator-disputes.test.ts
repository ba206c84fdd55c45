import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MONEY, OrderSetting, told } from '../../tests/support/order-setting.ts'

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
  const said = { problem: 'damaged', wish: 'refund', text: 'Three are broken', pictures: [] }
  expect(told(await push(['order.report', { id, report, parcel: 1, line, ...said }]))).toEqual(['accepted'])
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
      ...{ line: { num: 10 }, paid: DUE, most: DUE, currency: 'USD', order: { id, stage: 'disputed' } },
    },
  ])
  const decide = (refund: number, words: string, by = token) =>
    market.call('/api/operator/decide_dispute', { id: report, refund, words }, by)
  expect(await decide(DUE + 1, 'Too much')).toMatchObject({ data: { reason: 'invalid' } })
  expect(await decide(1875, ' ')).toMatchObject({ data: { reason: 'invalid' } })
  expect(await decide(1875, 'Mine', await operator('site'))).toMatchObject({ data: { reason: 'noRight' } })
  expect(await decide(1875, 'Three of ten')).toMatchObject({ code: 1 })
  expect(await decide(1875, 'Three of ten')).toMatchObject({ data: { reason: 'orderMoved' } })
  expect(await disputes()).toEqual([])
  expect(await held(id)).toEqual([MONEY - DUE + 1875, DUE - 1875, 0])
  const log = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'dispute.decide').execute()
  expect(log).toMatchObject([
    { via: 'screen', before: { refunded: 0 }, after: { refunded: 1875, words: 'Three of ten' } },
  ])
})
