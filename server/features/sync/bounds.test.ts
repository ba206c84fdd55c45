import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushResult } from '#contract/schema/sync.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../../tests/support/market.ts'
import { makeAddress } from '../../../tests/support/orders.ts'
import { STORED_A_DAY } from './measure.ts'
import { pullFeed } from './pull.ts'
import { purgeTombstones, TOMBSTONE_DAYS } from './retention.ts'

const DAY = 86_400_000
let now = Date.UTC(2026, 0, 15)
let market: TestMarket
let person: TestPerson
let token: string
let seq = 0
beforeAll(async () => {
  market = await openTestMarket({ now: () => now })
}, 60_000)
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
})

async function push(...intents: [name: string, payload: unknown][]): Promise<PushResult[]> {
  const wire = intents.map(([name, payload]) => ({ seq: ++seq, name, payload, createdAt: now }))
  const body = { v: 1, uid: person.uid, incarnation: 'incarnation1', now, intents: wire }
  return ((await market.call('/api/sync/push', body, token)).data as { results: PushResult[] }).results
}
const outcomesOf = (kept: boolean) =>
  market.db.selectFrom('outcomes').select('seq').where('user_id', '=', person.uid).where('kept', '=', kept).execute()

describe('what an account may store', () => {
  it('is so much a day; what has an outcome is answered all the same, and tomorrow it goes on', async () => {
    const { ids } = await market.products(1)
    await push(['favourite.set', { id: ids[0], on: true }])
    await sql`update feeds set stored = ${STORED_A_DAY - 2}::int where user_id = ${person.uid}::uuid`.execute(market.db)
    const cancels = Array.from({ length: 4 }, (): [string, unknown] => ['order.cancel', { id: `${randomUUID()}:1` }])
    expect((await push(...cancels)).map((r) => r.outcome)).toEqual(['refused', 'refused', 'busy', 'busy'])
    seq -= 4
    expect((await push(...cancels)).map((r) => r.outcome)).toEqual(['refused', 'refused', 'busy', 'busy'])
    const single = await market.call('/api/order/cancel', { id: `${randomUUID()}:1` }, token)
    expect(single.status).toBe(503)
    const adopt = { uid: person.uid, incarnation: 'incarnation2', to: 'incarnation3', seqs: [1, 2] }
    expect((await market.call('/api/sync/adopt', adopt, token)).status).toBe(503)
    now += DAY
    seq -= 2
    expect((await push(...cancels.slice(2))).map((r) => r.outcome)).toEqual(['refused', 'refused'])
    expect((await market.call('/api/sync/adopt', adopt, token)).code).toBe(1)
  })

  it('refusals are not kept for ever', async () => {
    await push(['order.cancel', { id: `${randomUUID()}:1` }], ['order.receive', { id: `${randomUUID()}:1` }])
    expect([(await outcomesOf(true)).length, (await outcomesOf(false)).length]).toEqual([0, 2])
  })
})

describe('tombstones', () => {
  it('go after 180 days; a device that was away for longer pulls everything', async () => {
    const { shopId, ids } = await market.products(4)
    const line = { shopId, variantId: 0, price: 500, currency: 'USD' }
    const [gone, kept] = [await makeAddress(market.db, person.uid), await makeAddress(market.db, person.uid)]
    await push(
      ['favourite.set', { id: ids[0], on: true }],
      ['favourite.set', { id: ids[1], on: true }],
      ['follow.set', { id: shopId, on: true }],
      ['cart.add', { ...line, id: ids[0], num: 2 }],
      ['cart.add', { ...line, id: ids[1], num: 2 }],
    )
    const early = Number((await pullFeed(market.db, person.uid, 0, undefined)).cursor)
    await push(
      ['favourite.set', { id: ids[0], on: false }],
      ['follow.set', { id: shopId, on: false }],
      ['cart.set', { id: ids[0], shopId, variantId: 0, from: 2, to: 0 }],
      ['address.del', { id: gone }],
    )
    const counts = async () => {
      const count = async (table: 'favourites' | 'follows' | 'cart_lines' | 'addresses') =>
        (await market.db.selectFrom(table).select('rev').where('user_id', '=', person.uid).execute()).length
      return [await count('favourites'), await count('follows'), await count('cart_lines'), await count('addresses')]
    }
    expect(await purgeTombstones(market.db, now)).toBe(0)
    now += (TOMBSTONE_DAYS - 1) * DAY
    await push(['favourite.set', { id: ids[1], on: false }])
    const late = Number((await pullFeed(market.db, person.uid, 0, undefined)).cursor)
    expect(await purgeTombstones(market.db, now)).toBe(0)
    expect(await counts()).toEqual([2, 1, 2, 2])
    now += 2 * DAY
    expect(await purgeTombstones(market.db, now)).toBe(4)
    // What went off only yesterday stays, and so does everything that is there.
    expect(await counts()).toEqual([1, 0, 1, 1])
    expect(await purgeTombstones(market.db, now)).toBe(0)

    const away = await pullFeed(market.db, person.uid, early, undefined)
    expect(away).toMatchObject({ reset: true })
    expect(away.changes.map((c) => c.key).sort()).toContain(kept)
    expect(await pullFeed(market.db, person.uid, late, undefined)).toMatchObject({ reset: false, changes: [] })
  })

  it('leave few marks behind', async () => {
    const { ids } = await market.products(1)
    for (let day = 0; day < 400; day += 5) {
      await push(['favourite.set', { id: ids[0], on: day % 10 === 0 }])
      await purgeTombstones(market.db, now)
      now += 5 * DAY
    }
    const marks = await market.db.selectFrom('feed_marks').select('rev').where('user_id', '=', person.uid).execute()
    expect(marks.length).toBeLessThanOrEqual(7)
  }, 60_000)
})
