import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GOODS_MAX } from '#contract/products/rules.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { makeAddress } from '../../tests/support/market/orders.ts'
import { operate } from '../operator/commands/operate.ts'
import { addMember } from '../members/members.ts'
import { countStored, DAY_OF_A_PERSON, leftToday, shareOfDay } from './measure.ts'
import { pullFeed } from './pull.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { POSITION_DAYS, purgeCatalogueStamps } from '../feed/position.ts'
import { INCARNATIONS_KEPT, PURGE_DAYS, purgeFeeds, purgeOutcomes } from './retention.ts'

const DAY = 86_400_000
let now = Date.UTC(2026, 0, 15)
let market: TestMarket
let person: TestPerson
let token: string
let seq = 0
beforeAll(async () => {
  market = await openTestMarket({ now: () => now })
})
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
    await sql`update feeds set stored = ${DAY_OF_A_PERSON.intents - 2}::int where user_id = ${person.uid}::uuid`.execute(
      market.db,
    )
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

  it('is more for a store: all its goods come in from a file, and are changed after it, in a day', async () => {
    await market.products(1)
    const { rows } = await sql<{ uid: string }>`
      insert into feeds (user_id) select uid from stores limit 1
      on conflict (user_id) do update set user_id = excluded.user_id returning user_id as uid`.execute(market.db)
    const { uid } = rows[0]!
    const left = () => market.db.transaction().execute(async (tx) => (await leftToday(tx, uid, now))().intents)
    await market.db.transaction().execute((tx) => countStored(tx, uid, now, { intents: 2 * GOODS_MAX, bytes: 0 }))
    expect(await left()).toBe(2 * GOODS_MAX)
    now += DAY
    expect(await left()).toBe(4 * GOODS_MAX)
  })

  it('is so many bytes a day, too', async () => {
    const { ids } = await market.products(1)
    await push(['favourite.set', { id: ids[0], on: true }])
    await sql`update feeds set stored_bytes = ${DAY_OF_A_PERSON.bytes - 1000}::bigint
      where user_id = ${person.uid}::uuid`.execute(market.db)
    const put = (name: string): [string, unknown] => ['list.put', { id: randomUUID(), name }]
    expect((await push(put('x'), put('y'.repeat(60)), put('z'))).map((r) => r.outcome)).toEqual([
      'accepted',
      'accepted',
      'busy',
    ])
  })

  it('of a store leaves room for goods on their way and for its owners, whatever its staff did', async () => {
    await market.products(1)
    const { rows } = await sql<{ uid: string }>`select uid from stores limit 1`.execute(market.db)
    const left = await market.db.transaction().execute((tx) => leftToday(tx, rows[0]!.uid, now + 2 * DAY))
    const day = 4 * GOODS_MAX
    expect([shareOfDay('staff', false), shareOfDay('staff', true), shareOfDay('owner', false)]).toEqual([0.9, 0.95, 1])
    expect([left(0.9).intents, left(0.95).intents, left(1).intents]).toEqual([0.9 * day, 0.95 * day, day])
  })

  it('of a store is set by the operator, and read by its members', async () => {
    const { shopId } = await market.products(1)
    const { rows } = await sql<{ uid: string }>`select uid from stores where id = ${shopId}::int`.execute(market.db)
    const day = async () => (await market.call('/api/store/day', { store: rows[0]!.uid }, token)).data
    expect(await day()).toMatchObject({ reason: 'wrongOwner' })
    await market.db.transaction().execute((tx) => addMember(tx, shopId, person.uid, 'owner'))
    const midnight = Math.floor(now / DAY + 1) * DAY
    expect(await day()).toEqual({ left: 4 * GOODS_MAX, most: 4 * GOODS_MAX, renewsAt: midnight })
    expect((await operate(market.db, ['storeDay', '10000'], now)).exit).toBe(0)
    await sql`insert into feeds (user_id) values (${rows[0]!.uid}::uuid) on conflict do nothing`.execute(market.db)
    await market.db
      .transaction()
      .execute((tx) => countStored(tx, rows[0]!.uid, now, { intents: 100, bytes: 10_000_000 }))
    expect(await day()).toEqual({ left: 8_000, most: 10_000, renewsAt: midnight })
    await operate(market.db, ['storeDay', String(4 * GOODS_MAX)], now)
  })

  it('does not grow by what is refused unread: the feed stays where it is', async () => {
    const { ids } = await market.products(1)
    await push(['favourite.set', { id: ids[0], on: true }])
    const stamps = () => market.db.selectFrom('feed_stamps').select('rev').where('user_id', '=', person.uid).execute()
    const before = await stamps()
    for (let i = 0; i < 3; i++) await push(['cart.tomorrow', {}])
    for (let i = 0; i < 3; i++)
      await market.call('/api/order/pay', { ids: [`${randomUUID()}:1`], password: person.password }, token)
    expect(await stamps()).toEqual(before)
  })

  it('refusals are not kept for ever', async () => {
    await push(['order.cancel', { id: `${randomUUID()}:1` }], ['order.receive', { id: `${randomUUID()}:1` }])
    expect([(await outcomesOf(true)).length, (await outcomesOf(false)).length]).toEqual([0, 2])
  })
})

