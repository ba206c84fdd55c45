import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { answerInDemo } from '#server/talks/answers.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'
import { makeShop } from '../../support/market/orders.ts'

// The operator's desk of conversations: who waits longest comes first, whoever is suspended can object, and what is
// answered is said once and written down.

let market: TestMarket
let operator: string
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  operator = await newOperator(market, 'service')
})
afterAll(() => market.close())

async function asks(text: string, to = 0): Promise<{ person: TestPerson; token: string; talk: string }> {
  const person = await market.person()
  const token = await market.login(person)
  const talk = randomUUID()
  const line = { id: randomUUID(), talk, to, subject: null, text }
  const answer = await market.call('/api/talk/send', line, token)
  expect(answer.code, answer.msg).toBe(1)
  return { person, token, talk }
}
const list = async (input: object = {}): Promise<Stated<'operator.talks'>['talks']> =>
  ((await market.call('/api/operator/talks', input, operator)).data as Stated<'operator.talks'>).talks
const read = async (id: string): Promise<Stated<'operator.talk'>> =>
  (await market.call('/api/operator/talk', { id }, operator)).data as Stated<'operator.talk'>

it('lists who waits, the longest first, and answers once; the person reads it, and the audit log says who', async () => {
  const first = await asks('How do I pay?')
  const second = await asks('Where is my invoice?')
  expect((await list()).map(({ text, email }) => [text, email])).toEqual([
    ['How do I pay?', first.person.email],
    ['Where is my invoice?', second.person.email],
  ])
  expect((await list({ find: second.person.email.slice(0, 9) })).map(({ text }) => text)).toContain(
    'Where is my invoice?',
  )
  const { id } = (await list())[0]!
  expect(id).not.toBe(first.talk)
  const answer = { id, line: randomUUID(), text: ' With your balance. ' }
  for (let n = 0; n < 2; n++) expect((await market.call('/api/operator/answer_talk', answer, operator)).code).toBe(1)
  expect((await read(id)).lines.map(({ mine, text }) => [mine, text])).toEqual([
    [true, 'How do I pay?'],
    [false, 'With your balance.'],
  ])
  expect((await list()).map(({ text }) => text)).toEqual(['Where is my invoice?'])
  expect((await list({ all: true })).map(({ askedAt }) => askedAt === null)).toEqual([false, true])
  const pull = await market.call('/api/sync/pull?schema=3&cursor=0', undefined, first.token, { method: 'GET' })
  expect(JSON.stringify(pull.data)).toContain('With your balance.')
  const log = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'talk.answer').execute()
  expect(log).toMatchObject([{ via: 'screen', subject: `talk:${first.talk}`, after: { line: answer.line } }])
  expect(JSON.stringify(log)).not.toContain('With your balance.')
  expect((await operate(market.db, ['answer', second.talk, 'In your orders.'], Date.now())).exit).toBe(0)
  expect(await list()).toEqual([])
})

it('somebody who is suspended can write to the operator, and the desk says that they are', async () => {
  const { person, token, talk } = await asks('Hello')
  await operate(market.db, ['suspend', person.email, 'False', 'papers.'], Date.now())
  const line = { id: randomUUID(), talk, to: 0, subject: null, text: 'They are real.' }
  expect((await market.call('/api/talk/send', line, token)).code).toBe(1)
  expect((await list()).find(({ email }) => email === person.email)).toMatchObject({
    suspended: 'False papers.',
    text: 'They are real.',
  })
})

it('what is said of a product or a store stands among the reports', async () => {
  const { shopId, ids } = await makeShop(market.db, [{ stock: 5 }])
  const token = await market.login(await market.person())
  const report = (subject: object | null, text: string) =>
    market.call('/api/talk/send', { id: randomUUID(), talk: randomUUID(), to: 0, subject, text }, token)
  expect((await report({ kind: 'product', id: String(ids[0]) }, 'A copy.')).code).toBe(1)
  expect((await report({ kind: 'store', id: String(shopId) }, 'Rude.')).code).toBe(1)
  expect((await report(null, 'Only a question.')).code).toBe(1)
  expect((await list({ reports: true })).map(({ text, subject }) => [text, subject?.kind])).toEqual([
    ['A copy.', 'product'],
    ['Rude.', 'store'],
  ])
  expect((await list()).map(({ text }) => text)).toContain('Only a question.')
})

it('shows nothing of what people write to stores, and lets nobody in without the right', async () => {
  const { shopId } = await makeShop(market.db, [{ stock: 5 }])
  const { talk } = await asks('Only for the store', shopId)
  const { desk_id: desk } = await market.db
    .selectFrom('talks')
    .select('desk_id')
    .where('id', '=', talk)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(await list({ all: true }))).not.toContain('Only for the store')
  expect(await market.call('/api/operator/talk', { id: desk }, operator)).toMatchObject({
    data: { reason: 'notFound' },
  })
  const answer = { id: desk, line: randomUUID(), text: 'Hi' }
  expect(await market.call('/api/operator/answer_talk', answer, operator)).toMatchObject({
    data: { reason: 'notFound' },
  })
  const other = await newOperator(market, 'orders', 'people')
  expect(await market.call('/api/operator/talks', {}, other)).toMatchObject({ data: { reason: 'noRight' } })
  expect(await market.call('/api/operator/answer_talk', { ...answer, text: ' ' }, operator)).toMatchObject({
    data: { reason: 'invalid' },
  })
})

it("the demo's sellers leave it to a member who is signed in, its market to an operator, and what has waited a day to people", async () => {
  const { shopId } = await makeShop(market.db, [{ stock: 5 }])
  await market.db.updateTable('stores').set({ demo: true }).where('id', '=', shopId).execute()
  const waits = async (talk: string): Promise<boolean> =>
    (await market.db.selectFrom('talks').select('asked_at').where('id', '=', talk).executeTakeFirstOrThrow())
      .asked_at !== null
  const soon = (): number => Date.now() + 10_000
  const alone = await asks('Hello', shopId)
  const long = await asks('Hello', shopId)
  await market.db
    .updateTable('talks')
    .set({ asked_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', long.talk)
    .execute()
  const toMarket = await asks('Hello')
  await market.db.updateTable('users').set({ demo: true }).where('id', '=', toMarket.person.uid).execute()
  await answerInDemo(market.db, soon())
  expect([await waits(alone.talk), await waits(long.talk), await waits(toMarket.talk)]).toEqual([false, true, true])
  const member = await market.person()
  await market.db.insertInto('store_members').values({ store_id: shopId, user_id: member.uid, role: 'owner' }).execute()
  const absent = await asks('Anybody there?', shopId)
  await answerInDemo(market.db, soon())
  expect(await waits(absent.talk)).toBe(false)
  await market.login(member)
  const present = await asks('And now?', shopId)
  await answerInDemo(market.db, soon())
  expect(await waits(present.talk)).toBe(true)
})
