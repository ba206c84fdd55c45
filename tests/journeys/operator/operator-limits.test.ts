import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeShop } from '../../support/market/orders.ts'

// The bounds that operators set stand on the money desk with what they are now and how near the market is to them. A
// value beyond its range is refused in words, a change is in the audit log, and a looser guard of money takes two.

let market: TestMarket
let first: Operator
let second: Operator
beforeAll(async () => {
  market = await openTestMarket()
  first = await operatorWith(market, ['money'])
  second = await operatorWith(market, ['money'])
})
afterAll(() => market.close())

const desk = async () => (await first.ask('money')).data as Stated<'operator.money'>
const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const stored = (uid: string, day: string, changes: number) => {
  const values = { stored_on: day, stored: changes }
  return market.db
    .insertInto('feeds')
    .values({ user_id: uid, rev: 1, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute()
}

it('says how many changes the busiest store has made today', async () => {
  expect((await desk()).storeDayMost).toBe(0)
  const goods = [{ stock: 1, ladder: [{ from: 1, price: 100 }] }]
  const [busy, calm, past] = [
    await makeShop(market.db, goods),
    await makeShop(market.db, goods),
    await makeShop(market.db, goods),
  ]
  await stored(busy.uid, dayAgo(0), 70)
  await stored(calm.uid, dayAgo(0), 7)
  // Neither what was stored another day counts, nor what a person has stored.
  await stored(past.uid, dayAgo(2), 700)
  await stored(first.uid, dayAgo(0), 500)
  expect((await desk()).storeDayMost).toBe(70)
  const { text } = await operate(market.db, ['bounds'], Date.now())
  expect(text).toMatch(/Intents of a store stored today +70 of/)
})

it('a value beyond its range is refused in words, and changes nothing', async () => {
  const before = await desk()
  for (const [what, amount, words] of [
    ['storeDay', '999', '1,000 to 1,000,000'],
    ['rateAge', '721', '1 to 720'],
    ['payQuoteMinutes', 'soon', '1 to 60'],
    ['withdrawOne', 'much', 'USD'],
    ['fee', '51', '0 to 50'],
  ] as const)
    expect(await first.ask('moneySet', { what, amount }), what).toMatchObject({
      data: { reason: 'operatorSays', params: { text: expect.stringContaining(words) as string } },
    })
  expect(await desk()).toEqual(before)
})

it('one operator sets how much a store may do in a day, and the log says from what to what', async () => {
  const { storeDay } = await desk()
  expect((await first.ask('moneySet', { what: 'storeDay', amount: '50000' })).data).toMatchObject({ became: 'done' })
  expect((await desk()).storeDay).toBe(50_000)
  const entry = await market.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', 'setting:storeDay')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ what: 'setting.put', by_user: first.uid })
  expect([entry.before, entry.after]).toEqual([{ value: storeDay }, { value: 50_000 }])
})

it('a looser guard of money holds once a second operator agrees', async () => {
  const { withdrawOne } = await desk()
  const looser = String(Number(withdrawOne) + 100)
  expect((await first.ask('moneySet', { what: 'withdrawOne', amount: looser })).data).toMatchObject({
    became: 'waits',
  })
  expect((await desk()).withdrawOne).toBe(withdrawOne)
  const [act] = await second.waiting()
  expect((await second.ask('decide', { id: act!.id, agree: true })).code).toBe(1)
  expect(Number((await desk()).withdrawOne)).toBe(Number(looser))
})
