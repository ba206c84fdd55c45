import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { checkWatched } from './watching.ts'

let market: TestMarket
const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await market.close()
  vi.restoreAllMocks()
})
beforeEach(() => void reported.mockClear())

it('reports a network that nobody watches, and no other one', async () => {
  const chain = market.deposits.simulatedOf('tron')!
  await market.deposits.follow(Date.now())
  // Ten minutes of blocks of a second.
  await chain.mine(600)
  await checkWatched(market.db, market.deposits)
  expect(reported).not.toHaveBeenCalled()
  await chain.mine(1)
  await checkWatched(market.db, market.deposits)
  expect(reported.mock.calls).toEqual([
    ['simulated-tron is at block 600, and was watched up to block -1: is the watcher running?'],
  ])
})
