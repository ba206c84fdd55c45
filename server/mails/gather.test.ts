import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailTopic, type MailKind } from '#contract/messages/mail-kinds.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { gatherMails, gatherNext, purgeMailNotices } from './gather.ts'
import { dropNotices, GATHER_MS, LINES_MAX, queueNotice } from '../messages/notices.ts'
import { queueMail } from './queue.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const AT = Date.UTC(2026, 0, 1)

let market: TestMarket
let person: TestPerson
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  await market.db.deleteFrom('mails').execute()
  await market.db.deleteFrom('mail_notices').execute()
  person = await market.person()
})

const tell = (words: string, { kind = 'shipped' as MailKind, at = AT, uid = person.uid, path = '/order?id=1' } = {}) =>
  market.db.transaction().execute((tx) => queueNotice(tx, uid, kind, { words, path }, at))
const gather = (at: number) => gatherMails(market.db, at)
const mails = (email = person.email) =>
  market.db
    .selectFrom('mails')
    .select(['subject', 'body', 'letter'])
    .where('address', '=', email)
    .orderBy('id')
    .execute()
const row = () => market.db.selectFrom('mail_notices').selectAll().where('user_id', '=', person.uid).executeTakeFirst()

describe('what people are mailed', () => {
  it('waits a moment, and is one mail of a kind to a person', async () => {
    const other = await market.person()
    await tell('One left.')
    await tell('Two left', { at: AT + 1000, path: '/order?id=2' })
    await tell('Placed', { kind: 'placed' })
    await tell('To another', { uid: other.uid })
    await gather(AT + GATHER_MS - 1)
    expect(await mails()).toEqual([])
    await gather(AT + GATHER_MS)
    await gather(AT + GATHER_MS + 1000)
    expect(await mails()).toEqual([
      { subject: 'Placed', body: 'Placed', letter: { language: 'en', kind: 'placed', paths: ['/order?id=1'] } },
      {
        subject: 'One left, and 1 more',
        body: 'One left.\n\nTwo left',
        letter: { language: 'en', kind: 'shipped', paths: ['/order?id=1', '/order?id=2'] },
      },
    ])
    expect((await mails(other.email)).map(({ body }) => body)).toEqual(['To another'])
  })

  it('of a flood is one mail of bounded length, with the number of the others', async () => {
    for (let n = 0; n < LINES_MAX + 5; n++) await tell(`Order ${n}`)
    await gather(AT + GATHER_MS)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    const paragraphs = mail!.body.split('\n\n')
    expect(paragraphs).toHaveLength(LINES_MAX + 1)
    expect(paragraphs.at(-1)).toBe('5 more in your messages.')
    expect(mail!.subject).toBe(`Order 0, and ${LINES_MAX + 4} more`)
    expect((mail!.letter as { paths: string[] }).paths.at(-1)).toBe('/message')
  })

  it('keeps each on its paragraph, however long and whatever is in it', async () => {
    const line = { words: `One\r\nBcc: a@b\u2028${'x'.repeat(400)}`, more: 'a\n\n\nb', path: '/x' }
    await market.db.transaction().execute((tx) => queueNotice(tx, person.uid, 'shipped', line, AT))
    await tell('Two')
    await gather(AT + GATHER_MS)
    const [mail] = await mails()
    expect(mail!.body.split('\n\n')).toHaveLength(2)
    expect(mail!.body).toMatch(/^One Bcc: a@b x+…\na\nb\n\nTwo$/)
  })

  it('is neither lost nor sent twice by a process that dies in between', async () => {
    await tell('One')
    const dies = market.db.transaction().execute(async (tx) => {
      await gatherNext(tx, AT + GATHER_MS)
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    expect(await mails()).toEqual([])
    await gather(AT + GATHER_MS)
    await gather(AT + GATHER_MS)
    expect(await mails()).toHaveLength(1)
  })
})

describe('a person gets no more mails than', () => {
  it('six of a kind at once, and then one an hour with all there is to tell', async () => {
    let at = AT
    const round = async (words: string): Promise<void> => {
      await tell(words, { at })
      at += GATHER_MS
      await gather(at)
      await market.db.deleteFrom('mails').execute()
    }
    for (let n = 0; n < 6; n++) await round(`Order ${n}`)
    const last = at
    for (let n = 6; n < 9; n++) {
      await tell(`Order ${n}`, { at })
      at += GATHER_MS
      await gather(at)
    }
    expect(await mails()).toEqual([])
    await gather(last + HOUR - 1)
    expect(await mails()).toEqual([])
    await gather(last + HOUR)
    expect((await mails()).map(({ body }) => body)).toEqual(['Order 6\n\nOrder 7\n\nOrder 8'])
    // Another day begins anew.
    await market.db.deleteFrom('mails').execute()
    at = AT + DAY + HOUR
    await tell('Morning', { at })
    await gather(at + GATHER_MS)
    expect((await mails()).map(({ body }) => body)).toEqual(['Morning'])
  })

  it('forty a day of those with a switch; mails about money come all the same', async () => {
    await market.db
      .insertInto('mail_notices')
      .values({
        user_id: person.uid,
        kind: 'watches',
        lines: '[]',
        sent: 40,
        since: new Date(AT),
        last_at: new Date(AT),
      })
      .execute()
    await tell('Shipped')
    await tell('Paid', { kind: 'money' })
    await gather(AT + GATHER_MS)
    expect((await mails()).map(({ body }) => body)).toEqual(['Paid'])
    await gather(AT + DAY + HOUR)
    expect((await mails()).map(({ body }) => body)).toEqual(['Paid', 'Shipped'])
  })

  it('waits while five are on their way, and then tells it all', async () => {
    for (let n = 0; n < 5; n++)
      await market.db.transaction().execute((tx) => queueMail(tx, { to: person.email, subject: 's', text: 't' }, AT))
    await tell('One')
    await gather(AT + GATHER_MS)
    expect(await mails()).toHaveLength(5)
    await tell('Two', { at: AT + GATHER_MS })
    await market.db.deleteFrom('mails').execute()
    await gather(AT + GATHER_MS + 10 * 60_000)
    expect((await mails()).map(({ body }) => body)).toEqual(['One\n\nTwo'])
  })
})

describe('nothing is mailed', () => {
  it('of a kind that was switched off meanwhile', async () => {
    await tell('One')
    await market.db
      .insertInto('message_mutes')
      .values({ user_id: person.uid, topic: mailTopic('shipped'), is_on: true, rev: 1 })
      .execute()
    await tell('Paid', { kind: 'money' })
    await gather(AT + GATHER_MS)
    expect((await mails()).map(({ body }) => body)).toEqual(['Paid'])
  })

  it('that was dropped, waiting mails of the kind included', async () => {
    await tell('One')
    await gather(AT + GATHER_MS)
    await tell('Two')
    await tell('Placed', { kind: 'placed' })
    await market.db.transaction().execute((tx) => dropNotices(tx, person.uid, 'shipped'))
    await gather(AT + GATHER_MS)
    expect((await mails()).map(({ body }) => body)).toEqual(['Placed'])
  })

  it('to an account that was deleted', async () => {
    await tell('One')
    await market.db
      .updateTable('users')
      .set({ deleted_at: new Date(AT), email: `${person.uid}@deleted.invalid` })
      .where('id', '=', person.uid)
      .execute()
    await gather(AT + GATHER_MS)
    expect(await market.db.selectFrom('mails').select('id').execute()).toEqual([])
  })
})

it('counts of a day that is over are forgotten, and nothing that waits', async () => {
  await tell('One')
  await purgeMailNotices(market.db, AT + DAY)
  expect(await row()).toMatchObject({ lines: [{ words: 'One' }] })
  await gather(AT + GATHER_MS)
  await purgeMailNotices(market.db, AT + DAY)
  expect(await row()).toMatchObject({ sent: 1, lines: [] })
  await purgeMailNotices(market.db, AT + DAY + HOUR)
  expect(await row()).toBeUndefined()
})
