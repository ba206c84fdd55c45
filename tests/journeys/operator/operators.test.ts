import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'

// The people who run the market: they are made operators by a command and let in by their code, and every change of
// theirs is written down.

let market: TestMarket
let person: TestPerson
let token: string
let at = Date.now()
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  person = await market.person()
  token = await market.login(person)
})
afterAll(() => market.close())

const command = (...args: string[]) => operate(market.db, args, at)
const ask = (name: string, input: object = {}, by = token) => market.call(`/api/operator/${name}`, input, by)
/** Makes the person an operator; the code that the command prints. */
async function codeFor(...rights: string[]): Promise<string> {
  const { exit, text } = await command('operator', 'add', person.email, ...rights)
  expect(exit).toBe(0)
  return /is (\S{5}-\S{5})\./.exec(text)![1]!
}
const prove = (by: string, until: number) =>
  market.db
    .updateTable('sessions')
    .set({ proven_until: new Date(until) })
    .where('token_hash', '=', createHash('sha256').update(by).digest())
    .execute()

describe('the entrance', () => {
  it('is shut to whoever is no operator', async () => {
    expect(await ask('state')).toMatchObject({ code: 1, data: { state: 'none', rights: [] } })
    expect(await ask('audit')).toMatchObject({ code: 403, data: { reason: 'noRight' } })
    expect(await ask('enter', { code: 'AAAAA-AAAAA' })).toMatchObject({ data: { reason: 'codeWrong' } })
  })

  it('opens with the printed code alone, within its time and tries', async () => {
    const late = await codeFor()
    at += 16 * 60_000
    expect(await ask('enter', { code: late })).toMatchObject({ data: { reason: 'codeExpired' } })
    const guessed = await codeFor()
    for (let i = 0; i < 5; i++)
      expect(await ask('enter', { code: '22222-22222' })).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await ask('enter', { code: guessed })).toMatchObject({ data: { reason: 'codeExpired' } })
    const good = await codeFor('orders', 'staff')
    const other = await market.login(await market.person())
    expect(await ask('enter', { code: good }, other)).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await ask('state')).toMatchObject({ data: { state: 'code' } })
    expect(await ask('enter', { code: good.toLowerCase().replace('-', ' ') })).toMatchObject({
      data: { state: 'enrol', rights: ['orders', 'staff'] },
    })
    expect(await ask('enter', { code: good })).toMatchObject({ data: { reason: 'codeExpired' } })
  })

  it('lets no session in before its second factor, and none after its time', async () => {
    expect(await ask('audit')).toMatchObject({ code: 403, data: { reason: 'factorNeeded' } })
    await prove(token, at + 1000)
    expect(await ask('audit')).toMatchObject({ code: 1 })
    expect(await ask('audit', {}, await market.login(person))).toMatchObject({ data: { reason: 'factorNeeded' } })
    at += 2000
    expect(await ask('audit')).toMatchObject({ data: { reason: 'factorNeeded' } })
  })

  it('asks for the right of a desk each time', async () => {
    await prove(token, at + 3_600_000)
    await command('operator', 'add', person.email, 'orders')
    expect(await ask('audit')).toMatchObject({ code: 403, data: { reason: 'noRight' } })
    await command('operator', 'add', person.email, 'staff')
    expect(await ask('audit')).toMatchObject({ code: 1 })
  })
})

describe('the audit log', () => {
  it('has each change with what was before and after, newest first, a page at a time', async () => {
    const all = (await ask('audit', { subject: `person:${person.uid}`, check: true })).data as {
      entries: { what: string; via: string; by: { id: string } | null; after: object; id: number }[]
      whole: boolean
    }
    expect(all.whole).toBe(true)
    expect(all.entries[0]).toMatchObject({
      what: 'operator.add',
      via: 'command',
      by: null,
      before: { rights: ['orders'] },
      after: { rights: ['staff'] },
    })
    expect(all.entries.find((e) => e.what === 'operator.enter')).toMatchObject({
      via: 'screen',
      by: { id: person.uid },
    })
    const first = (await ask('audit', { limit: 2 })).data as { entries: { id: number }[]; next: number }
    expect(first.entries).toHaveLength(2)
    const second = (await ask('audit', { limit: 2, before: first.next })).data as { entries: { id: number }[] }
    expect(second.entries[0]!.id).toBeLessThan(first.entries[1]!.id)
    expect((await ask('audit', { what: 'order' })).data).toMatchObject({ entries: [] })
    expect((await ask('audit', { who: person.email, what: 'operator.enter' })).data).toMatchObject({
      entries: [{ what: 'operator.enter' }],
    })
    expect(JSON.stringify(all)).not.toMatch(/code_hash|hash/)
  })

  it('can be neither changed nor shortened, and says so when somebody did', async () => {
    const { db } = market
    await expect(sql`update audit_log set what = 'nothing'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
    await sql`alter table audit_log disable trigger audit_kept`.execute(db)
    await sql`update audit_log set what = 'nothing' where id = 2`.execute(db)
    await sql`alter table audit_log enable trigger audit_kept`.execute(db)
    expect((await ask('audit', { check: true })).data).toMatchObject({ whole: false })
  })
})
