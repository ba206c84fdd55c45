import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { operate } from '../operator/commands/operate.ts'
import { costsMore } from './approvals.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('compares the cost of sending with a fee in another coin by their rates, and takes it for more without one', async () => {
  const fee = { coin: 'BTC', amount: 2_000n } as const
  const costs = (coin: 'BTC' | 'ETH', amount: bigint) =>
    market.db.transaction().execute((tx) => costsMore(tx, { coin, amount }, fee, Date.now()))
  expect([await costs('BTC', 2_000n), await costs('BTC', 2_001n), await costs('ETH', 1n)]).toEqual([false, true, true])
  await operate(market.db, ['rate', 'ETH', '3000'], Date.now())
  await operate(market.db, ['rate', 'BTC', '90000'], Date.now())
  // 1.80 dollars are 0.0006 ether.
  const same = 600_000_000_000_000n
  expect([await costs('ETH', same), await costs('ETH', 2n * same)]).toEqual([false, true])
  expect(await market.db.transaction().execute((tx) => costsMore(tx, undefined, fee, Date.now()))).toBe(false)
  // A market that takes no fee pays the network itself.
  const free = { coin: 'BTC', amount: 0n } as const
  const paid = { coin: 'BTC', amount: 1n } as const
  expect(await market.db.transaction().execute((tx) => costsMore(tx, paid, free, Date.now()))).toBe(false)
})
