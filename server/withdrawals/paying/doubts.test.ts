import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { giveCoins } from '../../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../../tests/support/withdrawals/queued.ts'
import { byCommand } from '../../audit/audit.ts'
import type { PayingChain } from '../../chains/chain.ts'
import { simulatedChain, type SimulatedChain } from '../../chains/simulated.ts'
import { followChain } from '../../deposits/follow.ts'
import { decideWithdrawal } from '../decide.ts'
import { payWithdrawals } from './pay.ts'

// A withdrawal is looked at again when it is to be signed, whatever was agreed before.

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

let market: TestMarket
let chain: SimulatedChain
let uid: string
beforeAll(async () => {
  market = await openTestMarket()
  chain = simulatedChain(market.db, 'bitcoin', 1)
})
afterAll(() => market.close())
beforeEach(async () => {
  ;({ uid } = await market.person())
  await giveCoins(market.db, uid, 'tBTC', 1_000_000n)
})

const withdraw = (more: Partial<Parameters<typeof queueWithdrawal>[2]> = {}): Promise<string> =>
  queueWithdrawal(market.db, chain, { uid, now: NOW, ...more })
async function round(now = NOW, of: PayingChain = chain): Promise<void> {
  await followChain(market.db, of)
  await payWithdrawals(market.db, of, now)
}
const row = (id: string) =>
  market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('needs an agreement of its own where a deposit was taken back after operators had agreed', async () => {
  const id = await withdraw({ state: 'waiting', approvals: 1, wait: HOUR })
  const agree = () => decideWithdrawal(market.db, { id, agree: true }, NOW, byCommand)
  expect(await agree()).toBe(true)
  await market.db
    .insertInto('deposits')
    .values({ chain: chain.id, txid: `owed ${uid}`, n: 0, user_id: uid, asset: 'tBTC', amount: '5', height: null })
    .execute()
  await sql`update deposits set shortfall = 5, stale = false where user_id = ${uid}::uuid`.execute(market.db)
  await round(NOW + HOUR)
  expect(await row(id)).toMatchObject({ state: 'review', why: 'deposit', approved: false, approvals: 1 })
  expect(await agree()).toBe(true)
  await round(NOW + HOUR)
  expect((await row(id)).state).toBe('sent')
})

it('waits for an operator where its person was suspended meanwhile', async () => {
  const id = await withdraw({ state: 'waiting', wait: HOUR })
  await market.db.updateTable('users').set({ suspended_for: 'a reason' }).where('id', '=', uid).execute()
  await round(NOW + HOUR)
  expect(await row(id)).toMatchObject({ state: 'review', why: 'suspended', approvals: 1 })
})

it('is not signed within a day after a password or factor was changed, although it had waited', async () => {
  const id = await withdraw({ state: 'waiting', wait: HOUR })
  const changed = new Date(NOW + HOUR - 1)
  await market.db.updateTable('users').set({ credentials_reset_at: changed }).where('id', '=', uid).execute()
  await round(NOW + HOUR)
  await round(NOW + 25 * HOUR - 2)
  expect((await row(id)).state).toBe('queued')
  await round(NOW + 25 * HOUR)
  expect((await row(id)).state).toBe('sent')
})

it('waits for an operator where its network costs more than the fee that was fixed', async () => {
  const id = await withdraw()
  await round(NOW, { ...chain, usualRate: async () => 15n })
  expect(await row(id)).toMatchObject({ state: 'review', why: 'cost', approvals: 1 })
})
