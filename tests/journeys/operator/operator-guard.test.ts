import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../../support/market/orders.ts'

// Refunds are guarded by a second operator: nobody lowers that guard alone where there is one, whoever is to agree
// reads what would be done, and both sides of an order read why it was paid back.

let market: TestMarket
let buyer: TestPerson & { token: string }
let seller: TestPerson
let [cashier, refunder]: string[] = []
let order: { id: string; shopId: number }
beforeAll(async () => {
  market = await openTestMarket()
  const person = await market.person()
  buyer = { ...person, token: await market.login(person) }
  seller = await market.person()
  const shop = await makeShop(market.db, [{ stock: 1000, ladder: [{ from: 1, price: 5000 }] }])
  await market.db.transaction().execute((tx) => addMember(tx, shop.shopId, seller.uid, 'owner'))
  await giveMoney(market.db, buyer.uid, 10_000_000)
  const asked = await placing(market.db, shop.shopId, await makeAddress(market.db, buyer.uid), [
    { id: shop.ids[0]!, num: 30 },
  ])
  await market.call('/api/order/place', asked, buyer.token)
  const { id } = await market.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await market.call('/api/order/pay', { ids: [id], password: buyer.password }, buyer.token)
  order = { id, shopId: shop.shopId }
  cashier = await newOperator(market, 'money')
})
afterAll(() => market.close())

const ask = (name: string, input: object, token: string) => market.call(`/api/operator/${name}`, input, token)
const limit = async () => ((await ask('money', {}, cashier!)).data as { second: string }).second
const waiting = async (token: string) =>
  ((await ask('acts', {}, token)).data as { acts: { id: string; act: string; order?: string; about: object }[] }).acts

it('a higher limit waits for an operator who guards refunds; a lower one is done at once', async () => {
  const set = (amount: string) => ask('moneySet', { what: 'second', amount }, cashier!)
  expect((await set('1200.00')).data).toMatchObject({ became: 'waits' })
  const [own] = await waiting(cashier!)
  await ask('decide', { id: own!.id, agree: false }, cashier!)
  refunder = await newOperator(market, 'orders')
  expect((await set('900.00')).data).toMatchObject({ became: 'done' })
  expect(await limit()).toBe('900.00')
  expect((await set('5000.00')).data).toMatchObject({ became: 'waits' })
  expect(await limit()).toBe('900.00')
  const [act] = await waiting(refunder)
  expect(act).toMatchObject({
    value: { act: 'limit', limit: 'secondEyesWorth', value: 500_000 },
    about: { money: { amount: 500_000, currency: 'USD' } },
  })
  expect(await ask('decide', { id: act!.id, agree: true }, cashier!)).toMatchObject({ data: { reason: 'noRight' } })
  expect((await ask('decide', { id: act!.id, agree: true }, refunder)).code).toBe(1)
  expect(await limit()).toBe('5000.00')
  expect((await set('900.00')).data).toMatchObject({ became: 'done' })
})

it('a refund says how much and why, to whoever agrees and to both sides', async () => {
  const other = await newOperator(market, 'orders')
  const found = (await ask('orders', {}, refunder!)).data as { orders: { back: object; number: string }[] }
  expect(found.orders[0]!.back).toEqual({ amount: 150_000, currency: 'USD' })
  const reason = 'The store is closed.'
  expect((await ask('refund', { id: order.id, reason }, refunder!)).data).toMatchObject({ became: 'waits' })
  const [act] = await waiting(other)
  expect(act).toMatchObject({
    value: { act: 'refund', order: order.id, words: reason },
    order: found.orders[0]!.number,
    about: { buyer: buyer.email, money: { amount: 150_000, currency: 'USD' } },
  })
  expect((await ask('decide', { id: act!.id, agree: true }, other)).code).toBe(1)
  await settleAllOwed(market.db)
  const messagesTo = (uid: string) =>
    market.db.selectFrom('messages').select(['kind', 'body']).where('user_id', '=', uid).execute()
  expect(await messagesTo(buyer.uid)).toContainEqual({ kind: 'orderRefunded', body: { en: reason } })
  expect(await messagesTo(seller.uid)).toContainEqual({ kind: 'storeRefunded', body: { en: reason } })
  const refund = await market.db.selectFrom('order_refunds').select(['amount', 'words']).executeTakeFirstOrThrow()
  expect(refund).toEqual({ amount: 150_000, words: reason })
})

it('everybody is counted before they are told', async () => {
  const people = await newOperator(market, 'people')
  const { all } = (await ask('people', { find: 'nobody at all' }, people)).data as { all: number }
  const { n } = await market.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(all).toBe(Number(n))
})

it('what cannot be done is said in the language of whoever asks', async () => {
  const site = await newOperator(market, 'site', 'people', 'money')
  const says = async (name: string, input: object) =>
    (
      (await market.call(`/api/operator/${name}`, input, site, { headers: { 'Accept-Language': 'ar' } })).data as {
        params?: { text?: string }
      }
    ).params?.text
  for (const [name, input] of [
    ['siteSet', { name: 'web_name', value: '' }],
    ['siteSet', { name: 'payment_methods', value: 'USDT' }],
    ['siteSet', { name: 'nothing', value: '' }],
    ['siteSet', { name: 'loan_terms', value: 'much' }],
    ['areaSet', { code: 'ZZZ', open: true }],
    ['moneySet', { what: 'rate', currency: 'EUR', amount: 'much' }],
    ['moneySet', { what: 'rateStep', amount: '51' }],
    ['moneySet', { what: 'unpaid', amount: 'much' }],
    ['tell', { to: 'nobody@example.test', texts: [{ language: 'en', title: 'A', text: 'B' }] }],
    ['articleSet', { slug: 'a', language: 'en', group: 'none', sort: 1, title: 'A', summary: '', body: '<b>' }],
    ['groupRemove', { slug: 'none' }],
  ] as const)
    expect(await says(name, input), name).toMatch(/[\u0600-\u06ff]{3}/)
})
