import { randomUUID } from 'node:crypto'
import type { TestAnswer, TestMarket, TestPerson } from './market.ts'

/** An address on the simulated Tron network. */
export const TO = 'test-tron-00112233445566778899'

/** What a person of a test asks for: 100 USDT to the address, unless something else is given. */
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
