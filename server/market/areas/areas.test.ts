import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { isAreaOpen, setAreaOpen } from './areas.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('areas are not opened by a province that is spelled like an open one elsewhere', async () => {
  await setAreaOpen(market.db, 'DK', false)
  await setAreaOpen(market.db, 'FR', true)
  const open = async (province: string) => isAreaOpen(market.db, 'DK', province)
  expect([await open('FR'), await open('FR-ARA'), await open('Anywhere'), await open('')]).toEqual([
    false,
    false,
    false,
    false,
  ])
  await setAreaOpen(market.db, 'DK-84', true)
  expect([await open('DK-84'), await open('DK-81')]).toEqual([true, false])
  await setAreaOpen(market.db, 'DK', true)
})