describe('incarnations of which every outcome has gone', () => {
  const rows = async () =>
    (await market.db.selectFrom('incarnations').select('incarnation').where('user_id', '=', person.uid).execute()).map(
      (row) => row.incarnation,
    )
  /** Incarnations of which five intents each were done and purged. */
  const purgedOf = (first: number, last: number) =>
    sql`insert into incarnations (user_id, incarnation, purged_through)
      select ${person.uid}::uuid, 'incarnation' || n, 5
        from generate_series(${first}::int, ${last}::int) n`.execute(market.db)
  /** Pushes one intent under this incarnation; it was made at that moment. */
  const pushAs = async (incarnation: string, seq: number, id: number, madeAt: number) => {
    const intents = [{ seq, name: 'favourite.set', payload: { id, on: true }, createdAt: madeAt }]
    const body = { v: 1, uid: person.uid, incarnation, now, intents }
    return ((await market.call('/api/sync/push', body, token)).data as { results: PushResult[] }).results[0]!
  }

  it('are known one by one, so many of them; of more only when what they did was made', async () => {
    const { ids } = await market.products(2)
    const made = now
    await pushAs('theoldphone', 1, ids[0]!, made)
    await market.db
      .updateTable('outcomes')
      .set({ created_at: new Date(now - 91 * DAY) })
      .where('user_id', '=', person.uid)
      .execute()
    await purgedOf(1, INCARNATIONS_KEPT - 1)
    await purgeOutcomes(market.db, now)
    expect(await rows()).toHaveLength(INCARNATIONS_KEPT)
    expect(await pushAs('incarnation7', 5, ids[1]!, made)).toMatchObject({ refusal: { reason: 'idPurged' } })

    // Of this one something is still known, and so it is itself.
    await pushAs('incarnation8', 6, ids[0]!, made)
    await sql`insert into incarnations (user_id, incarnation, purged_through)
      values (${person.uid}::uuid, 'thelast', 5), (${person.uid}::uuid, 'onetoomany', 5)`.execute(market.db)
    await purgeOutcomes(market.db, now)
    expect((await rows()).sort()).toEqual(['', 'incarnation8'])
  })

  it('a device of which nothing is known any more does nothing twice, and goes on', async () => {
    const { ids } = await market.products(2)
    const [long, lately] = [now - 100 * DAY, now - 10 * DAY]
    await purgedOf(0, INCARNATIONS_KEPT)
    await purgeOutcomes(market.db, now)
    expect(await rows()).toEqual([''])
    // An intent that may have been done long ago is refused in the person's sight; void, adopt and lost say the same.
    expect(await pushAs('incarnation7', 5, ids[0]!, long)).toMatchObject({ refusal: { reason: 'idPurged' } })
    const about = { uid: person.uid, incarnation: 'incarnation7', seq: 5, createdAt: long }
    expect((await market.call('/api/sync/void', about, token)).data).toMatchObject({ reason: 'idPurged' })
    const lost = { uid: person.uid, incarnation: 'incarnation7', intents: [{ seq: 5, createdAt: long }] }
    expect((await market.call('/api/sync/lost', lost, token)).data).toEqual({ lost: [] })
    const adopt = { uid: person.uid, incarnation: 'incarnation7', to: 'thetablet', seqs: [5], createdAts: [long] }
    expect((await market.call('/api/sync/adopt', adopt, token)).data).toMatchObject({
      results: [{ refusal: { reason: 'idPurged' } }],
    })
    expect(
      (await market.call('/api/sync/lost', { ...lost, intents: [{ seq: 9, createdAt: lately }] }, token)).data,
    ).toEqual({
      lost: [9],
    })
    // An intent made since cannot have been done; nor can one of a device that is unknown for another reason.
    expect(await pushAs('incarnation7', 9, ids[0]!, lately)).toMatchObject({ outcome: 'accepted' })
    expect(await pushAs('anewdevice', 1, ids[1]!, lately)).toMatchObject({ outcome: 'accepted' })
  })
})

