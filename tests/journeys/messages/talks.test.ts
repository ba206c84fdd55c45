import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LINES_AN_HOUR, TALK_LINES_MAX } from '#contract/messages/rules.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import { unreadCount } from '#localdb/queries/cart/badges.ts'
import { talkById, talkItems } from '#localdb/queries/messages/talks.ts'
import type { Payload } from '#contract/registry.ts'
import type { Readers } from '#localdb/read.ts'
import { unsealFields } from '#localdb/seal.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { answerInDemo } from '#server/talks/answers.ts'
import { addLine, dropTalks } from '#server/talks/lines.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

// Conversations: begun and continued in a tunnel, said once, answered by stores and the operator, read on all devices.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

type Looked = Pick<Buyer, 'device' | 'person'>
async function read<T>({ device, person }: Looked, query: (readers: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  user.close()
  catalogue.close()
  return found
}
/** The lines of a conversation, as its person reads them. */
async function linesOf(b: Looked, talk: string): Promise<string[]> {
  const { lines, key } = await read(b, async (readers) => ({
    ...(await talkById(readers, talk)),
    key: (await readers.user.keys.get('seal'))!.key,
  }))
  const clear = await Promise.all(
    lines.map((line) => unsealFields(key, b.person.uid, `talkLines/${line.id}`, line, ['text'])),
  )
  return clear.map((line) => `${line?.mine ? 'me' : 'they'}: ${line?.text}`)
}
const line = (talk: string, text: string, more: Partial<Payload<'talk.send'>> = {}): Payload<'talk.send'> => ({
  id: randomUUID(),
  talk,
  to: 0,
  subject: null,
  text,
  ...more,
})
const unread = (b: Looked) => read(b, unreadCount)

it('what is said in a tunnel arrives once and in its order, sealed on the device; the answer is read on all devices', async () => {
  const b = await newBuyer(market)
  const { shopId, ids } = b.one
  const about = { to: shopId, subject: { kind: 'product' as const, id: String(ids[0]) } }
  const talk = randomUUID()
  b.device.network.faults.offline = true
  await act(b.tab, 'talk.send', line(talk, 'Is it blue?', about))
  await act(b.tab, 'talk.send', line(talk, 'And how heavy?', about))
  expect(await linesOf(b, talk)).toEqual(['me: Is it blue?', 'me: And how heavy?'])
  expect(
    JSON.stringify(await read(b, ({ user }) => Promise.all([user.outbox.toArray(), user.talkLines.toArray()]))),
  ).not.toContain('blue')
  b.tab.kill()
  b.tab = b.device.tab()
  b.device.network.faults.loseAnswers = 1
  b.device.network.faults.duplicate = true
  await online(b)
  await settled(b)
  const { rows } = await sql<{ text: string; n: number }>`
    select text, n from talk_lines where talk_id = ${talk}::uuid order by n`.execute(market.db)
  expect(rows).toEqual([
    { text: 'Is it blue?', n: 1 },
    { text: 'And how heavy?', n: 2 },
  ])
  expect((await operate(market.db, ['answer'], Date.now())).text).toContain(`${talk.slice(0, 8)}`)
  expect((await operate(market.db, ['answer', talk.slice(0, 8), 'Blue,', '2 kg.'], Date.now())).exit).toBe(0)
  expect((await operate(market.db, ['answer', talk.slice(0, 8), 'Twice'], Date.now())).exit).toBe(1)
  const other = { device: newDevice(market), person: b.person }
  await other.device.tab().call('user.login', { email: b.person.email, password: b.person.password })
  for (const one of [b, other]) await until('the answer is new', async () => (await unread(one)) === 1)
  expect(await linesOf(other, talk)).toEqual(['me: Is it blue?', 'me: And how heavy?', 'they: Blue, 2 kg.'])
  const [item] = await read(b, talkItems)
  expect(item).toMatchObject({ to: shopId, name: 'Test store', subject: about.subject, last: 3, unread: 1 })
  await act(b.tab, 'talk.read', { id: talk, upTo: 3 })
  expect(await unread(b)).toBe(0)
  await until('it is read on the other', async () => (await unread(other)) === 0)
  expect([...b.device.reports, ...other.device.reports]).toEqual([])
  await Promise.all([b.device.end(), other.device.end()])
})

it('an answer that comes while an older one is read stays new', async () => {
  const b = await newBuyer(market)
  const talk = randomUUID()
  await act(b.tab, 'talk.send', line(talk, 'Hello'))
  await settled(b)
  await operate(market.db, ['answer', talk, 'First'], Date.now())
  await until('it is new', async () => (await unread(b)) === 1)
  b.device.network.faults.offline = true
  await act(b.tab, 'talk.read', { id: talk, upTo: 2 })
  expect(await unread(b)).toBe(0)
  await ownerTransaction(market.db, b.person.uid, (call) =>
    addLine(call, b.person.uid, { talk, id: randomUUID(), mine: false, text: 'Second', at: Date.now() }),
  )
  await online(b)
  await settled(b)
  await until('the second is new', async () => (await unread(b)) === 1)
  await b.device.end()
})

it('what is not accepted says why, and is not lost: somebody who says too much, to a store that is not there, nothing', async () => {
  const b = await newBuyer(market)
  const talk = randomUUID()
  const gestures = Array.from({ length: LINES_AN_HOUR + 1 }, (_, n) => ({
    intentId: gesture(),
    name: 'talk.send' as const,
    payload: line(talk, `Line ${n}`),
  }))
  for (const one of gestures) await b.tab.mutate([one])
  await act(b.tab, 'talk.send', line(randomUUID(), 'Who is there?', { to: 2_000_000_000 }))
  await act(b.tab, 'talk.send', line(randomUUID(), '   '))
  await b.tab.flush(true)
  const reasons = () =>
    read(b, async ({ user }) =>
      (await user.outbox.toArray()).flatMap((i) => (i.state === 'rejected' ? [i.last?.reason] : [])),
    )
  await until('three are set aside', async () => (await reasons()).length === 3)
  expect((await reasons()).sort()).toEqual(['invalid', 'tooManyAttempts', 'tooManyAttempts'].toSorted())
  expect((await read(b, (readers) => talkById(readers, talk))).refused?.params).toHaveProperty('seconds')
  await b.device.end()
})

it('names no product that is not on sale to who asks about it', async () => {
  const [person, { ids }] = [await market.person(), await market.products(2)]
  await market.db.updateTable('products').set({ offered: false }).where('id', '=', ids[1]!).execute()
  const token = await market.login(person)
  for (const id of ids) {
    const payload = { ...line(randomUUID(), 'What is it?'), subject: { kind: 'product', id: String(id) } }
    expect(await market.call('/api/talk/send', payload, token)).toMatchObject({ code: 1 })
  }
  const kept = await market.db
    .selectFrom('talks')
    .select(['subject_id', 'title'])
    .where('user_id', '=', person.uid)
    .execute()
  expect(Object.fromEntries(kept.map(({ subject_id, title }) => [subject_id, title]))).toEqual({
    [ids[0]!]: { en: 'Thing 0' },
    [ids[1]!]: null,
  })
})

it('of a person at most a thousand lines are kept', async () => {
  const b = await newBuyer(market)
  const talk = randomUUID()
  await act(b.tab, 'talk.send', line(talk, 'The first'))
  await settled(b)
  const { uid } = b.person
  await sql`insert into talk_lines (user_id, talk_id, id, n, mine, text, at, rev)
    select ${uid}::uuid, ${talk}::uuid, gen_random_uuid(), 1 + n, false, 'x', now() + n * interval '1 second', 0
    from generate_series(1, ${TALK_LINES_MAX}::int) n`.execute(market.db)
  await ownerTransaction(market.db, uid, (call) =>
    addLine(call, uid, { talk, id: randomUUID(), mine: false, text: 'The last', at: Date.now() + 9_000_000 }),
  )
  const { rows } = await sql<{ n: number; first: number }>`
    select count(*)::int as n, count(*) filter (where text = 'The first')::int as first from talk_lines
    where user_id = ${uid}::uuid and not deleted`.execute(market.db)
  expect(rows).toEqual([{ n: TALK_LINES_MAX, first: 0 }])
  await b.device.end()
})

it("the demo's sellers answer by themselves, once, by subject and in the person's language; nobody else's do", async () => {
  const b = await newBuyer(market)
  await market.db.updateTable('users').set({ language: 'ar' }).where('id', '=', b.person.uid).execute()
  await market.db.updateTable('stores').set({ demo: true }).where('id', '=', b.one.shopId).execute()
  const [demo, real] = [randomUUID(), randomUUID()]
  const subject = { kind: 'product' as const, id: String(b.one.ids[0]) }
  await act(b.tab, 'talk.send', line(demo, 'هل هو أزرق؟', { to: b.one.shopId, subject }))
  await act(b.tab, 'talk.send', line(real, 'Hello', { to: b.two.shopId }))
  await settled(b)
  const soon = Date.now() + 10_000
  expect([await answerInDemo(market.db, Date.now()), await answerInDemo(market.db, soon)]).toEqual([0, 1])
  expect(await answerInDemo(market.db, soon + 60_000)).toBe(0)
  await until('the answer is here', async () => (await unread(b)) === 1)
  expect((await linesOf(b, demo)).at(-1)).toContain('متجر تجريبي')
  await b.device.end()
})

it('pictures that are shown in a tunnel arrive once, with their words or without, and go with their lines', async () => {
  const b = await newBuyer(market)
  const talk = randomUUID()
  b.device.network.faults.offline = true
  const pictures: string[] = []
  for (const n of [61, 62]) {
    const bytes = new Uint8Array(await testPicture(n, 400))
    await b.tab.call('file.keep', { bytes }, b.person.uid)
    pictures.push(fileIdOf(bytes))
  }
  const about = { to: b.one.shopId, subject: { kind: 'product' as const, id: String(b.one.ids[0]) } }
  await act(b.tab, 'talk.show', { ...line(talk, '', about), pictures })
  await act(b.tab, 'talk.show', { ...line(talk, 'This corner', about), pictures: pictures.slice(0, 1) })
  const seen = async () =>
    (await read(b, (readers) => talkById(readers, talk))).lines.map(({ n, files, pictures: made }) => [
      n,
      files?.length,
      made?.length,
    ])
  expect(await seen()).toEqual([
    [0, 2, undefined],
    [0, 1, undefined],
  ])
  b.device.network.faults.loseAnswers = 5
  await online(b)
  await settled(b)
  expect(await seen()).toEqual([
    [1, 2, 2],
    [2, 1, 1],
  ])
  expect(await linesOf(b, talk)).toEqual(['me: ', 'me: This corner'])
  const uses = () => market.db.selectFrom('file_uses').selectAll().where('user_id', '=', b.person.uid).execute()
  expect(await uses()).toHaveLength(3)
  const [picture] = (await read(b, (readers) => talkById(readers, talk))).lines[0]!.pictures!
  expect((await market.fetch(new Request(`http://market${pictureUrl(picture!.src, 360, 'webp')}`))).status).toBe(200)

  await ownerTransaction(market.db, b.person.uid, (call) => dropTalks(call, b.person.uid, sql`id = ${talk}::uuid`))
  expect(await uses()).toEqual([])
})

it('a conversation whose first pictures are missing does not begin', async () => {
  const b = await newBuyer(market)
  const token = await market.login(b.person)
  const shown = { ...line(randomUUID(), 'Like this?'), pictures: [fileIdOf(new Uint8Array([1]))] }
  expect(await market.call('/api/talk/show', shown, token)).toMatchObject({
    data: { reason: 'fileMissing' },
  })
  expect(await market.db.selectFrom('talks').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([])
  await b.device.end()
})
