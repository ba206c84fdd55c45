import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { latestAlarms, PROOFS_KEPT, storeProof } from './results.ts'

const NOW = 1_800_000_000_000
const quiet: ReserveProof = { at: NOW, coins: [], faults: [] }
const alarming: ReserveProof = { ...quiet, faults: [{ network: 'tron', asset: 'USDT', book: '1', records: '2' }] }

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const count = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reserve_proofs`.execute(market.db)
  return rows[0]!.n
}
const fill = (alarm: boolean) =>
  sql`insert into reserve_proofs (at, alarm, mailed, proof)
  select now(), ${alarm}::boolean, false, ${JSON.stringify(quiet)}::jsonb
  from generate_series(1, 500)`.execute(market.db)

it('keeps a bounded number of proofs, and an alarm where many quiet ones follow it', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await storeProof(market.db, alarming)
  expect(error.mock.calls.flat().join()).toContain('the books show 0.000001 USDT coming in')
  error.mockRestore()
  await fill(false)
  await storeProof(market.db, quiet)
  expect([await count(), await latestAlarms(market.db)]).toEqual([PROOFS_KEPT + 1, [alarming]])
  await fill(true)
  await fill(false)
  await storeProof(market.db, quiet)
  expect(await count()).toBe(2 * PROOFS_KEPT)
})
