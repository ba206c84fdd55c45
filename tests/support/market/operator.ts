import { createHash } from 'node:crypto'
import type { WaitingAct } from '#contract/operator/schema-acts.ts'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from './market.ts'

/** An operator at the desks. */
export interface Operator extends TestPerson {
  token: string
  ask(name: string, input?: object): Promise<TestAnswer>
  /** The acts that they see waiting. */
  waiting(): Promise<WaitingAct[]>
}

/** Makes a person an operator with these rights (all where none is named), by the command of the market's machine. */
export async function appointed(
  market: TestMarket,
  person: TestPerson,
  token: string,
  rights: readonly OperatorRight[],
  now = Date.now(),
): Promise<Operator> {
  const { text } = await operate(market.db, ['operator', 'add', person.email, ...rights], now)
  const ask = (name: string, input: object = {}) => market.call(`/api/operator/${name}`, input, token)
  await ask('enter', { code: /is (\S{5}-\S{5})\./.exec(text)![1] })
  await market.db
    .updateTable('sessions')
    .set({ proven_until: new Date(now + 90 * 86_400_000) })
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .execute()
  const waiting = async () => ((await ask('acts')).data as { acts: WaitingAct[] }).acts
  return { ...person, token, ask, waiting }
}

/** A new operator with these rights. */
export async function operatorWith(
  market: TestMarket,
  rights: readonly OperatorRight[] = [],
  now?: number,
): Promise<Operator> {
  const person = await market.person()
  return appointed(market, person, await market.login(person), rights, now)
}

/** Somebody who is let in at the operator's desks with these rights; answers with their token. */
export const newOperator = async (market: TestMarket, ...rights: OperatorRight[]): Promise<string> =>
  (await operatorWith(market, rights)).token

/** A market with two operators; `now` is its clock (Unix ms). */
export async function openWithOperators(
  now: () => number,
): Promise<{ market: TestMarket; operators: [Operator, Operator] }> {
  const market = await openTestMarket({ now })
  return { market, operators: [await operatorWith(market, [], now()), await operatorWith(market, [], now())] }
}
