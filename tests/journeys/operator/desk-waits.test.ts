import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { lookKey } from '#server/stores/names/look-key.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { tellOperators, ANNOUNCED_WAITS_MAX } from '#server/operator/desks/tell-waits.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeShop } from '../../support/market/orders.ts'

// Work that waits at the operators' desks is counted as their lists show it. The operators who may see it are told:
// once by a message when it begins to wait, and from time to time by a mail.

const HOUR = 3_600_000

let at = Date.now()
let market: TestMarket
let service: Operator
let money: Operator
beforeAll(async () => {
  market = await openTestMarket({ now: () => at, anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  await operate(market.db, ['setting', 'loan_terms', 'USD 500-50000 3,6,12 8.5'], at)
  service = await operatorWith(market, ['service'], at)
  money = await operatorWith(market, ['money', 'applications'], at)
})
afterAll(() => market.close())
beforeEach(async () => {
  // Each test begins with desks at which nothing waits, and with operators who were told so.
  await sql`update talks set asked_at = null`.execute(market.db)
  await sql`update quotes set asked_at = null`.execute(market.db)
  await sql`delete from loans`.execute(market.db)
  await sql`delete from merchant_applications`.execute(market.db)
  await tellOperators(market.db, at)
  await sql`delete from messages`.execute(market.db)
  await sql`delete from mails`.execute(market.db)
  await sql`update operators set mail_due = false, mailed_at = null`.execute(market.db)
  at += HOUR
})

async function asks(subject: object | null = null): Promise<{ id: string; again(): Promise<void> }> {
  const token = await market.login(await market.person())
  const talk = randomUUID()
  const say = async (): Promise<void> => {
    const line = { id: randomUUID(), talk, to: 0, subject, text: 'Help' }
    expect((await market.call('/api/talk/send', line, token)).code).toBe(1)
  }
  await say()
  const { desk_id: id } = await market.db
    .selectFrom('talks')
    .select('desk_id')
    .where('id', '=', talk)
    .executeTakeFirstOrThrow()
  return { id, again: say }
}
async function appliesForLoan(): Promise<{ id: string; uid: string }> {
  const { uid, ...person } = await market.person()
  const loan = {
    ...{ id: randomUUID(), amount: 200_000, currency: 'USD', months: 6, rate: 850 },
    ...{ purpose: 'Shelves', mobile: '+9613123456', name: 'Amal' },
  }
  expect((await market.call('/api/loan/apply', loan, await market.login({ uid, ...person }))).code).toBe(1)
  return { id: loan.id, uid }
}
async function applies(): Promise<void> {
  const { uid } = await market.person()
  const name = `Store of ${uid}`
  await market.db
    .insertInto('merchant_applications')
    .values({
      ...{ id: randomUUID(), user_id: uid, state: 'submitted', store_name: name, name_key: name, logo: null },
      ...{ look_key: lookKey(name), files: '{}', code: '', real_name: '', identity: null, invited_by: null },
      ...{ reason: null, receipt: null, submitted_at: new Date(at), rev: 1, store_id: null },
    })
    .execute()
}
async function asksForPrice(): Promise<void> {
  const { shopId, ids } = await makeShop(market.db, [{ stock: 5 }])
  const p = {
    ...{ id: randomUUID(), shopId, productId: ids[0]!, currency: 'USD', target: 400, country: 'LB', note: '' },
    lines: [{ variantId: 0, num: 3 }],
  }
  expect((await market.call('/api/quote/ask', p, await market.login(await market.person()))).code).toBe(1)
}

/** The counts of an operator's desks, without those at which nothing waits. */
async function counts(by: Operator): Promise<Record<string, number>> {
  const { counts: all } = (await by.ask('counts')).data as Stated<'operator.counts'>
  return Object.fromEntries(all.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]))
}
const seen = async (by: Operator): Promise<string[]> =>
  ((await by.ask('counts')).data as Stated<'operator.counts'>).counts.map(({ what }) => what)
/** The messages of an operator: those that are still there, `new` or read. */
const messagesTo = async ({ uid }: Operator): Promise<[kind: string, n: unknown, isNew: boolean][]> =>
  (
    await market.db
      .selectFrom('messages')
      .select(['kind', 'params', 'is_read'])
      .where('user_id', '=', uid)
      .where('deleted', '=', false)
      .orderBy('id')
      .execute()
  ).map(({ kind, params, is_read: isRead }) => [kind, params['n'], !isRead])
const mails = async ({ email }: Operator): Promise<string[]> =>
  (await market.db.selectFrom('mails').select('body').where('address', '=', email).orderBy('id').execute()).map(
    ({ body }) => body,
  )
const tell = (now = at): Promise<number> => tellOperators(market.db, now)