describe('tombstones', () => {
  /** Stamps carry the database's time, so that they are aged instead of the clock. */
  const pass = (days: number) =>
    sql`update feed_stamps set at = at - ${`${days} days`}::interval where user_id = ${person.uid}::uuid`.execute(
      market.db,
    )
  const purge = () => purgeFeeds(market.db, Date.now())

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
    expect(await purge()).toBe(0)
    await pass(POSITION_DAYS + PURGE_DAYS - 1)
    await push(['favourite.set', { id: ids[1], on: false }])
    const late = Number((await pullFeed(market.db, person.uid, 0, undefined)).cursor)
    expect(await purge()).toBe(0)
    expect(await counts()).toEqual([2, 1, 2, 2])
    await pass(2)
    expect(await purge()).toBe(4)
    // The favourite that was switched off last is too young to go, and everything that is still there stays.
    expect(await counts()).toEqual([1, 0, 1, 1])
    expect(await purge()).toBe(0)

    const away = await pullFeed(market.db, person.uid, early, undefined)
    expect(away).toMatchObject({ reset: true })
    expect(away.changes.map((c) => c.key).sort()).toContain(kept)
    expect(await pullFeed(market.db, person.uid, late, undefined)).toMatchObject({ reset: false, changes: [] })
  })

  it('go with the stamps of their feed, which are kept so long and no longer', async () => {
    const { ids } = await market.products(1)
    let most = 0
    for (let day = 0; day < 400; day += 5) {
      await push(['favourite.set', { id: ids[0], on: day % 10 === 0 }])
      await purge()
      const stamps = await market.db.selectFrom('feed_stamps').select('rev').where('user_id', '=', person.uid).execute()
      most = Math.max(most, stamps.length)
      await pass(5)
    }
    expect(most).toBeGreaterThan(POSITION_DAYS / 5)
    expect(most).toBeLessThanOrEqual((POSITION_DAYS + PURGE_DAYS) / 5 + 1)
  })
})

it("the catalogue's stamps are kept for 180 days, the last one for ever", async () => {
  const rise = () => catalogueTransaction(market.db, async ({ rev }) => rev)
  const revs = [await rise(), await rise(), await rise()]
  const kept = async () =>
    (
      await market.db.selectFrom('catalogue_stamps').select('rev').where('rev', 'in', revs).orderBy('rev').execute()
    ).map((row) => row.rev)
  await sql`update catalogue_stamps set at = at - interval '181 days' where rev <> ${revs[1]!}::bigint`.execute(
    market.db,
  )
  await purgeCatalogueStamps(market.db, Date.now())
  expect(await kept()).toEqual(revs.slice(1))
})
