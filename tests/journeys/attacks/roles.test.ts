import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorRights } from '#contract/wire/operator-rights.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop } from '../../support/market/orders.ts'
import { sent } from '../../support/shipped/sent-payloads.ts'
import { roleDocument, roleTable, type Guarded } from '../../support/trials/role-table.ts'

// Each call of the contract, tried with each role: whoever is not among its roles gets nowhere, whatever they send.

const REPORTS = new URL('../../../.cache/reports/', import.meta.url)

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
  await members()
})
afterAll(() => market.close())

/** A store, its owner and staff, who was its owner, and the owner of another store. */
let store: { id: number; uid: string }
async function members(): Promise<void> {
  const [mine, other] = [await makeShop(market.db, [{}]), await makeShop(market.db, [{}])]
  const { uid } = await market.db
    .selectFrom('stores')
    .select('uid')
    .where('id', '=', mine.shopId)
    .executeTakeFirstOrThrow()
  store = { id: mine.shopId, uid }
  for (const role of ['owner', 'staff', 'past owner', 'owner of another store'] as const) {
    const person = await market.person()
    tokens[role] = await market.login(person)
    const at = role === 'owner of another store' ? other.shopId : mine.shopId
    await market.db.transaction().execute(async (tx) => {
      await addMember(tx, at, person.uid, role === 'staff' ? 'staff' : 'owner')
      if (role === 'past owner') await endMember(tx, at, person.uid)
    })
  }
}

let seq = 0
/** Why a mutation that somebody pushes for the store, as devices send it, is refused; undefined when it is not. */
async function pushed({ name }: Guarded, role: string): Promise<string | undefined> {
  const intents = [{ seq: ++seq, name, payload: sent[name], createdAt: 0 }]
  const push = { v: 1, schema: 4, uid: store.uid, incarnation: `${role.replaceAll(' ', '')}-role`, now: 0, intents }
  const { data } = await market.call('/api/sync/push', push, tokens[role])
  const { reason, results } = data as { reason?: string; results?: { refusal?: { reason: string } }[] }
  return reason ?? results?.[0]?.refusal?.reason
}
/**
 * All that there is of the store, sorted, since PostgreSQL promises no order. Without the revs: what was owed to its
 * feed may get them at any time.
 */
const standing = async (): Promise<unknown> =>
  Promise.all(
    (['products', 'store_members', 'store_notices', 'sheets', 'orders'] as const).map(async (table) => {
      const rows: object[] = await market.db.selectFrom(table).selectAll().where('store_id', '=', store.id).execute()
      return rows
        .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !column.endsWith('rev'))))
        .toSorted()
    }),
  )

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
    expect(readFileSync(new URL('../../../docs/roles.md', import.meta.url), 'utf8').trim()).toBe(roleDocument().trim())
  })

  it('names a right for each call of the operator’s but those that look after their own', () => {
    const open = roleTable.filter(({ guard }) => guard.access === 'operator' && guard.right === undefined)
    expect(open.map((one) => one.name)).toEqual(['operator.counts', 'operator.acts', 'operator.decide'])
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
      const answer = await ask(one, 'visitor')
      // A store's mutations have no single call: they come in a push, which begins with a session.
      expect([answer.reason, one.name]).toEqual([one.guard.world ? expect.any(String) : 'pleaseLogin', one.name])
    }
  })

  it('whatever is a visitor’s is open without one', async () => {
    for (const one of roleTable.filter(({ roles }) => roles.includes('visitor')))
      expect([shut.has((await ask(one, 'visitor')).reason ?? ''), one.name]).toEqual([false, one.name])
  })

  const ofStores = roleTable.filter(({ guard }) => guard.world === 'store')
  it.each(ofStores)('$name is for those who act for the store', async (one) => {
    const before = await standing()
    expect(await pushed(one, 'visitor')).toBe('pleaseLogin')
    for (const role of ['person', 'operator', 'past owner', 'owner of another store'])
      expect([role, await pushed(one, role)]).toEqual([role, 'wrongOwner'])
    expect(await standing()).toEqual(before)
    const kept = new Set(['pleaseLogin', 'noRight', 'wrongOwner', 'ownerOnly'])
    const staff = await pushed(one, 'staff')
    if (one.guard.only === 'owner') {
      expect(staff).toBe('ownerOnly')
      expect(await standing()).toEqual(before)
    } else expect(kept.has(staff ?? '')).toBe(false)
    expect(kept.has((await pushed(one, 'owner')) ?? '')).toBe(false)
  })

  it('a person’s own is nobody’s to do for a store', async () => {
    expect(ofStores.some(({ guard }) => guard.only === 'owner')).toBe(true)
    const persons = roleTable.filter(({ name, guard }) => Object.hasOwn(sent, name) && guard.world !== 'store')
    expect(persons.length).toBeGreaterThan(20)
    for (const one of persons) expect([one.name, await pushed(one, 'owner')]).toEqual([one.name, 'wrongOwner'])
  })
})
