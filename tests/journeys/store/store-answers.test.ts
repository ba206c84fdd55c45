import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import type { StoreQuote } from '#contract/stores/schema-answer-rows.ts'
import { purgeQuotes } from '#server/quotes/expire.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// Buyers' requests to a store on the phones of its members, and the members' answers with and without a network.

const DAY = 86_400_000

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
let buyer: TestPerson
let token: string
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
  buyer = await market.person()
  token = await market.login(buyer)
})

const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])
const both = () => [owner, staff] as const

/** The rows of a table in the buyer's feed, without tombstones. */
async function seenByBuyer<T>(table: string): Promise<T[]> {
  const path = '/api/sync/pull?schema=3&incarnation=buyersphone&cursor=0'
  const { data } = await market.call(path, undefined, token, { method: 'GET' })
  return (data as { changes: { table: string; row: T & { deleted?: boolean } }[] }).changes.flatMap((c) =>
    c.table === table && !c.row.deleted ? [c.row] : [],
  )
}
const theQuote = async (): Promise<Quote> => (await seenByBuyer<Quote>('quotes'))[0]!

/** The messages to a member: kind and subject. */
async function messagesTo({ person }: StaffPhone): Promise<[string, object][]> {
  const rows = await market.db
    .selectFrom('messages')
    .select(['kind', 'subject_kind', 'subject_id'])
    .where('user_id', '=', person.uid)
    .orderBy('id')
    .execute()
  return rows.map((m) => [m.kind, { kind: m.subject_kind, id: m.subject_id }])
}

/** The buyer asks for a hundred pieces at 4.00 each. */
async function asked(more: Partial<Payload<'quote.ask'>> = {}): Promise<string> {
  const p = {
    ...{ id: randomUUID(), shopId: store.shopId, productId: store.ids[0]!, currency: 'USD', target: 400 },
    ...{ lines: [{ variantId: 0, num: 100 }], country: 'LB', note: 'Every month', ...more },
  }
  const answer = await market.call('/api/quote/ask', p, token)
  expect(answer.code, answer.msg).toBe(1)
  return p.id
}

