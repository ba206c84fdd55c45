import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DOCUMENT_DAYS, UNANSWERED_DAYS } from '#contract/merchants/rules.ts'
import { reviewDue } from '#contract/merchants/states.ts'
import { keysOf, liveBy } from '#server/keys/keys-of.ts'
import { readApplication } from '#server/merchants/application.ts'
import { closeUnanswered } from '#server/merchants/decide.ts'
import { clearDocuments } from '#server/merchants/documents.ts'
import { openParty, sealParties } from '#server/merchants/party.ts'
import { newBuyer, outbox, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { applying } from '../../support/market/applying.ts'
import { command, keepAll, stateOn } from '../../support/people/merchants.ts'
import { act, until } from '../../support/device/world.ts'

const DAY = 86_400_000
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('documents are deleted by the clock, and what is never answered is closed', async () => {
  const b = await newBuyer(market)
  const pictures = await keepAll(b, 161)
  const payload = applying(pictures)
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  expect(reviewDue({ at: 0 })).toBe(2 * DAY)
  await command(market, 'ask', payload.id, 'back', 'Please show all of it.')
  expect(await closeUnanswered(market.db, Date.now() + (UNANSWERED_DAYS - 1) * DAY)).toBe(0)
  expect(await closeUnanswered(market.db, Date.now() + (UNANSWERED_DAYS + 1) * DAY)).toBeGreaterThan(0)
  const decided = (await readApplication(market.db, payload.id))!
  expect(decided.state).toBe('refused')
  const entries = await market.db.selectFrom('audit_log').selectAll().where('what', '=', 'application.refuse').execute()
  expect(entries).toMatchObject([{ via: 'timer', by_user: null, subject: `application:${payload.id}` }])
  const due = decided.decided_at!.getTime() + DOCUMENT_DAYS * DAY
  await clearDocuments(market.db, due - 1000)
  expect((await readApplication(market.db, payload.id))!.cleared_at).toBeNull()
  await clearDocuments(market.db, due + 1000)
  const cleared = (await readApplication(market.db, payload.id))!
  expect(cleared).toMatchObject({
    identity: null,
    files: { logo: pictures.logo, front: null, back: null, holding: null },
  })
  const left = await market.db.selectFrom('files').select('id').where('user_id', '=', b.person.uid).execute()
  expect(left).toEqual([{ id: pictures.logo }])
  const contents = await market.db
    .selectFrom('file_contents')
    .select('id')
    .where('id', 'in', [pictures.front!, pictures.back!, pictures.holding!])
    .execute()
  expect(contents).toEqual([])
  expect(await command(market, 'show', payload.id)).toContain('(deleted)')
  await b.device.end()
})

it('with another key nothing is taken, opened or signed; what waits goes when the right one is back', async () => {
  const b = await newBuyer(market)
  const payload = applying(await keepAll(b, 171))
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  const right = keysOf(market.db)
  const c = await newBuyer(market)
  const other = applying(await keepAll(c, 175))
  try {
    liveBy(market.db, { sealing: undefined, signing: undefined })
    expect(await command(market, 'show', payload.id)).toContain('key that seals documents is not there')
    await act(c.tab, 'merchant.apply', other)
    await c.tab.call('shop.reach', {}, c.person.uid)
    expect(await outbox(c)).toHaveLength(1)
    liveBy(market.db, { ...right, sealing: createHash('sha256').update('another').digest() })
    expect(await command(market, 'show', payload.id)).toContain('sealed with another key')
    expect(await command(market, 'show', payload.id)).not.toContain(payload.realName)
    const answer = await market.call('/api/merchant/index', {}, await market.login(b.person))
    expect(answer.data).toMatchObject({ application: { id: payload.id, realName: '', receipt: '' } })
  } finally {
    liveBy(market.db, right)
  }
  const again = await market.call('/api/merchant/index', {}, await market.login(b.person))
  expect(again.data).toMatchObject({ application: { id: payload.id, realName: payload.realName } })
  const token = await market.login(c.person)
  expect((await market.call('/api/merchant/index', {}, token)).data).toMatchObject({ application: null })
  await c.device.end()
  await b.device.end()
})

it('what answers a repeat is sealed, too, and says the same', async () => {
  const b = await newBuyer(market)
  const pictures = await keepAll(b, 175)
  // Pictures go only before what names them, which is refused.
  await act(b.tab, 'merchant.apply', applying(pictures, { code: 'ZZZZ-ZZZZ' }))
  await until('it is refused', async () => (await stateOn(b)).refused !== undefined)
  const payload = applying(pictures)
  const token = await market.login(b.person)
  const reg = async () =>
    (await market.call('/api/merchant/reg', payload, token, { headers: { 'Idempotency-Key': 'a-repeating-caller:1' } }))
      .data
  const first = await reg()
  expect(first).toMatchObject({ rows: [{ row: { realName: payload.realName, receipt: expect.stringMatching(/./) } }] })
  const { result } = await market.db
    .selectFrom('outcomes')
    .select('result')
    .where('user_id', '=', b.person.uid)
    .where('incarnation', '=', 'a-repeating-caller')
    .executeTakeFirstOrThrow()
  const stored = JSON.stringify(result)
  for (const secret of [payload.realName, payload.strokes]) expect(stored).not.toContain(secret)
  expect(await reg()).toEqual(first)
  await b.device.end()
})

it('what a market of before has kept in clear is sealed at the next start with the key, once', async () => {
  const b = await newBuyer(market)
  const payload = applying(await keepAll(b, 181))
  await act(b.tab, 'merchant.apply', payload)
  await settled(b)
  const keys = keysOf(market.db)
  const answered = async () =>
    JSON.stringify(
      await market.db.selectFrom('outcomes').select('result').where('user_id', '=', b.person.uid).execute(),
    )
  expect(await answered()).not.toContain('sealed:')
  const row = async () => (await readApplication(market.db, payload.id))!
  const before = openParty(keys, await row())
  const clear = { real_name: before.realName, receipt: before.receipt }
  await market.db.updateTable('merchant_applications').set(clear).where('id', '=', payload.id).execute()
  liveBy(market.db, { ...keys, sealing: undefined })
  await sealParties(market.db)
  liveBy(market.db, keys)
  expect(await row()).toMatchObject(clear)
  expect(openParty(keys, await row())).toEqual(before)
  await sealParties(market.db)
  const sealed = await row()
  expect(JSON.stringify([sealed.real_name, sealed.receipt])).not.toContain(payload.realName)
  expect(openParty(keys, sealed)).toEqual(before)
  // The next start finds the row sealed, and leaves it as it is.
  await sealParties(market.db)
  expect(await row()).toEqual(sealed)
  await b.device.end()
})
