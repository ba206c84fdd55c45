import { expect, it } from 'vitest'
import { race } from '../../support/races/races.ts'

// A sample of `npm run races`.

const db = process.env['MARKET_DB'] === 'postgres' ? 'postgres' : 'pglite'

it(`buyers, stores, operators and clocks at the same time leave a market that is sound (${db})`, async () => {
  const { faults, acts, done } = await race({ db, acts: 150, seed: 20_261 })
  expect(faults).toEqual([])
  expect(acts).toBe(150)
  // It is no use to race for what nobody may have.
  const accepted = Object.values(done).reduce((sum, one) => sum + one.accepted, 0)
  expect(accepted).toBeGreaterThan(acts / 4)
})
