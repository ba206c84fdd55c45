import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeTables } from '#contract/wire/user-tables.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { settleAllOwed, settleOwed } from '#server/sync/owed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'

// A store as an owner at the server: its feed, who may speak for it, and what others' transactions owe to it.

interface Member extends TestPerson {
  token: string
}

let market: TestMarket
let store: TestShop
let owner: Member
let staff: Member
let seq = 0
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }])
  owner = await member('owner')
  staff = await member('staff')
})

async function person(): Promise<Member> {
  const made = await market.person()
  return { ...made, token: await market.login(made) }
}
async function member(role: 'owner' | 'staff'): Promise<Member> {
  const made = await person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, made.uid, role))
  return made
}

const push = (by: Member, name: string, payload: unknown, uid = store.uid, n = ++seq): Promise<TestAnswer> =>
  market.call(
    '/api/sync/push',
    { v: 1, schema: 3, uid, incarnation: 'thephone', now: 0, intents: [{ seq: n, name, payload, createdAt: 0 }] },
    by.token,
  )
const result = (answer: TestAnswer): PushResult => (answer.data as { results: PushResult[] }).results[0]!
const reasonOf = (answer: TestAnswer): unknown => (answer.data as { reason?: string }).reason

/** Answers the store's invitation. */
const answer = (by: Member, accept: boolean): Promise<TestAnswer> =>
  market.call('/api/user/answerInvitation', { store: store.uid, accept }, by.token)

interface Pulled {
  uid: string
  cursor: string
  reset: boolean
  changes: { table: string; key: string; rev: number; row: Record<string, unknown> }[]
  outcomes: PushResult[]
}
async function pull(by: Member, cursor = '0', uid: string | null = store.uid): Promise<Pulled> {
  const of = uid === null ? '' : `&uid=${uid}`
  const path = `/api/sync/pull?schema=3&incarnation=thephone&cursor=${cursor}${of}`
  const answer = await market.call(path, undefined, by.token, { method: 'GET' })
  expect(answer.code, answer.msg).toBe(1)
  return answer.data as Pulled
}
const rows = (pulled: Pulled, table: string) => pulled.changes.filter((c) => c.table === table)
/** The announcements in a pull; a store has one from its beginning. */
const announced = (pulled: Pulled): unknown[] => rows(pulled, 'storeNotice').map((c) => c.row['announcement'])
const codeOf = async ({ uid }: TestPerson): Promise<string> =>
  (await market.db.selectFrom('users').select('invitation').where('id', '=', uid).executeTakeFirstOrThrow()).invitation

async function ordered(paid = true): Promise<{ buyer: Member; id: string }> {
  const buyer = await person()
  await giveMoney(market.db, buyer.uid, 1_000_000)
  const addressId = await makeAddress(market.db, buyer.uid, { recipient: 'Ottilie Quastenberg' })
  const p = await placing(market.db, store.shopId, addressId, [{ id: store.ids[0]!, num: 3 }], { remark: 'ring twice' })
  expect(result(await push(buyer, 'order.place', p, buyer.uid)).outcome).toBe('accepted')
  const id = `${p.clientOrderId}:${store.shopId}`
  if (paid) await market.call('/api/order/pay', { ids: [id], password: buyer.password }, buyer.token)
  return { buyer, id }
}

