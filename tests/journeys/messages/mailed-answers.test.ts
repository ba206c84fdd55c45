import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForReceipt, mailAnswers, UNREAD_FOR } from '#server/orders/reminders.ts'
import { writeAnswer } from '#server/talks/answers.ts'
import { HOME, openMailedMarket, type MailedMarket } from '../../support/market/mailed-market.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { makeShop } from '../../support/market/orders.ts'

// A buyer hears of an answer without opening the app: by one mail, if they have not read it anyway.

let mailed: MailedMarket
beforeAll(async () => {
  mailed = await openMailedMarket()
})
afterAll(() => mailed.close())

type Asker = TestPerson & { token: string }

async function newAsker(): Promise<Asker> {
  const person = await mailed.market.person()
  return { ...person, token: await mailed.market.login(person) }
}
const call = async ({ token }: Asker, path: string, payload: object): Promise<void> => {
  const result = await mailed.market.call(path, payload, token)
  expect(result.code, result.msg).toBe(1)
}
const asks = async (person: Asker, to: number, talk: string = randomUUID()): Promise<string> => {
  await call(person, '/api/talk/send', { id: randomUUID(), talk, to, subject: null, text: 'Is it blue?' })
  return talk
}
const answers = async ({ uid }: Asker, talk: string): Promise<void> =>
  expect(await writeAnswer(mailed.market.db, { user_id: uid, id: talk }, 'It is.', mailed.clock.ms)).toBe(true)
/** Lets so much time pass (ms), and does what is due then. */
async function later(ms: number): Promise<void> {
  mailed.clock.ms += ms
  await mailAnswers(mailed.market.db, mailed.clock.ms)
  await mailed.pass()
}
const subjects = (person: Asker): string[] => mailed.mailsOf(person).map(({ subject }) => subject)

describe(`an answer (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is mailed once, when it has not been read for ten minutes', async () => {
    const person = await newAsker()
    const { shopId } = await makeShop(mailed.market.db, [{ stock: 5 }])
    const talk = await asks(person, shopId)
    await later(2 * UNREAD_FOR)
    expect(subjects(person)).toEqual([])
    await answers(person, talk)
    await later(UNREAD_FOR - 60_000)
    expect(subjects(person)).toEqual([])
    await later(60_000)
    expect(subjects(person)).toEqual(['Test store has replied to you'])
    const { text } = mailed.mailsOf(person)[0]!
    expect(text).toContain(`${HOME}/talks?id=${talk}`)
    // A conversation's words stay in it.
    expect(text).not.toContain('It is.')
    await answers(person, talk)
    await later(2 * UNREAD_FOR)
    expect(subjects(person)).toHaveLength(1)

    // Read, and asked again: the next answer is another one.
    await asks(person, shopId, talk)
    await answers(person, talk)
    await later(UNREAD_FOR)
    expect(subjects(person)).toHaveLength(2)
  })

  it('of the market says so; what was read is not mailed, nor is anything to whoever wants no such mails', async () => {
    const [person, reader, quiet] = [await newAsker(), await newAsker(), await newAsker()]
    await call(quiet, '/api/message/mute', { topic: 'mail.answers', on: true })
    const talks = await Promise.all([person, reader, quiet].map((one) => asks(one, 0)))
    for (const [n, one] of [person, reader, quiet].entries()) await answers(one, talks[n]!)
    await call(reader, '/api/talk/read', { id: talks[1], upTo: 2 })
    await later(UNREAD_FOR)
    expect([person, reader, quiet].map(subjects)).toEqual([['Caravan has replied to you'], [], []])
    const messages = mailed.market.db.selectFrom('messages').select('kind').where('kind', '=', 'talkAnswered')
    expect(await messages.execute()).toEqual([])
  })
})

describe('a buyer without messages about orders', () => {
  it('is asked by mail alone whether a parcel has arrived, and once', async () => {
    const { market, clock } = mailed
    const person = await newAsker()
    await call(person, '/api/message/mute', { topic: 'orders', on: true })
    const { shopId } = await makeShop(market.db, [{ stock: 5 }])
    const shipped = new Date(clock.ms - 8 * 86_400_000)
    await market.db
      .insertInto('orders')
      .values({
        ...{ id: `${randomUUID()}:${shopId}`, user_id: person.uid, group_id: randomUUID(), store_id: shopId },
        ...{ state: 'shipped', reason: null, currency: 'USD', goods: 100, shipping: 0, tax: 0, total: 100, due: 100 },
        ...{ due_currency: 'USD', address: '{}', remark: '', pay_by: shipped, created_at: shipped },
        ...{ paid_at: shipped, shipped_at: shipped, parcel: null, rate: null, rev: 1 },
      })
      .execute()
    expect(await askForReceipt(market.db, clock.ms)).toBe(1)
    expect(await askForReceipt(market.db, clock.ms)).toBe(0)
    await mailed.pass()
    expect(subjects(person)).toEqual([expect.stringMatching(/^Has order .+ from Test store arrived\?$/)])
    const messages = market.db.selectFrom('messages').select('kind').where('user_id', '=', person.uid)
    expect((await messages.execute()).map(({ kind }) => kind)).toEqual([])
  })
})
