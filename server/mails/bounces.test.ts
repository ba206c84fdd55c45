import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { bounceOf, clearBounce, noteBounce, bounceReasonOf, reasonOfRefusal, type Bounce } from './bounces.ts'
import { queueNotice } from '../messages/notices.ts'

const AT = Date.UTC(2026, 0, 1)
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it.each([
  ['5.1.1', 'unknown'],
  ['5.1.10', 'unknown'],
  ['5.2.1', 'disabled'],
  ['5.2.2', 'full'],
  ['5.2.3', 'refused'],
  ['5.7.1', undefined],
  ['5.4.4', undefined],
  ['4.2.2', undefined],
  ['2.0.0', undefined],
])('the status %s means %s', (status, reason) => {
  expect(bounceReasonOf(status)).toBe(reason)
})

it.each([
  [550, '550 no such person', 'unknown'],
  [552, '552 too much', 'full'],
  [554, '554 no', 'refused'],
  [550, '550 5.1.1 no such person', 'unknown'],
  [550, '550-5.2.1 closed', 'disabled'],
  // Our own mail server may not send, or the network is in the way: the mailbox is well.
  [550, '550 5.7.1 relaying denied', undefined],
  [554, '554 5.4.6 loop', undefined],
])('the refusal %i “%s” means %s', (reply, replyText, reason) => {
  expect(reasonOfRefusal(reply, replyText)?.reason).toBe(reason)
})

describe('mails that come back', () => {
  const note = (address: string, more: Partial<Bounce> = {}, now = AT) =>
    noteBounce(
      market.db,
      { address, reason: 'unknown', status: '5.1.1', replyText: 'no such person', at: AT, ...more },
      now,
    )
  const messagesOf = (uid: string) =>
    market.db.selectFrom('messages').select('kind').where('user_id', '=', uid).orderBy('id').execute()

  it('are noted with their reason, announced once in the app, and end what waits', async () => {
    const { uid, email } = await market.person()
    await market.db.transaction().execute((tx) => queueNotice(tx, uid, 'shipped', { words: 'One' }, AT))
    expect(await note(email, { replyText: 'a\r\nb' })).toBe(true)
    expect(await bounceOf(market.db, uid)).toEqual({ reason: 'unknown', at: AT })
    expect(await note(email, { reason: 'full', at: AT + 1000 })).toBe(true)
    expect(await bounceOf(market.db, uid)).toEqual({ reason: 'full', at: AT + 1000 })
    expect(await messagesOf(uid)).toEqual([{ kind: 'mailBounced' }])
    const waiting = market.db.selectFrom('mail_notices').select(['lines', 'due_at']).where('user_id', '=', uid)
    expect(await waiting.execute()).toEqual([{ lines: [], due_at: null }])
    const stored = market.db.selectFrom('mail_bounces').select('said').where('user_id', '=', uid)
    expect(await stored.execute()).toEqual([{ said: 'no such person' }])
  })

  it('are none when they are reported again, late, or of nobody here', async () => {
    const { uid, email } = await market.person()
    expect(await note(email)).toBe(true)
    expect(await note(email)).toBe(false)
    expect(await note(email, { at: AT - 1 })).toBe(false)
    expect(await note('nobody@example.test')).toBe(false)
    expect(await messagesOf(uid)).toHaveLength(1)
  })

  it('end with the proof of the address, also for reports that come after it', async () => {
    const { uid, email } = await market.person()
    await note(email)
    await market.db.transaction().execute((tx) => clearBounce(tx, email, AT + 5000))
    expect(await bounceOf(market.db, uid)).toBeNull()
    expect(await note(email, { at: AT + 4000 })).toBe(false)
    expect(await bounceOf(market.db, uid)).toBeNull()
    expect(await note(email, { at: AT + 6000 })).toBe(true)
    expect(await bounceOf(market.db, uid)).toEqual({ reason: 'unknown', at: AT + 6000 })
    expect(await messagesOf(uid)).toHaveLength(2)
  })

  it('are not those of another address', async () => {
    const { uid, email } = await market.person()
    await note(email)
    await market.db
      .updateTable('users')
      .set({ email: `new-${email}` })
      .where('id', '=', uid)
      .execute()
    expect(await bounceOf(market.db, uid)).toBeNull()
    expect(await note(`new-${email}`, { at: AT - 1000 })).toBe(true)
    expect(await bounceOf(market.db, uid)).toEqual({ reason: 'unknown', at: AT - 1000 })
  })
})
