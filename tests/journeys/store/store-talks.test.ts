import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LINES_AN_HOUR } from '#contract/messages/rules.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { Payload } from '#contract/registry.ts'
import type { StoreTalk, StoreTalkLine } from '#contract/sync/schema-store-rows.ts'
import { unsealFields } from '#localdb/seal.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { purgeFeeds } from '#server/sync/retention.ts'
import { dropTalks } from '#server/talks/lines.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The conversations of a store on the phones of its members, with and without a network, and what their buyers see.

const DAY = 86_400_000

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
let buyer: TestPerson & { token: string }
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 5 }, { stock: 5 }])
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
  const person = await market.person()
  buyer = { ...person, token: await market.login(person) }
})

/** The buyer says something to the store. */
async function asks(text: string, talk: string = randomUUID(), more: Partial<Payload<'talk.send'>> = {}) {
  const line = { id: randomUUID(), talk, to: store.shopId, subject: null, text, ...more }
  const answer = await market.call('/api/talk/send', line, buyer.token)
  expect(answer.code, answer.msg).toBe(1)
  return talk
}
const talks = (p: StaffPhone): Promise<StoreTalk[]> =>
  look(p, async (db) => (await db.storeTalks.toArray()).flatMap(({ shown }) => (shown ? [shown] : [])))
const opened = (p: StaffPhone): Promise<StoreTalkLine[]> =>
  look(p, async (db) => {
    const { key } = (await db.keys.get('seal'))!
    const rows = (await db.storeTalkLines.toArray()).flatMap(({ shown }) => (shown && !shown.deleted ? [shown] : []))
    rows.sort((a, b) => (a.n || Infinity) - (b.n || Infinity) || a.at - b.at)
    return Promise.all(
      rows.map(async (row) => (await unsealFields(key, store.uid, `storeTalkLines/${row.id}`, row, ['text']))!),
    )
  })
/** The lines of the conversations, as a member reads them. */
const reads = async (p: StaffPhone): Promise<string[]> =>
  (await opened(p)).map(({ mine, text }) => `${mine ? 'we' : 'they'}: ${text}`)
const atServer = async (talk: string) =>
  (
    await market.db
      .selectFrom('talk_lines')
      .select(['n', 'mine', 'text', 'by_person'])
      .where('user_id', '=', buyer.uid)
      .where('talk_id', '=', talk)
      .orderBy('n')
      .execute()
  ).map(({ mine, text, by_person }) => [mine ? 'buyer' : (by_person ?? 'store'), text])
/** The store's own id of the only conversation on its phones. */
async function comes(p: StaffPhone): Promise<string> {
  await expect.poll(async () => (await talks(p)).length).toBe(1)
  return (await talks(p))[0]!.id
}
const answers = (p: StaffPhone, talk: string, text: string, pictures: string[] = []): Promise<void> =>
  does(p, 'talk.answer', { id: randomUUID(), talk, text, pictures })
const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])
/** The buyer's own feed as text. */
const seenByBuyer = async (): Promise<string> =>
  JSON.stringify(
    (await market.call('/api/sync/pull?schema=3&cursor=0', undefined, buyer.token, { method: 'GET' })).data,
  )
const messagesTo = (p: { uid: string }) =>
  market.db
    .selectFrom('messages')
    .select(['kind', 'subject_kind', 'subject_id', 'words'])
    .where('user_id', '=', p.uid)
    .where('kind', '=', 'storeTalk')
    .execute()

