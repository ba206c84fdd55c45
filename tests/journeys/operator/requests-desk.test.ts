import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import { readQuoteNotes } from '#contract/quotes/notes.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'

// Price requests that a store leaves unanswered: operators remind the store once a day, or close the request in the
// market's own name; they answer nothing in the store's.

const HOUR = 3_600_000

type Rows = Stated<'operator.requests'>['requests']

let at = Date.now()
let market: TestMarket
let operator: Operator
let store: TestShop
let owner: TestPerson
let staff: TestPerson
let buyer: TestPerson
let token: string
beforeAll(async () => {
  market = await openTestMarket({ now: () => at, anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  operator = await operatorWith(market, ['service'], at)
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  await market.db
    .updateTable('stores')
    .set({ name: `Store ${store.shopId}` })
    .where('id', '=', store.shopId)
    .execute()
  ;[owner, staff, buyer] = [await market.person(), await market.person(), await market.person()]
  token = await market.login(buyer)
  await market.db.transaction().execute(async (tx) => {
    await addMember(tx, store.shopId, owner.uid, 'owner')
    await addMember(tx, store.shopId, staff.uid, 'staff')
  })
})

/** The buyer asks for a hundred pieces; what operators call the request. */
async function asked(): Promise<string> {
  const p = {
    ...{ id: randomUUID(), shopId: store.shopId, productId: store.ids[0]!, currency: 'USD', target: 400 },
    ...{ lines: [{ variantId: 0, num: 100 }], country: 'LB', note: 'Every month' },
  }
  const answer = await market.call('/api/quote/ask', p, token)
  expect(answer.code, answer.msg).toBe(1)
  const { uid } = await market.db
    .selectFrom('quotes')
    .select('uid')
    .where('id', '=', p.id)
    .where('user_id', '=', buyer.uid)
    .executeTakeFirstOrThrow()
  return uid
}
const list = async (input: object = {}): Promise<Rows> =>
  ((await operator.ask('requests', { find: `Store ${store.shopId}`, ...input })).data as { requests: Rows }).requests
const remind = (): Promise<TestAnswer> => operator.ask('remindStore', { store: store.shopId })
const close = (id: string, rounds = 1, reason = 'The store is closed for good.'): Promise<TestAnswer> =>
  operator.ask('closeRequest', { id, rounds, reason })
const why = ({ data }: TestAnswer): string | undefined => (data as { params?: { text?: string } }).params?.text
async function messagesTo({ uid }: TestPerson): Promise<{ kind: string; params: object; words: string }[]> {
  await settleAllOwed(market.db)
  return market.db
    .selectFrom('messages')
    .select(['kind', 'params', 'words', 'body'])
    .where('user_id', '=', uid)
    .where('kind', 'not in', ['storeAsked', 'storeCountered'])
    .orderBy('id')
    .execute()
}
const mailed = async ({ email }: TestPerson): Promise<number> => {
  // Members hear of what was asked once it is settled, which the market may do at any moment.
  await settleAllOwed(market.db)
  await market.sendMails()
  return market.mails.filter(({ to }) => to === email).length
}

it('are listed once they have waited for so long, the longest first, with the store’s holiday', async () => {
  await asked()
  at += HOUR
  await asked()
  expect(await list()).toEqual([])
  expect((await list({ all: true })).map(({ late }) => late)).toEqual([false, false])
  await market.db
    .insertInto('store_notices')
    .values({ store_id: store.shopId, holiday_from: '2027-01-02', holiday_to: '2027-01-09', rev: null })
    .onConflict((oc) => oc.column('store_id').doUpdateSet({ holiday_from: '2027-01-02', holiday_to: '2027-01-09' }))
    .execute()
  at += 47 * HOUR
  expect(await list()).toMatchObject([
    {
      store: { id: store.shopId, name: `Store ${store.shopId}` },
      ...{ pieces: 100, rounds: 1, askedAt: at - 48 * HOUR, late: true, remindedAt: null, members: true },
      holiday: { from: '2027-01-02', to: '2027-01-09' },
    },
  ])
  at += HOUR
  expect((await list()).map(({ askedAt }) => at - askedAt)).toEqual([49 * HOUR, 48 * HOUR])
  expect(await list({ find: 'nobody of that name' })).toEqual([])
})

it('are the operators’ concern after as many hours as they say, which is written down', async () => {
  await asked()
  at += 5 * HOUR
  expect((await operator.ask('requestsSet', { hours: 5 })).code).toBe(1)
  expect(await list()).toHaveLength(1)
  expect((await operator.ask('requestsSet', { hours: 48 })).code).toBe(1)
  expect(await list()).toEqual([])
  for (const hours of [0, 721, 1.5])
    expect((await operator.ask('requestsSet', { hours })).data).toMatchObject({ reason: 'invalid' })
  const log = await market.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('subject', '=', 'setting:requestHours')
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { before: { value: 48 }, after: { value: 5 } },
    { before: { value: 5 }, after: { value: 48 } },
  ])
})

