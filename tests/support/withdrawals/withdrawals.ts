import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { operate } from '#server/operator/commands/operate.ts'
import type { TestAnswer, TestMarket, TestPerson } from '../market/market.ts'

/** An address on the simulated Tron network. */
export const TO = 'test-tron-00112233445566778899'

/** The input of a withdrawal: 100 USDT to the address `TO`; `more` replaces parts of it. */
export const withdrawing = ({ password }: TestPerson, more: object = {}) => ({
  ...{ id: randomUUID(), network: 'tron', asset: 'tUSDT', address: TO, amount: '100000000', fee: '1500000' },
  ...{ password, ...more },
})

/** `accepted`, or the reason of a refusal. */
export const reasonOf = ({ code, data }: TestAnswer): string =>
  code === 1 ? 'accepted' : (data as { reason: string }).reason

/** The withdrawal of an answer. */
export const withdrawalIn = ({ data }: TestAnswer) =>
  (data as { rows: { table: string; row: { id: string; state: string; address: string } }[] }).rows.find(
    ({ table }) => table === 'withdrawals',
  )!.row

/** The state of a withdrawal at the server. */
export const stateOf = async ({ db }: TestMarket, id: string): Promise<string> =>
  (await db.selectFrom('withdrawals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

/** Makes an address one to which its person has withdrawn; `ask` asks for a withdrawal to it. `at` is Unix ms. */
export async function sendFirst(market: TestMarket, ask: () => Promise<TestAnswer>, at: number): Promise<void> {
  await operate(market.db, ['newAddressHours', '0'], at)
  expect(reasonOf(await ask())).toBe('accepted')
  await operate(market.db, ['newAddressHours', '24'], at)
  await market.deposits.follow(at)
}
