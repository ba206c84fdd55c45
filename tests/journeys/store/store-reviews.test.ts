import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STORE_REVIEWS_MAX } from '#contract/reviews/rules.ts'
import type { StoreReview } from '#contract/stores/schema-answer-rows.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// Buyers' reviews of a store's goods on the phones of its members, the replies with and without a network, and the
// least order that the members set.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
let buyer: TestPerson
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
})

const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])
const both = () => [owner, staff] as const

describe(`reviews in the centre (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  const reviewsOn = (p: StaffPhone): Promise<StoreReview[]> =>
    look(p, async (db) =>
      (await db.storeReviews.toArray()).flatMap(({ shown }) => (shown && !shown.deleted ? [shown] : [])),
    )
  const replyOn = async (p: StaffPhone): Promise<string | null | undefined> => (await reviewsOn(p))[0]?.reply
  /** Some reviews as buyers write them; the ids. */
  async function reviewed(n = 1): Promise<number[]> {
    const one = {
      ...{ product_id: store.ids[0]!, store_id: store.shopId, user_id: buyer.uid, author: 'Amal', rating: 2 },
      ...{ text: 'Boxes were dented', language: 'en', pictures: '[]', created_at: new Date() },
    }
    const rows = await market.db
      .insertInto('reviews')
      .values(Array.from({ length: n }, () => one))
      .returning('id')
      .execute()
    await settleAllOwed(market.db)
    return rows.map(({ id }) => id)
  }
  const published = async (): Promise<{ id: number; reply: string | null }[]> => {
    const { data } = await market.call('/api/index/reviews', { id: store.ids[0]!, filter: 'all' })
    return (data as { reviews: { id: number; reply: string | null }[] }).reviews
  }

  it('are answered once in a tunnel, changed, and taken away; buyers read it and the author is told once', async () => {
    const [id] = (await reviewed()) as [number]
    for (const p of both())
      await expect.poll(() => reviewsOn(p)).toMatchObject([{ id, rating: 2, reply: null, replies: 0 }])
    offline(staff, true)
    await does(staff, 'review.reply', { id, n: 1, text: 'We are sory' })
    await does(staff, 'review.reply', { id, n: 2, text: ' We are sorry ' })
    expect(await reviewsOn(staff)).toMatchObject([{ reply: 'We are sorry', replies: 2, by: null }])
    staff.device.network.faults.loseAnswers = 2
    await meet(staff)
    await idle(staff)
    expect(await published()).toMatchObject([{ id, reply: 'We are sorry' }])
    for (const p of both())
      await expect.poll(() => reviewsOn(p)).toMatchObject([{ reply: 'We are sorry', replies: 2, by: staff.person.uid }])
    const messages = () =>
      market.db.selectFrom('messages').select(['kind', 'subject_id']).where('user_id', '=', buyer.uid).execute()
    expect(await messages()).toEqual([{ kind: 'reviewReplied', subject_id: String(store.ids[0]) }])
    await does(owner, 'review.reply', { id, n: 3, text: '' })
    await expect.poll(published).toMatchObject([{ id, reply: null }])
    expect(await messages()).toHaveLength(1)
  })

  it('answered by two members who do not know of each other: the first stands, and the second is told', async () => {
    const [id] = (await reviewed()) as [number]
    for (const p of both()) await expect.poll(() => replyOn(p)).toBe(null)
    for (const p of both()) offline(p, true)
    await does(owner, 'review.reply', { id, n: 1, text: 'From the owner' })
    await does(staff, 'review.reply', { id, n: 1, text: 'From the staff' })
    await meet(owner)
    await idle(owner)
    await meet(staff)
    await expect.poll(() => states(staff)).toEqual(['rejected replyMoved'])
    for (const p of both()) await expect.poll(() => replyOn(p)).toBe('From the owner')
  })

  it('that the operator hides, or their author takes back, are answered no more', async () => {
    const [hidden, gone] = (await reviewed(2)) as [number, number]
    await expect.poll(async () => (await reviewsOn(owner)).length).toBe(2)
    expect((await operate(market.db, ['bar', 'review', String(hidden), 'Rude'], Date.now())).exit).toBe(0)
    // As the timer does.
    await settleAllOwed(market.db)
    await expect.poll(async () => (await reviewsOn(owner)).find(({ id }) => id === hidden)?.hidden).toBe(true)
    await market.db.deleteFrom('reviews').where('id', '=', gone).execute()
    await settleAllOwed(market.db)
    await does(owner, 'review.reply', { id: hidden, n: 1, text: 'But' })
    await does(owner, 'review.reply', { id: gone, n: 1, text: 'But' })
    await expect.poll(() => states(owner)).toEqual(['rejected reviewGone', 'rejected reviewGone'])
    for (const p of both()) await expect.poll(async () => (await reviewsOn(p)).map(({ id }) => id)).toEqual([hidden])
    expect(await replyOn(owner)).toBe(null)
  })

  it('are the latest of the store: what is older leaves its members’ phones', async () => {
    const ids = await reviewed(STORE_REVIEWS_MAX - 1)
    await expect.poll(async () => (await reviewsOn(owner)).length).toBe(STORE_REVIEWS_MAX - 1)
    const more = await reviewed(3)
    const kept = [...ids.slice(2), ...more]
    const onPhone = async () => (await reviewsOn(owner)).map(({ id }) => id).sort((a, b) => a - b)
    await expect.poll(onPhone).toEqual(kept)
    const late = await staffPhone(market, store, 'staff')
    await expect.poll(async () => (await reviewsOn(late)).length).toBe(STORE_REVIEWS_MAX)
  })
})

describe('the least order of a store', () => {
  it('is set by its members, the last word holds, and what the operator sets is theirs to see', async () => {
    const leastOn = (p: StaffPhone) => look(p, async (db) => (await db.storeNotice.get('notice'))?.shown?.terms?.least)
    const publicLeast = async () => {
      const { data } = await market.call('/api/index/shop_info', { id: store.shopId })
      return (data as { store: { least?: object } }).store.least
    }
    await expect.poll(() => leastOn(staff)).toEqual({})
    offline(staff, true)
    await does(staff, 'store.least', { pieces: 30, amount: null })
    expect(await leastOn(staff)).toEqual({ pieces: 30 })
    await meet(staff)
    await idle(staff)
    expect(await publicLeast()).toEqual({ pieces: 30 })
    await does(owner, 'store.least', { pieces: null, amount: 25_000 })
    for (const p of both()) await expect.poll(() => leastOn(p)).toEqual({ amount: 25_000 })
    expect(await publicLeast()).toEqual({ amount: 25_000 })
    expect((await operate(market.db, ['least', String(store.shopId), 'pieces', '0'], Date.now())).exit).toBe(0)
    await settleAllOwed(market.db)
    for (const p of both()) await expect.poll(() => leastOn(p)).toEqual({})
  })
})
