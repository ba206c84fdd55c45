import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorRights } from '#contract/rules/operator-rights.ts'
import { operate } from '#server/operator/operate.ts'
import { openTestMarket, type TestMarket } from '../support/market.ts'
import { roleDocument, roleTable, type Guarded } from '../support/role-table.ts'

// Each call of the contract, tried with each role: whoever is not among its roles gets nowhere, whatever they send.

const REPORTS = new URL('../../.cache/reports/', import.meta.url)

let market: TestMarket
const tokens: Record<string, string | undefined> = {}

/** Somebody who has entered as an operator with these rights, whose session is proven. */
async function operator(...rights: string[]): Promise<string> {
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
beforeAll(async () => {
  const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }
  market = await openTestMarket({ anonymous: wide, signedIn: { session: wide, person: wide } })
  tokens['person'] = await market.login(await market.person())
  tokens['operator'] = await operator()
  for (const right of operatorRights)
    tokens[`without ${right}`] = await operator(...operatorRights.filter((one) => one !== right))
}, 60_000)
afterAll(() => market.close())

const ask = async ({ call }: Guarded, role: string) => {
  const [method, path] = call.split(' ') as [string, string]
  // Nothing fits: whoever may call is told that, and whoever may not is told so before.
  const answer = await market.call(path, method === 'GET' ? undefined : { '': 1 }, tokens[role], { method })
  return { code: answer.code, reason: (answer.data as { reason?: string } | null)?.reason }
}
/** That a call was stopped at the door. */
const shut = new Set(['pleaseLogin', 'noRight', 'factorNeeded'])

describe('the role table', () => {
  it('is docs/roles.md', async () => {
    await mkdir(REPORTS, { recursive: true })
    await writeFile(new URL('roles.txt', REPORTS), roleDocument())
    expect(readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8').trim()).toBe(roleDocument().trim())
  })

  it('names a right for each call of the operator’s but those that look after their own', () => {
    const open = roleTable.filter(({ guard }) => guard.access === 'operator' && guard.right === undefined)
    expect(open.map((one) => one.name)).toEqual(['operator.acts', 'operator.decide'])
  })

  it.each(roleTable.filter(({ guard }) => guard.access === 'operator'))('$name is an operator’s', async (one) => {
    expect(await ask(one, 'visitor')).toMatchObject({ code: 401, reason: 'pleaseLogin' })
    expect(await ask(one, 'person')).toMatchObject({ code: 403, reason: 'noRight' })
    if (one.guard.right)
      expect(await ask(one, `without ${one.guard.right}`)).toMatchObject({ code: 403, reason: 'noRight' })
    expect(shut.has((await ask(one, 'operator')).reason ?? '')).toBe(false)
  })

  it('whatever is a person’s, or a store’s, begins with a session', async () => {
    const ofPersons = roleTable.filter(({ roles }) => !roles.includes('visitor'))
    expect(ofPersons.length).toBeGreaterThan(40)
    for (const one of ofPersons) {
      const said = await ask(one, 'visitor')
      // A store's mutations have no single call: they come in a push, which begins with a session.
      expect([said.reason, one.name]).toEqual([one.guard.world ? expect.any(String) : 'pleaseLogin', one.name])
    }
  })

  it('whatever is a visitor’s is open without one', async () => {
    for (const one of roleTable.filter(({ roles }) => roles.includes('visitor')))
      expect([shut.has((await ask(one, 'visitor')).reason ?? ''), one.name]).toEqual([false, one.name])
  })
})