describe(`a store's conversations on its members' phones (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('two members answer in tunnels: both lines arrive once and in order, and the buyer sees the store alone', async () => {
    const about = { kind: 'product' as const, id: String(store.ids[0]) }
    const talk = await asks('Is it blue?', undefined, { subject: about })
    const id = await comes(owner)
    await comes(staff)
    expect(id).not.toBe(talk)
    const uid = market.db.selectFrom('products').select('uid').where('id', '=', store.ids[0]!)
    expect((await talks(owner))[0]).toMatchObject({
      subject: about,
      goods: (await uid.executeTakeFirstOrThrow()).uid,
      unread: 1,
      last: 1,
      askedAt: expect.any(Number),
    })
    offline(owner, true)
    offline(staff, true)
    await answers(owner, id, 'Blue.')
    await answers(staff, id, 'And 2 kg.')
    await answers(staff, id, 'In June.')
    expect(await reads(staff)).toEqual(['they: Is it blue?', 'we: And 2 kg.', 'we: In June.'])
    expect((await talks(staff))[0]!.askedAt).toBeNull()
    const disk = await look(staff, (db) => Promise.all([db.outbox.toArray(), db.storeTalkLines.toArray()]))
    expect(JSON.stringify(disk)).not.toContain('June')
    staff.device.network.faults.loseAnswers = 2
    staff.device.network.faults.duplicate = true
    await meet(owner)
    await idle(owner)
    await meet(staff)
    await idle(staff)
    expect(await atServer(talk)).toEqual([
      ['buyer', 'Is it blue?'],
      [owner.person.uid, 'Blue.'],
      [staff.person.uid, 'And 2 kg.'],
      [staff.person.uid, 'In June.'],
    ])
    const whole = ['they: Is it blue?', 'we: Blue.', 'we: And 2 kg.', 'we: In June.']
    for (const p of [owner, staff]) await expect.poll(() => reads(p)).toEqual(whole)
    expect((await opened(owner)).map(({ by }) => by)).toEqual([
      null,
      owner.person.uid,
      staff.person.uid,
      staff.person.uid,
    ])
    const seen = await seenByBuyer()
    expect(seen).toContain('In June.')
    for (const hidden of [staff.person.uid, owner.person.uid, id]) expect(seen).not.toContain(hidden)
    expect(JSON.parse(seen).changes.find((c: { table: string }) => c.table === 'talks').row).toMatchObject({
      name: 'Test store',
      unread: 3,
      last: 4,
    })
  })

  it('of the buyer a store is told a name: neither who they are nor what they call the conversation', async () => {
    const talk = await asks('Hello')
    await comes(staff)
    const disk = JSON.stringify(
      await look(staff, (db) => Promise.all([db.storeTalks.toArray(), db.storeTalkLines.toArray()])),
    )
    for (const hidden of [buyer.uid, buyer.email, talk, 'Hello']) expect(disk).not.toContain(hidden)
  })

  it('what one member has seen is seen by all, and members are told once until then; their own shop asks nobody', async () => {
    const talk = await asks('First')
    const id = await comes(owner)
    await expect.poll(async () => (await messagesTo(owner.person)).length).toBe(1)
    expect(await messagesTo(staff.person)).toEqual([
      {
        kind: 'storeTalk',
        subject_kind: 'storeTalk',
        subject_id: `${store.shopId}:${id}`,
        words: 'A buyer has written to Test store',
      },
    ])
    await asks('Second', talk)
    await expect.poll(async () => (await talks(staff))[0]?.unread).toBe(2)
    expect((await messagesTo(owner.person)).length).toBe(1)
    offline(staff, true)
    await does(staff, 'talk.seen', { id, upTo: 2 })
    expect((await talks(staff))[0]!.unread).toBe(0)
    await meet(staff)
    await expect.poll(async () => (await talks(owner))[0]?.unread).toBe(0)
    await asks('Third', talk)
    await expect.poll(async () => (await messagesTo(owner.person)).length).toBe(2)
    await expect.poll(async () => (await talks(owner))[0]?.unread).toBe(1)
    // A member who asks their own store knows of it and gets no message; the other member gets one.
    const mine = { id: randomUUID(), talk: randomUUID(), to: store.shopId, subject: null, text: 'A test' }
    const token = await market.login(staff.person)
    expect((await market.call('/api/talk/send', mine, token)).code).toBe(1)
    await expect.poll(async () => (await messagesTo(owner.person)).length).toBe(3)
    expect((await messagesTo(staff.person)).length).toBe(2)
  })

  it('a line that comes while members answer an older one stays new to them', async () => {
    const talk = await asks('First')
    const id = await comes(staff)
    await does(staff, 'talk.seen', { id, upTo: 1 })
    await idle(staff)
    offline(staff, true)
    await answers(staff, id, 'An answer')
    await asks('Second', talk)
    await meet(staff)
    await idle(staff)
    await expect.poll(async () => (await talks(staff))[0]?.unread).toBe(1)
    // Nobody of the store said it: it leaves nothing for them to read.
    await asks('Third', talk)
    expect((await operate(market.db, ['answer', talk, 'By the operator'], Date.now())).exit).toBe(0)
    await expect.poll(async () => (await talks(staff))[0]).toMatchObject({ unread: 0, last: 5, askedAt: null })
  })

  it('pictures made in a tunnel arrive once with their words, are seen by both, and go with their conversation', async () => {
    const talk = await asks('Show me')
    const id = await comes(staff)
    offline(staff, true)
    const bytes = new Uint8Array(await testPicture(71, 400))
    await staff.tab.call('file.keep', { bytes }, staff.desk)
    await answers(staff, id, '', [fileIdOf(bytes)])
    staff.device.network.faults.loseAnswers = 3
    await meet(staff)
    await idle(staff)
    const line = async (p: StaffPhone) => (await opened(p)).find(({ mine }) => mine)
    await expect.poll(async () => (await line(owner))?.pictures?.length).toBe(1)
    const [picture] = (await line(staff))!.pictures!
    const url = `http://market${pictureUrl(picture!.src, 360, 'webp')}`
    expect((await market.fetch(new Request(url))).status).toBe(200)
    const seen = await seenByBuyer()
    expect(seen).toContain(picture!.src)
    expect(seen).not.toContain(fileIdOf(bytes))
    const uses = () => market.db.selectFrom('file_uses').selectAll().where('user_id', '=', store.uid).execute()
    expect(await uses()).toHaveLength(1)
    await ownerTransaction(market.db, buyer.uid, (call) => dropTalks(call, buyer.uid, sql`id = ${talk}::uuid`))
    expect(await uses()).toEqual([])
    await expect.poll(async () => (await talks(owner))[0]?.deleted).toBe(true)
    expect(await opened(owner)).toEqual([])
  })

  it('says why an answer was not accepted: nothing, too much, a conversation that has ended or is not the store’s', async () => {
    const talk = await asks('Hello')
    const id = await comes(staff)
    await answers(staff, id, '   ')
    await expect.poll(() => states(staff)).toEqual(['rejected invalid'])
    await answers(staff, randomUUID(), 'Who is there?')
    await expect.poll(() => states(staff)).toEqual(['rejected invalid', 'rejected notFound'])
    for (let n = 0; n < LINES_AN_HOUR; n++) await answers(owner, id, `Line ${n}`)
    await idle(owner)
    await answers(owner, id, 'One more')
    await expect.poll(() => states(owner)).toEqual(['rejected tooManyAttempts'])
    expect((await atServer(talk)).length).toBe(1 + LINES_AN_HOUR)
    await ownerTransaction(market.db, buyer.uid, (call) => dropTalks(call, buyer.uid, sql`true`))
    await expect.poll(async () => (await talks(staff)).filter(({ deleted }) => !deleted)).toEqual([])
    await answers(staff, id, 'Too late')
    await expect.poll(() => states(staff)).toEqual(['rejected invalid', 'rejected notFound', 'rejected notFound'])
    // Another store's members have no way in, whatever they know.
    const other = await makeShop(market.db, [{ stock: 5 }])
    const at = market.db.selectFrom('stores').select('uid').where('id', '=', other.shopId)
    const stranger = await staffPhone(market, { ...other, uid: (await at.executeTakeFirstOrThrow()).uid }, 'owner')
    await answers(stranger, id, 'Buy from us')
    await does(stranger, 'talk.seen', { id, upTo: 1 })
    await expect.poll(() => states(stranger)).toEqual(['rejected notFound', 'rejected notFound'])
    expect(await talks(stranger)).toEqual([])
  })

  it('a deleted account takes its conversations from the store; what is left of them goes once it has forgotten them', async () => {
    const talk = await asks('My name is Ottilie')
    await comes(staff)
    await asks('To the market', randomUUID(), { to: 0 })
    const gone = await market.call('/api/user/delete', { password: buyer.password }, buyer.token)
    expect(gone.code, gone.msg).toBe(1)
    await expect.poll(async () => (await talks(staff))[0]).toMatchObject({ deleted: true, buyer: expect.anything() })
    await expect.poll(() => opened(staff)).toEqual([])
    const left = () =>
      sql<{ n: number }>`select count(*)::int as n from talks where user_id = ${buyer.uid}::uuid`.execute(market.db)
    expect((await left()).rows).toEqual([{ n: 1 }])
    expect(await atServer(talk)).toEqual([['buyer', '']])
    // Half a year and more later.
    await sql`update feed_stamps set at = at - interval '400 days'`.execute(market.db)
    await purgeFeeds(market.db, Date.now() - DAY)
    await purgeFeeds(market.db, Date.now())
    expect((await left()).rows).toEqual([{ n: 0 }])
    expect(await atServer(talk)).toEqual([])
  })

  it('a new member is given what was said before they came', async () => {
    await asks('Hello')
    await comes(staff)
    const late = await staffPhone(market, store, 'staff')
    await settleAllOwed(market.db)
    await expect.poll(() => reads(late)).toEqual(['they: Hello'])
  })
})
