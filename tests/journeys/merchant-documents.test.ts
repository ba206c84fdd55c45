import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DOCUMENT_DAYS, UNANSWERED_DAYS } from '#contract/rules/merchant.ts'
import { reviewDue } from '#contract/rules/merchant-states.ts'
import { keysOf, liveBy } from '#server/keys/keys-of.ts'
import { readApplication } from '#server/merchants/application.ts'
import { closeUnanswered } from '#server/merchants/decide.ts'
import { clearDocuments } from '#server/merchants/documents.ts'
import { newBuyer, outbox, settled } from '../support/buyer.ts'
import { openTestMarket, type TestMarket } from '../support/market.ts'
import { applying } from '../support/applying.ts'
import { command, keepAll } from '../support/merchants.ts'
import { act } from '../support/world.ts'

const DAY = 86_400_000
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('documents are deleted by the clock, and what is never answered is closed', async () => {
  const b = await newBuyer(market)
  const pictures = await keepAll(b, 161)
  const said = applying(pictures)
  await act(b.tab, 'merchant.apply', said)
  await settled(b)
  expect(reviewDue(0)).toBe(2 * DAY)
  await command(market, 'ask', said.id, 'back', 'Please show all of it.')
  expect(await closeUnanswered(market.db, Date.now() + (UNANSWERED_DAYS - 1) * DAY)).toBe(0)
  expect(await closeUnanswered(market.db, Date.now() + (UNANSWERED_DAYS + 1) * DAY)).toBeGreaterThan(0)
  const decided = (await readApplication(market.db, said.id))!
  expect(decided.state).toBe('refused')
  const due = decided.decided_at!.getTime() + DOCUMENT_DAYS * DAY
  await clearDocuments(market.db, due - 1000)
  expect((await readApplication(market.db, said.id))!.cleared_at).toBeNull()
  await clearDocuments(market.db, due + 1000)
  const cleared = (await readApplication(market.db, said.id))!
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
  expect(await command(market, 'show', said.id)).toContain('(deleted)')
  await b.device.end()
}, 60_000)

it('with another key nothing is taken, opened or signed; what waits goes when the right one is back', async () => {
  const b = await newBuyer(market)
  const said = applying(await keepAll(b, 171))
  await act(b.tab, 'merchant.apply', said)
  await settled(b)
  const right = keysOf(market.db)
  const c = await newBuyer(market)
  const other = applying(await keepAll(c, 175))
  try {
    liveBy(market.db, { sealing: undefined, signing: undefined })
    expect(await command(market, 'show', said.id)).toContain('key that seals documents is not there')
    await act(c.tab, 'merchant.apply', other)
    await c.tab.call('shop.reach', {}, c.person.uid)
    expect(await outbox(c)).toHaveLength(1)
    liveBy(market.db, { ...right, sealing: createHash('sha256').update('another').digest() })
    expect(await command(market, 'show', said.id)).toContain('sealed with another key')
  } finally {
    liveBy(market.db, right)
  }
  const token = await market.login(c.person)
  expect((await market.call('/api/merchant/index', {}, token)).data).toMatchObject({ application: null })
  await c.device.end()
  await b.device.end()
}, 60_000)