describe(`counts (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are of the desks that an operator may open, and right after each act', async () => {
    expect(await seen(service)).toEqual(['acts', 'talks', 'reports', 'requests'])
    expect(await seen(money)).toEqual(['acts', 'applications', 'withdrawals', 'loans'])
    expect([await counts(service), await counts(money)]).toEqual([{}, {}])
    const { id } = await asks()
    const { id: other } = await asks()
    const { shopId } = await makeShop(market.db, [])
    await asks({ kind: 'store', id: String(shopId) })
    const loan = await appliesForLoan()
    await applies()
    await asksForPrice()
    expect(await counts(service)).toEqual({ talks: 2, reports: 1 })
    expect(await counts(money)).toEqual({ applications: 1, loans: 1 })
    await service.ask('answer_talk', { id, line: randomUUID(), text: 'Here.' })
    expect(await counts(service)).toEqual({ talks: 1, reports: 1 })
    await service.ask('closeTalk', { id: other, closed: true, last: 1 })
    expect(await counts(service)).toEqual({ reports: 1 })
    await service.ask('closeTalk', { id: other, closed: false, last: 1 })
    expect(await counts(service)).toEqual({ talks: 1, reports: 1 })
    at += 48 * HOUR
    expect(await counts(service)).toEqual({ talks: 1, reports: 1, requests: 1 })
    expect((await money.ask('answerLoan', { id: loan.id, person: loan.uid, note: 'No.', offer: null })).code).toBe(1)
    expect(await counts(money)).toEqual({ applications: 1 })
  })

  it('say since when the longest waits, and what a second operator may decide', async () => {
    const since = at
    await asks()
    at += HOUR
    await asks()
    const { counts: all } = (await service.ask('counts')).data as Stated<'operator.counts'>
    expect(all.find(({ what }) => what === 'talks')).toEqual({ what: 'talks', count: 2, since })
    const [staff, second] = [await operatorWith(market, ['people'], at), await operatorWith(market, ['people'], at)]
    const { uid } = await market.person()
    await staff.ask('suspend', { trader: { person: uid }, reason: 'False papers' })
    expect([await counts(staff), await counts(second)]).toEqual([{}, { acts: 1 }])
    await second.ask('decide', { id: (await second.waiting())[0]!.id, agree: false })
    expect(await counts(second)).toEqual({})
    for (const one of [staff, second]) await operate(market.db, ['operator', 'remove', one.email], at)
  })

  it('stand in the profile of whoever has entered, and of nobody else', async () => {
    const profile = async (token: string) =>
      ((await market.call('/api/user/profile', {}, token)).data as Stated<'user.profile'>).operator
    await asks()
    expect(await profile(service.token)).toEqual({ waiting: 1 })
    expect(await profile(money.token)).toEqual({ waiting: 0 })
    const person = await market.person()
    const token = await market.login(person)
    expect(await profile(token)).toBeNull()
    expect((await market.call('/api/operator/counts', {}, token)).data).toMatchObject({ reason: 'noRight' })
    await operate(market.db, ['operator', 'add', person.email], at)
    expect(await profile(token)).toBeNull()
    await operate(market.db, ['operator', 'remove', person.email], at)
  })
})

describe('operators are told', () => {
  it('once of what begins to wait, those with its right, and once more when it waits again', async () => {
    const { id, again } = await asks()
    await applies()
    expect(await tell()).toBe(2)
    expect(await messagesTo(service)).toEqual([['waitsTalks', 1, true]])
    expect(await messagesTo(money)).toEqual([['waitsApplications', 1, true]])
    for (let n = 0; n < 3; n++) expect(await tell(at + n * HOUR)).toBe(0)
    await service.ask('answer_talk', { id, line: randomUUID(), text: 'Here.' })
    expect(await tell()).toBe(0)
    at += HOUR
    await again()
    expect(await tell()).toBe(1)
    expect(await messagesTo(service)).toEqual([['waitsTalks', 1, true]])
  })

  it('with one unread message about a desk, which says how much waits there now', async () => {
    await asks()
    await tell()
    await asks()
    await asks()
    expect(await tell()).toBe(1)
    expect(await messagesTo(service)).toEqual([['waitsTalks', 3, true]])
    // Said anew in its place: no deleted message is left behind.
    const rows = market.db.selectFrom('messages').select('words').where('user_id', '=', service.uid)
    expect(await rows.execute()).toEqual([{ words: 'Customer service: 3 waiting' }])
    await market.db.updateTable('messages').set({ is_read: true }).where('user_id', '=', service.uid).execute()
    await asks()
    await tell()
    expect(await messagesTo(service)).toEqual([
      ['waitsTalks', 3, false],
      ['waitsTalks', 4, true],
    ])
  })

  it('of a conversation that somebody holds, nobody but them', async () => {
    const other = await operatorWith(market, ['service'], at)
    const { id, again } = await asks()
    await other.ask('answer_talk', { id, line: randomUUID(), text: 'I look.' })
    await tell()
    await sql`delete from messages`.execute(market.db)
    at += HOUR
    await again()
    expect(await tell()).toBe(1)
    expect([await messagesTo(other), await messagesTo(service)]).toEqual([[['waitsTalks', 1, true]], []])
    await operate(market.db, ['operator', 'remove', other.email], at)
    at += HOUR
    await again()
    await tell()
    expect(await messagesTo(service)).toEqual([['waitsTalks', 1, true]])
  })

  it('once also by two processes at a time, and of nothing that two persons send under one id', async () => {
    await asks()
    const [first, second] = [await appliesForLoan(), await appliesForLoan()]
    await market.db.updateTable('loans').set({ id: first.id }).where('id', '=', second.id).execute()
    const sent = await Promise.all([tell(), tell(), tell()])
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(2)
    expect(await messagesTo(service)).toEqual([['waitsTalks', 1, true]])
    expect(await messagesTo(money)).toEqual([['waitsLoans', 1, true]])
  })

  it('of what nobody could see yet once somebody may, and never without end', async () => {
    await asks()
    await sql`update operators set rights = array_remove(rights, 'service')`.execute(market.db)
    expect(await tell()).toBe(0)
    await sql`update operators set rights = array_append(rights, 'service') where user_id = ${service.uid}`.execute(
      market.db,
    )
    await sql`insert into told_waits (what, item, since) select 'none', gen_random_uuid(), now()
      from generate_series(1, ${ANNOUNCED_WAITS_MAX}::int)`.execute(market.db)
    // There is room again in the next round: what waits no longer has gone.
    expect(await tell()).toBe(0)
    expect(await tell()).toBe(1)
    expect(await messagesTo(service)).toEqual([['waitsTalks', 1, true]])
  })
})

describe('operators are mailed', () => {
  it('nothing in a market of test money, until somebody of the staff says so, which is written down', async () => {
    await asks()
    await tell()
    expect(await mails(service)).toEqual([])
    expect((await service.ask('digestSet', { hours: 6 })).data).toMatchObject({ reason: 'noRight' })
    const staff = await operatorWith(market, ['staff'], at)
    expect((await staff.ask('staff')).data).toMatchObject({ digest: 0 })
    expect((await staff.ask('digestSet', { hours: 169 })).data).toMatchObject({ reason: 'invalid' })
    expect((await staff.ask('digestSet', { hours: 6 })).code).toBe(1)
    expect((await staff.ask('staff')).data).toMatchObject({ digest: 6 })
    const log = market.db.selectFrom('audit_log').select('after').where('subject', '=', 'setting:digestHours')
    expect(await log.execute()).toEqual([{ after: { value: 6 } }])
    expect(await tell()).toBe(1)
    expect(await mails(service)).toEqual([expect.stringContaining('Customer service: 1 waiting')])
    expect([await mails(money), await mails(staff)]).toEqual([[], []])
    await operate(market.db, ['operator', 'remove', staff.email], at)
  })

  it('what waits, once in so many hours at most, and only if something new does', async () => {
    await market.db
      .insertInto('settings')
      .values({ name: 'digestHours', value: 6 })
      .onConflict((oc) => oc.column('name').doUpdateSet({ value: 6 }))
      .execute()
    await asks()
    await tell()
    await asks()
    await tell(at + 5 * HOUR)
    expect(await mails(service)).toHaveLength(1)
    await tell(at + 6 * HOUR)
    expect(await mails(service)).toEqual([expect.anything(), expect.stringContaining('Customer service: 2 waiting')])
    expect(await tell(at + 12 * HOUR)).toBe(0)
    expect(await mails(service)).toHaveLength(2)
    // Of what waits no longer when a mail is due there is none.
    await asks()
    expect(await tell(at + 7 * HOUR)).toBe(1)
    await sql`update talks set asked_at = null`.execute(market.db)
    await tell(at + 13 * HOUR)
    expect(await mails(service)).toHaveLength(2)
  })

  it('what waits in a market of real money, unless they say otherwise', async () => {
    await market.db.deleteFrom('settings').where('name', '=', 'digestHours').execute()
    await market.db
      .insertInto('settings')
      .values({ name: 'paysReal', value: 1 })
      .onConflict((oc) => oc.column('name').doUpdateSet({ value: 1 }))
      .execute()
    await applies()
    await tell()
    expect(await mails(money)).toEqual([expect.stringContaining('Applications to sell: 1 waiting')])
    await market.db.deleteFrom('settings').where('name', '=', 'paysReal').execute()
  })
})
