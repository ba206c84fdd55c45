import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'

// Customer service: one operator answers a conversation until it is handed over or given back, and it is closed and
// opened again. What is done to it names the operators to each other, and nobody to the person who writes.

type Talk = Stated<'operator.talk'>
type Rows = Stated<'operator.talks'>['talks']

let at = Date.now()
let market: TestMarket
let mona: Operator
let paul: Operator
beforeAll(async () => {
  market = await openTestMarket({ now: () => at, anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  mona = await operatorWith(market, ['service'], at)
  paul = await operatorWith(market, ['service'], at)
})
afterAll(() => market.close())

interface Asked {
  person: TestPerson
  token: string
  talk: string
  /** The id by which operators know the conversation. */
  id: string
}
const says = (token: string, talk: string, text: string): Promise<TestAnswer> =>
  market.call('/api/talk/send', { id: randomUUID(), talk, to: 0, subject: null, text }, token)

async function asks(text: string): Promise<Asked> {
  const person = await market.person()
  const token = await market.login(person)
  const talk = randomUUID()
  expect((await says(token, talk, text)).code).toBe(1)
  const { desk_id: id } = await market.db
    .selectFrom('talks')
    .select('desk_id')
    .where('id', '=', talk)
    .executeTakeFirstOrThrow()
  return { person, token, talk, id }
}
const read = async (by: Operator, id: string): Promise<Talk> => (await by.ask('talk', { id })).data as Talk
const list = async (by: Operator, input: object = {}): Promise<Rows> =>
  ((await by.ask('talks', input)).data as { talks: Rows }).talks
const answer = (by: Operator, id: string, text: string, line = randomUUID()): Promise<TestAnswer> =>
  by.ask('answer_talk', { id, line, text })
const hold = (by: Operator, id: string, from: Operator | null, to: Operator | null): Promise<TestAnswer> =>
  by.ask('holdTalk', { id, from: from?.uid ?? null, to: to?.uid ?? null })
const close = (by: Operator, id: string, closed: boolean, last: number): Promise<TestAnswer> =>
  by.ask('closeTalk', { id, closed, last })
const nameOf = async ({ uid }: TestPerson): Promise<string> =>
  (await market.db.selectFrom('users').select('username').where('id', '=', uid).executeTakeFirstOrThrow()).username
/** Why an act was not done, in the words of the screen. */
const why = ({ data }: TestAnswer): string | undefined => (data as { params?: { text?: string } }).params?.text
const logged = (talk: string) =>
  market.db
    .selectFrom('audit_log')
    .select(['what', 'by_user', 'before', 'after'])
    .where('subject', '=', `talk:${talk}`)
    .orderBy('id')
    .execute()
/** All that a person's device is sent. */
const pulled = async (token: string): Promise<string> =>
  JSON.stringify((await market.call('/api/sync/pull?schema=3&cursor=0', undefined, token, { method: 'GET' })).data)

describe(`who answers (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('holds the conversation; another takes it over first, and both are named to operators alone', async () => {
    const { id, talk, token } = await asks('How do I pay?')
    expect((await read(mona, id)).talk).toMatchObject({ holder: null, closedAt: null, last: 1, language: 'en' })
    const first = randomUUID()
    expect((await answer(mona, id, 'With your balance.', first)).code).toBe(1)
    const refused = await answer(paul, id, 'By card.')
    expect(refused.data).toMatchObject({ reason: 'operatorSays' })
    expect(why(refused)).toContain(await nameOf(mona))
    expect((await hold(paul, id, mona, paul)).code).toBe(1)
    expect((await hold(paul, id, mona, paul)).code).toBe(1)
    expect((await answer(paul, id, 'Or in coins.')).code).toBe(1)
    // Asked again after a lost answer, it is the line that was said.
    expect((await answer(mona, id, 'With your balance.', first)).code).toBe(1)
    const { lines, staff } = await read(mona, id)
    expect(lines.map(({ text, by }) => [text, by])).toEqual([
      ['How do I pay?', undefined],
      ['With your balance.', { id: mona.uid, name: await nameOf(mona) }],
      ['Or in coins.', { id: paul.uid, name: await nameOf(paul) }],
    ])
    expect(new Set(staff!.map((one) => one.id))).toEqual(new Set([mona.uid, paul.uid]))
    const seen = await pulled(token)
    expect(seen).toContain('Or in coins.')
    for (const { uid } of [mona, paul]) expect(seen).not.toContain(uid)
    expect(await logged(talk)).toMatchObject([
      { what: 'talk.answer', by_user: mona.uid },
      { what: 'talk.hold', by_user: paul.uid, before: { holder: mona.uid }, after: { holder: paul.uid } },
      { what: 'talk.answer', by_user: paul.uid },
    ])
    expect(JSON.stringify(await logged(talk))).not.toMatch(/balance|coins/)
  })

  it('is who took it first; another sees whose it is, and takes it over knowingly', async () => {
    const { id } = await asks('Who helps me?')
    expect((await hold(mona, id, null, mona)).code).toBe(1)
    const late = await hold(paul, id, null, paul)
    expect(why(late)).toContain(await nameOf(mona))
    expect((await list(paul)).find((one) => one.id === id)).toMatchObject({ holder: { id: mona.uid } })
    expect((await list(mona, { own: true })).map((one) => one.id)).toContain(id)
    expect((await list(paul, { own: true })).map((one) => one.id)).not.toContain(id)
    expect((await hold(mona, id, mona, null)).code).toBe(1)
    expect((await hold(paul, id, mona, paul)).code).toBe(1)
  })

  it('is told when it is handed to them, once; nobody else can be given it', async () => {
    const { id, person } = await asks('Is anybody there?')
    const messages = () =>
      market.db
        .selectFrom('messages')
        .select('params')
        .where('user_id', '=', paul.uid)
        .where('kind', '=', 'talkHanded')
        .execute()
    const before = (await messages()).length
    expect((await hold(mona, id, null, paul)).code).toBe(1)
    expect((await hold(mona, id, null, paul)).code).toBe(1)
    expect((await messages()).slice(before)).toEqual([{ params: { talk: id } }])
    const orders = await operatorWith(market, ['orders'], at)
    for (const uid of [orders.uid, person.uid, randomUUID()])
      expect(why(await paul.ask('holdTalk', { id, from: paul.uid, to: uid }))).toContain('does not answer')
    expect((await read(paul, id)).talk.holder).toMatchObject({ id: paul.uid })
  })

  it('is nobody any more once they may not, and their lines keep their name', async () => {
    const gone = await operatorWith(market, ['service'], at)
    const { id } = await asks('Still open?')
    expect((await answer(gone, id, 'I look.')).code).toBe(1)
    await operate(market.db, ['operator', 'add', gone.email, 'orders'], at)
    expect((await read(mona, id)).talk.holder).toBeNull()
    expect((await answer(gone, id, 'Again.')).data).toMatchObject({ reason: 'noRight' })
    expect((await answer(mona, id, 'Yes.')).code).toBe(1)
    expect((await read(mona, id)).lines.map(({ by }) => by?.name)).toEqual([
      undefined,
      await nameOf(gone),
      await nameOf(mona),
    ])
  })
})

describe('a closed conversation', () => {
  it('waits no longer, and opens when the person writes again', async () => {
    const { id, talk, token } = await asks('Thank you')
    expect((await close(mona, id, true, 1)).code).toBe(1)
    expect((await list(mona)).map((one) => one.id)).not.toContain(id)
    expect((await list(mona, { closed: true }))[0]).toMatchObject({ id, closedAt: at, askedAt: null, holder: null })
    expect((await list(mona, { all: true })).at(-1)).toMatchObject({ id })
    at += 60_000
    await says(token, talk, 'One more thing')
    expect((await read(mona, id)).talk).toMatchObject({ closedAt: null, askedAt: at })
    expect((await logged(talk)).map(({ what }) => what)).toEqual(['talk.close'])
  })

  it('is open again by hand, and waits since the person’s words unless they were answered', async () => {
    const [open, answered] = [await asks('Unanswered'), await asks('Answered')]
    await answer(mona, answered.id, 'Here it is.')
    const since = at
    at += 60_000
    for (const [{ id }, last] of [
      [open, 1],
      [answered, 2],
    ] as const) {
      expect((await close(mona, id, true, last)).code).toBe(1)
      expect((await close(mona, id, false, last)).code).toBe(1)
    }
    expect((await read(mona, open.id)).talk).toMatchObject({ closedAt: null, askedAt: since })
    expect((await read(mona, answered.id)).talk).toMatchObject({ closedAt: null, askedAt: null })
  })

  it('was seen whole by whoever closes it, and is nobody else’s', async () => {
    const { id, talk, token } = await asks('First')
    await says(token, talk, 'Second')
    expect(why(await close(mona, id, true, 1))).toContain('There is a new message')
    await hold(paul, id, null, paul)
    expect(why(await close(mona, id, true, 2))).toContain(await nameOf(paul))
    expect((await read(mona, id)).talk).toMatchObject({ closedAt: null })
    expect((await close(paul, id, true, 2)).code).toBe(1)
  })
})

describe('conversations', () => {
  it('are found by name, address and words; all of them with those that wait first', async () => {
    const { id, person } = await asks('The parcel from Aleppo is torn')
    const found = async (find: string) => (await list(mona, { find })).map((one) => one.id)
    expect(await found('aleppo is')).toEqual([id])
    expect(await found(person.email)).toEqual([id])
    expect(await found('100%_')).toEqual([])
    const all = await list(mona, { all: true })
    const groups = all.map(({ askedAt, closedAt }) => (closedAt ? 2 : askedAt === null ? 1 : 0))
    expect(groups).toEqual(groups.toSorted())
    const waits = all.flatMap(({ askedAt }) => (askedAt === null ? [] : [askedAt]))
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  })

  it('are for operators with their right, and each for its own person', async () => {
    const { id, person, token } = await asks('Only for the market')
    const people = await operatorWith(market, ['people', 'catalogue', 'orders', 'site', 'money', 'staff'], at)
    for (const [name, input] of [
      ['talks', {}],
      ['talk', { id }],
      ['answer_talk', { id, line: randomUUID(), text: 'Hi' }],
      ['holdTalk', { id, from: null, to: people.uid }],
      ['closeTalk', { id, closed: true, last: 1 }],
    ] as const) {
      expect((await people.ask(name, input)).data).toMatchObject({ reason: 'noRight' })
      expect((await market.call(`/api/operator/${name}`, input, token)).data).toMatchObject({ reason: 'noRight' })
    }
    const other = await market.person()
    expect(await pulled(await market.login(other))).not.toContain('Only for the market')
    expect((await read(mona, id)).talk).toMatchObject({ email: person.email, holder: null, closedAt: null })
  })

  it('are answered by a command, too, whoever holds them, in nobody’s name', async () => {
    const { id, talk } = await asks('By a command')
    await hold(paul, id, null, paul)
    expect((await operate(market.db, ['answer', talk, 'Done.'], at)).exit).toBe(0)
    expect((await read(mona, id)).lines.at(-1)).toMatchObject({ text: 'Done.', by: null })
    expect((await read(mona, id)).talk.holder).toMatchObject({ id: paul.uid })
  })
})