describe(`a store's feed (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('takes what its members do, once, under who did it', async () => {
    const first = await push(staff, 'store.notice', { announcement: 'Back on Monday' })
    expect(result(first)).toMatchObject({ outcome: 'accepted', rows: [{ table: 'storeNotice', key: 'notice' }] })
    // Its answer was lost: it is sent again, and another member's phone pulls.
    expect(result(await push(staff, 'store.notice', { announcement: 'Back on Monday' }, store.uid, seq))).toEqual(
      result(first),
    )
    await push(owner, 'store.notice', { holiday: { from: '2026-12-24', to: '2027-01-02' } })
    const pulled = await pull(owner)
    expect(pulled.uid).toBe(store.uid)
    expect(rows(pulled, 'storeNotice').map((c) => c.row)).toMatchObject([
      { announcement: 'Back on Monday', holidayFrom: '2026-12-24', holidayTo: '2027-01-02' },
    ])
    expect(pulled.outcomes.map((o) => o.outcome)).toEqual(['accepted', 'accepted'])
    const kept = await market.db
      .selectFrom('outcomes')
      .select('by_person')
      .where('user_id', '=', store.uid)
      .orderBy('seq')
      .execute()
    expect(kept.map((o) => o.by_person)).toEqual([staff.uid, owner.uid])
  })

  it('is nobody else’s, and a person’s things are not done in its name', async () => {
    const stranger = await person()
    for (const path of ['/api/sync/void', '/api/sync/lost', '/api/sync/adopt']) {
      const body = {
        uid: store.uid,
        incarnation: 'thephone',
        seq: 1,
        to: 'otherphone',
        seqs: [1],
        intents: [{ seq: 1, createdAt: 0 }],
      }
      expect(reasonOf(await market.call(path, body, stranger.token)), path).toBe('wrongOwner')
      expect((await market.call(path, body, staff.token)).code, path).toBe(1)
    }
    expect(reasonOf(await push(stranger, 'store.notice', { announcement: 'x' }))).toBe('wrongOwner')
    const of = await market.call(`/api/sync/pull?uid=${store.uid}`, undefined, stranger.token, { method: 'GET' })
    expect(reasonOf(of)).toBe('wrongOwner')
    const poke = await market.fetch(
      new Request(`http://market/api/sync/poke?uid=${store.uid}`, { headers: { token: stranger.token } }),
    )
    expect(poke.headers.get('Content-Type')).not.toContain('event-stream')
    const heard = await market.fetch(
      new Request(`http://market/api/sync/poke?uid=${store.uid}`, { headers: { token: staff.token } }),
    )
    expect(heard.headers.get('Content-Type')).toContain('event-stream')
    await heard.body?.cancel()
    // Each world under its own owner alone.
    const heart = { id: store.ids[0]!, on: true }
    expect(result(await push(staff, 'favourite.set', heart)).refusal?.reason).toBe('wrongOwner')
    expect(result(await push(staff, 'store.notice', { announcement: 'x' }, staff.uid)).refusal?.reason).toBe(
      'wrongOwner',
    )
    const tables: readonly string[] = storeTables
    expect((await pull(staff)).changes.filter((c) => !tables.includes(c.table))).toEqual([])
    expect(announced(await pull(staff))).toEqual([''])
  })

  it('sees its orders as they become, and of the buyer no more than the parcel needs', async () => {
    const { id, buyer } = await ordered()
    const before = await pull(staff)
    const [sale] = rows(before, 'sales')
    expect(sale).toMatchObject({ key: id, row: { id, state: 'paid', remark: 'ring twice', total: 1500 } })
    expect(JSON.parse(String(sale!.row['address']))).toMatchObject({ recipient: 'Ottilie Quastenberg' })
    expect(JSON.stringify(before)).not.toContain(buyer.email)
    expect(JSON.stringify(before)).not.toContain(buyer.uid)
    await operate(market.db, ['ship', id, 'DHL 4711'], Date.now())
    const after = await pull(staff, before.cursor)
    expect(rows(after, 'sales').map((c) => [c.key, c.row['state'], c.row['parcel']])).toEqual([
      [id, 'shipped', 'DHL 4711'],
    ])
    expect(Number(after.cursor)).toBeGreaterThan(Number(before.cursor))
    expect((await pull(staff, after.cursor)).changes).toEqual([])
  })

  it('tells who listens of an order, without anybody asking', async () => {
    const response = await market.fetch(
      new Request(`http://market/api/sync/poke?uid=${store.uid}`, { headers: { token: staff.token } }),
    )
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('event: poke\ndata:\n\n')
    await ordered()
    expect((await reader.read()).value).toMatch(/^event: poke\ndata:\d+\.\d+\n\n$/)
    await reader.cancel()
  })

  it('gets what a process did not live to settle from the timer', async () => {
    await market.db.updateTable('orders').set({ store_rev: null }).where('store_id', '=', store.shopId).execute()
    const outsider = await person()
    await market.db.transaction().execute((tx) => addMember(tx, store.shopId, outsider.uid, 'staff'))
    await settleAllOwed(market.db)
    expect(await settleOwed(market.db, store.uid)).toBe(false)
    expect(rows(await pull(outsider), 'storeMembers').map((c) => c.key)).toContain(outsider.uid)
    const own = await pull(outsider, '0', null)
    expect(rows(own, 'memberships').map((c) => c.row)).toMatchObject([
      { storeId: store.shopId, uid: store.uid, role: 'staff', endedAt: null },
    ])
  })

  it('invites members by their code and ends them; staff may not, and the last owner stays', async () => {
    const friend = await person()
    const add = { id: randomUUID(), code: (await codeOf(friend)).toLowerCase(), role: 'staff' }
    expect(result(await push(staff, 'member.add', add)).refusal?.reason).toBe('ownerOnly')
    expect(result(await push(owner, 'member.add', { ...add, code: 'NOBODYHAS1' })).refusal?.reason).toBe(
      'memberUnknown',
    )
    expect(result(await push(owner, 'member.add', add))).toMatchObject({
      outcome: 'accepted',
      rows: [{ table: 'storeMembers', key: friend.uid, row: { endedAt: expect.any(Number), invited: 'staff' } }],
    })
    expect(reasonOf(await push(friend, 'store.notice', { announcement: 'Not yet' }))).toBe('wrongOwner')
    expect(await answer(friend, true)).toMatchObject({ code: 1 })
    expect(result(await push(friend, 'store.notice', { announcement: 'Hello' })).outcome).toBe('accepted')
    expect(result(await push(owner, 'member.end', { id: friend.uid })).outcome).toBe('accepted')
    expect(reasonOf(await push(friend, 'store.notice', { announcement: 'Bye' }))).toBe('wrongOwner')
    expect(result(await push(owner, 'member.end', { id: owner.uid })).refusal?.reason).toBe('lastOwner')
    expect(result(await push(owner, 'member.leave', { id: owner.uid })).refusal?.reason).toBe('lastOwner')
    const gone = await market.call('/api/user/delete', { password: owner.password }, owner.token)
    expect([gone.code, reasonOf(gone)]).not.toContain(1)
  })

  it('lets a member leave, and nobody leave for another', async () => {
    const friend = await person()
    const add = { id: randomUUID(), code: await codeOf(friend), role: 'staff' }
    expect(result(await push(owner, 'member.add', add)).outcome).toBe('accepted')
    await answer(friend, true)
    expect(result(await push(friend, 'member.leave', { id: staff.uid })).refusal?.reason).toBe('invalid')
    expect(result(await push(friend, 'member.leave', { id: friend.uid }))).toMatchObject({
      outcome: 'accepted',
      rows: [{ table: 'storeMembers', key: friend.uid, row: { endedAt: expect.any(Number) as number } }],
    })
    expect(reasonOf(await push(friend, 'store.notice', { announcement: 'Bye' }))).toBe('wrongOwner')
  })

  it('makes nobody a member, or an owner, who has not agreed', async () => {
    const invite = async (who: Member, role: 'owner' | 'staff') =>
      result(await push(owner, 'member.add', { id: randomUUID(), code: await codeOf(who), role }))
    const friend = await person()
    await invite(friend, 'owner')
    await expect
      .poll(async () => rows(await pull(friend, '0', null), 'memberships').map((c) => c.row))
      .toMatchObject([{ uid: store.uid, endedAt: expect.any(Number), invited: 'owner' }])
    await market.sendMails()
    expect(market.mails.filter(({ to }) => to === friend.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('invites you to become an owner'),
    ])
    // The store's only owner cannot leave it to somebody who was not asked.
    expect(result(await push(owner, 'member.leave', { id: owner.uid })).refusal?.reason).toBe('lastOwner')
    expect(await answer(friend, false)).toMatchObject({ code: 1 })
    expect(reasonOf(await answer(friend, true))).toBe('invitationOver')
    expect((await market.call('/api/user/delete', { password: friend.password }, friend.token)).code).toBe(1)

    // Staff go on as staff until they agree to more; less needs nobody's consent.
    expect(await invite(staff, 'owner')).toMatchObject({
      rows: [{ row: { role: 'staff', endedAt: null, invited: 'owner' } }],
    })
    expect(result(await push(staff, 'member.end', { id: owner.uid })).refusal?.reason).toBe('ownerOnly')
    expect(await answer(staff, true)).toMatchObject({ code: 1 })
    expect(await invite(staff, 'staff')).toMatchObject({
      rows: [{ row: { role: 'staff', endedAt: null, invited: null } }],
    })

    const other = await person()
    await invite(other, 'staff')
    expect(result(await push(owner, 'member.end', { id: other.uid })).outcome).toBe('accepted')
    expect(reasonOf(await answer(other, true))).toBe('invitationOver')
    expect(reasonOf(await answer(await person(), true))).toBe('invitationOver')
  })

  it('refuses at once what was under way when the membership ended', async () => {
    await market.db.transaction().execute((tx) => endMember(tx, store.shopId, staff.uid))
    expect(reasonOf(await push(staff, 'store.notice', { announcement: 'Too late' }))).toBe('wrongOwner')
    expect(announced(await pull(owner))).toEqual([''])
  })

  it('refuses a holiday on a day that no calendar has', async () => {
    for (const from of ['0000-01-01', '2026-02-30', '10000-01-01'])
      expect(result(await push(owner, 'store.notice', { holiday: { from, to: '9999-12-31' } })).refusal).toMatchObject({
        reason: 'invalid',
      })
    const holiday = { from: '0001-01-01', to: '9999-12-31' }
    expect(result(await push(owner, 'store.notice', { holiday })).outcome).toBe('accepted')
  })

  it('does a single call for the store that its header names, and for no other', async () => {
    const say = (by: Member, headers: Record<string, string>): Promise<TestAnswer> =>
      market.call('/api/store/notice', { announcement: 'Sale' }, by.token, { headers })
    expect((await say(staff, { Store: store.uid })).code).toBe(1)
    expect(reasonOf(await say(await person(), { Store: store.uid }))).toBe('wrongOwner')
    for (const headers of [{}, { Store: 'x' }, { Store: staff.uid }])
      expect(reasonOf(await say(staff, headers as Record<string, string>))).toBe('wrongOwner')
  })

  it('meets its buyers in one order: nobody waits for ever, and nothing is missed', async () => {
    const orders = await Promise.all([ordered(), ordered(), ordered()])
    await Promise.all([
      ...orders.map(({ id }) => operate(market.db, ['ship', id], Date.now())),
      ...Array.from({ length: 6 }, (_, i) => push(i % 2 ? staff : owner, 'store.notice', { announcement: `n ${i}` })),
      ...Array.from({ length: 3 }, () => pull(staff)),
      ordered(),
    ])
    const last = await pull(owner)
    expect(rows(last, 'sales').map((c) => c.row['state'])).toEqual(expect.arrayContaining(['shipped', 'paid']))
    expect(rows(last, 'sales')).toHaveLength(4)
  })
})