describe(`requests for a price in the centre (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  const quoteOn = (p: StaffPhone): Promise<StoreQuote | undefined> =>
    look(p, async (db) => (await db.storeQuotes.toArray()).flatMap(({ shown }) => (shown ? [shown] : []))[0])
  const stateOn = async (p: StaffPhone): Promise<string | undefined> => (await quoteOn(p))?.state
  const offer = (id: string, round: number, price: number, until = Date.now() + 7 * DAY): Payload<'quote.offer'> => ({
    ...{ id, round, until, note: `At ${price}` },
    lines: [{ variantId: 0, num: 100, price }],
  })

  it('come to all members, and an offer made in a tunnel reaches the buyer once, with who made it', async () => {
    const asks = await asked()
    for (const p of both()) await expect.poll(() => stateOn(p)).toBe('open')
    const there = (await quoteOn(staff))!
    // Each of them has a message that leads there.
    const subject = { kind: 'request', id: `${store.shopId}:${there.id}` }
    for (const p of both()) expect(await messagesTo(p)).toEqual([['storeAsked', subject]])
    // The buyer's id of it, and who that is, is nobody's business; the product is the store's own.
    expect(there.id).not.toBe(asks)
    expect(JSON.stringify(there)).not.toContain(buyer.uid)
    const { uid } = await market.db
      .selectFrom('products')
      .select('uid')
      .where('id', '=', store.ids[0]!)
      .executeTakeFirstOrThrow()
    expect(there).toMatchObject({
      goods: uid,
      country: 'LB',
      rounds: [{ by: 'buyer', lines: [{ num: 100, price: 400 }] }],
    })
    expect(there.said).not.toContain('Every month')

    offline(staff, true)
    const until = Date.now() + 7 * DAY
    await does(staff, 'quote.offer', offer(there.id, 1, 450, until))
    expect(await quoteOn(staff)).toMatchObject({ state: 'offered', by: null, rounds: [{}, { by: 'store', until }] })
    const disk = await look(staff, async (db) =>
      JSON.stringify([await db.outbox.toArray(), await db.storeQuotes.toArray()]),
    )
    expect(disk).not.toContain('At 450')
    staff.device.network.faults.loseAnswers = 2
    await meet(staff)
    await idle(staff)
    const at = await theQuote()
    expect(at).toMatchObject({
      state: 'offered',
      rounds: [{}, { by: 'store', until, lines: [{ num: 100, price: 450 }] }],
    })
    expect(at.said).toContain('At 450')
    expect(JSON.stringify(at)).not.toContain(staff.person.uid)
    for (const p of both()) await expect.poll(async () => (await quoteOn(p))?.by).toBe(staff.person.uid)
    expect(await market.db.selectFrom('messages').select('kind').where('user_id', '=', buyer.uid).execute()).toEqual([
      { kind: 'quoteOffered' },
    ])

    const accepting = {
      ...{ id: asks, round: 2, shopId: store.shopId, productId: store.ids[0]!, currency: 'USD' },
      lines: [{ variantId: 0, num: 100, price: 450 }],
    }
    expect((await market.call('/api/quote/accept', accepting, token)).code).toBe(1)
    for (const p of both()) await expect.poll(() => stateOn(p)).toBe('accepted')
  })

  it('answered by two members who do not know of each other: one offer stands, and the second is told', async () => {
    await asked()
    for (const p of both()) await expect.poll(() => stateOn(p)).toBe('open')
    const { id } = (await quoteOn(owner))!
    for (const p of both()) offline(p, true)
    await does(owner, 'quote.offer', offer(id, 1, 480))
    await does(staff, 'quote.offer', offer(id, 1, 430))
    await meet(owner)
    await idle(owner)
    await meet(staff)
    await expect.poll(() => states(staff)).toEqual(['rejected quoteMoved'])
    for (const p of both())
      await expect.poll(async () => (await quoteOn(p))?.rounds.map((r) => r.lines[0]!.price)).toEqual([400, 480])
    expect((await theQuote()).rounds).toHaveLength(2)
    // Having looked, the second makes a better one in its place.
    await does(staff, 'quote.offer', offer(id, 2, 430))
    await expect.poll(async () => (await theQuote()).rounds.length).toBe(3)
  })

  it('a counter-offer comes back to the store; a refusal says why and ends it', async () => {
    const asks = await asked()
    await expect.poll(() => stateOn(staff)).toBe('open')
    const { id } = (await quoteOn(staff))!
    await does(staff, 'quote.offer', offer(id, 1, 490))
    await idle(staff)
    const counter = { id: asks, round: 2, lines: [{ variantId: 0, num: 100 }], target: 300, note: 'Less' }
    expect((await market.call('/api/quote/counter', counter, token)).code).toBe(1)
    for (const p of both()) await expect.poll(() => stateOn(p)).toBe('open')
    expect((await messagesTo(owner)).map(([kind]) => kind)).toEqual(['storeAsked', 'storeCountered'])
    offline(owner, true)
    await does(owner, 'quote.refuse', { id, round: 3, note: 'Too low for us' })
    expect(await stateOn(owner)).toBe('declined')
    await meet(owner)
    await idle(owner)
    expect(await theQuote()).toMatchObject({ state: 'declined' })
    expect((await theQuote()).said).toContain('Too low for us')
    for (const p of both()) await expect.poll(async () => (await quoteOn(p))?.by).toBe(owner.person.uid)
  })

  it('are refused what cannot be offered, with the row as it is', async () => {
    await asked()
    await expect.poll(() => stateOn(owner)).toBe('open')
    const { id } = (await quoteOn(owner))!
    const wrong: [Payload<'quote.offer'>, string][] = [
      [offer(id, 1, 450, Date.now() - 1), 'offerLate'],
      [offer(id, 1, 450, Date.now() + 400 * DAY), 'invalid'],
      [{ ...offer(id, 1, 450), lines: [{ variantId: 7, num: 100, price: 450 }] }, 'variantGone'],
      [offer(randomUUID(), 1, 450), 'notFound'],
    ]
    for (const [n, [payload, reason]] of wrong.entries()) {
      await does(owner, 'quote.offer', payload)
      await expect.poll(async () => (await states(owner))[n]).toBe(`rejected ${reason}`)
    }
    expect(await stateOn(owner)).toBe('open')
    expect((await theQuote()).rounds).toHaveLength(1)
  })

  it('are nobody’s but the store’s, and leave it with the buyer', async () => {
    await asked()
    await expect.poll(() => stateOn(owner)).toBe('open')
    const { id } = (await quoteOn(owner))!
    const other = await makeShop(market.db, [{ stock: 1 }])
    const at = market.db.selectFrom('stores').select('uid').where('id', '=', other.shopId)
    const stranger = await staffPhone(market, { ...other, uid: (await at.executeTakeFirstOrThrow()).uid }, 'owner')
    await does(stranger, 'quote.offer', offer(id, 1, 1))
    await expect.poll(() => states(stranger)).toEqual(['rejected notFound'])
    expect(await quoteOn(stranger)).toBeUndefined()
    // A request past its time leaves the store, too; so does every request of a deleted account.
    await purgeQuotes(market.db, Date.now() + 200 * DAY)
    await expect.poll(async () => (await quoteOn(owner))?.deleted).toBe(true)
    await asked()
    await expect.poll(() => look(owner, async (db) => (await db.storeQuotes.toArray()).length)).toBe(2)
    expect((await market.call('/api/user/delete', { password: buyer.password }, token)).code).toBe(1)
    await expect
      .poll(() => look(owner, async (db) => (await db.storeQuotes.toArray()).every((r) => r.shown?.deleted)))
      .toBe(true)
  })
})
