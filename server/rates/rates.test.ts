import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { setRate } from './operator.ts'
import { presentRates } from './exchange.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('a rate that changes has another number, and of each currency the last hundred are kept', async () => {
  await setRate(market.db, ['CHF', '1.1'])
  const [first] = await presentRates(market.db, 'CHF')
  expect(first).toMatchObject({ currency: 'CHF', numerator: 11, denominator: 10 })
  for (let n = 0; n < 105; n++) await setRate(market.db, ['CHF', `1.${100 + n}`])
  const [last] = await presentRates(market.db, 'CHF')
  const past = await market.db
    .selectFrom('past_rates')
    .selectAll()
    .where('currency', '=', 'CHF')
    .orderBy('id')
    .execute()
  expect(last!.id).toBeGreaterThan(first!.id)
  expect(past.at(-1)).toMatchObject({ id: last!.id, numerator: 1204, denominator: 1000 })
  expect(past.length).toBe(100)
})