it('a store is reminded of all of them by one message and mail to each member, once a day', async () => {
  await asked()
  const id = await asked()
  expect((await remind()).data).toMatchObject({ reason: 'quoteMoved' })
  at += 49 * HOUR
  const [before, of] = [await mailed(owner), await mailed(staff)]
  const both = await Promise.all([remind(), remind()])
  expect(both.map(({ code }) => code === 1).toSorted()).toEqual([false, true])
  expect(why(both.find(({ code }) => code !== 1)!)).toContain('24 hours')
  for (const member of [owner, staff]) {
    expect(await messagesTo(member)).toMatchObject([{ kind: 'storeReminded', params: { n: 2 } }])
    expect((await messagesTo(member))[0]!.words).toContain(`Store ${store.shopId}`)
  }
  expect((await list())[0]).toMatchObject({ remindedAt: at })
  at += 23 * HOUR
  expect([await mailed(owner), await mailed(staff)]).toEqual([before + 1, of + 1])
  expect(market.mails.at(-1)!.text).not.toContain('Every month')
  expect(why(await remind())).toContain('24 hours')
  at += HOUR
  expect((await remind()).code).toBe(1)
  expect(await messagesTo(owner)).toHaveLength(2)
  // The store still answers for itself.
  expect(await messagesTo(buyer)).toEqual([])
  expect((await list({ find: '' })).find((one) => one.id === id)).toMatchObject({ rounds: 1 })
})

it('nobody is reminded of a store for which nobody acts, and no other store is', async () => {
  await asked()
  at += 49 * HOUR
  await market.db
    .updateTable('store_members')
    .set({ ended_at: new Date(at) })
    .where('store_id', '=', store.shopId)
    .execute()
  expect((await list())[0]).toMatchObject({ members: false })
  expect(why(await remind())).toContain('no owner or staff to remind')
  expect((await operator.ask('remindStore', { store: 2_000_000_000 })).data).toMatchObject({ reason: 'storeGone' })
})

it('one is closed for a reason that buyer and store read, once, as the operator has seen it', async () => {
  const id = await asked()
  expect(why(await close(id))).toContain('still has time')
  at += 49 * HOUR
  expect((await close(id, 2)).data).toMatchObject({ reason: 'quoteMoved' })
  expect((await close(id, 1, ' ')).data).toMatchObject({ reason: 'invalid' })
  expect((await close(randomUUID())).data).toMatchObject({ reason: 'notFound' })
  const reason = 'The store is closed for good.'
  const both = await Promise.all([close(id, 1, reason), close(id, 1, reason)])
  expect(both.map(({ code }) => code === 1).toSorted()).toEqual([false, true])
  expect(await list()).toEqual([])
  expect(await messagesTo(buyer)).toMatchObject([{ kind: 'quoteClosed', body: { en: reason } }])
  for (const member of [owner, staff])
    expect(await messagesTo(member)).toMatchObject([{ kind: 'storeRequestClosed', body: { en: reason } }])
  const { data } = await market.call('/api/sync/pull?schema=3&cursor=0', undefined, token, { method: 'GET' })
  const quote = (data as { changes: { table: string; row: Quote }[] }).changes.find((c) => c.table === 'quotes')!.row
  expect(quote).toMatchObject({ state: 'declined', rounds: [{ by: 'buyer' }] })
  expect(readQuoteNotes(quote.said)).toEqual([
    { round: 1, text: 'Every month' },
    { round: 1, text: reason, by: 'market' },
  ])
  const log = await market.db
    .selectFrom('audit_log')
    .select(['by_user', 'after'])
    .where('what', '=', 'quote.close')
    .execute()
  expect(log).toEqual([{ by_user: operator.uid, after: { state: 'declined', reason } }])
})

it('are for operators with the right of customer service', async () => {
  const id = await asked()
  at += 49 * HOUR
  const other = await operatorWith(market, ['people', 'orders'], at)
  for (const [name, input] of [
    ['requests', {}],
    ['remindStore', { store: store.shopId }],
    ['closeRequest', { id, rounds: 1, reason: 'Mine' }],
    ['requestsSet', { hours: 1 }],
  ] as const)
    expect((await other.ask(name, input)).data).toMatchObject({ reason: 'noRight' })
  expect(await messagesTo(owner)).toEqual([])
})
