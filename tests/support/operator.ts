import { createHash } from 'node:crypto'
import type { OperatorRight } from '#contract/rules/operator-rights.ts'
import { operate } from '#server/operator/operate.ts'
import type { TestMarket } from './market.ts'

/** Somebody who is let in at the operator's desks with these rights; answers with their token. */
export async function newOperator(market: TestMarket, ...rights: OperatorRight[]): Promise<string> {
  const person = await market.person()
  const token = await market.login(person)
  const { text } = await operate(market.db, ['operator', 'add', person.email, ...rights], Date.now())
  await market.call('/api/operator/enter', { code: /is (\S{5}-\S{5})\./.exec(text)![1] }, token)
  await market.db
    .updateTable('sessions')
    .set({ proven_until: new Date(Date.now() + 3_600_000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .execute()
  return token
}
