import { describe, expect, it } from 'vitest'
import { SyncSetting, outcomesOf } from '../../tests/support/market/sync-setting.ts'
import { pullFeed } from './pull.ts'

const setting = new SyncSetting()
const { add, favour, push, cart, held } = setting

describe('void', () => {
  const cancel = (seq: number, uid = setting.person.uid) =>
    setting.market.call('/api/sync/void', { uid, incarnation: setting.incarnation, seq }, setting.token)

  it('cancels what never came, so that it has no effect when it does', async () => {
    expect((await cancel(1)).data).toEqual({
      result: { seq: 1, outcome: 'refused', refusal: { reason: 'cancelled' }, rows: [] },
    })
    expect(outcomesOf(await push([add(1, 0)]))).toEqual(['1 refused cancelled'])
    expect(await cart()).toEqual({})
  })

  it('gives the stored outcome of what had come', async () => {
    const [result] = await push([add(1, 0)])
    expect((await cancel(1)).data).toEqual({ result })
    expect(await cart()).toEqual(held(0, 1))
  })

  it("is only for one's own", async () => {
    expect((await cancel(1, (await setting.market.person()).uid)).data).toEqual({ reason: 'wrongOwner' })
  })
})

describe('the single call of a mutation', () => {
  const single = (key?: string) =>
    setting.market.call(
      '/api/cart/add',
      add(0, 0, 2).payload,
      setting.token,
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    )

  it('happens once under an id, which it shares with push', async () => {
    for (let again = 0; again < 2; again++)
      expect(await single(`${setting.incarnation}:7`)).toMatchObject({ code: 1, data: { rows: [{ row: { num: 2 } }] } })
    expect(outcomesOf(await push([add(7, 0, 2)]))).toEqual(['7 accepted'])
    expect(await cart()).toEqual(held(0, 2))
  })

  it('is not deduplicated without one, and refuses a malformed one', async () => {
    await single()
    await single()
    expect(await single('nonsense')).toMatchObject({
      status: 422,
      data: { reason: 'invalid', params: { path: 'Idempotency-Key' } },
    })
    expect(await cart()).toEqual(held(0, 4))
  })
})

describe('pull', () => {
  it("brings rows with the outcomes of one's own incarnation, from where one was", async () => {
    await push([add(1, 0), favour(2, 1)])
    const other = setting.incarnation
    setting.incarnation = `${setting.incarnation}b`
    await push([add(1, 2)])
    const all = await pullFeed(setting.market.db, setting.person.uid, 0, other)
    expect(all).toMatchObject({ more: false, reset: false, uid: setting.person.uid })
    expect(all.changes.map((c) => c.key).sort()).toEqual(
      [
        String(setting.shop.ids[1]),
        `${setting.shop.shopId}:${setting.shop.ids[0]}:0`,
        `${setting.shop.shopId}:${setting.shop.ids[2]}:0`,
      ].sort(),
    )
    expect(all.outcomes.map((o) => `${o.seq} ${o.outcome}`)).toEqual(['1 accepted', '2 accepted'])
    expect(await pullFeed(setting.market.db, setting.person.uid, Number(all.cursor), other)).toMatchObject({
      changes: [],
      outcomes: [],
      more: false,
      cursor: all.cursor,
    })
  })

  it('pages between revs, so that what was committed together arrives together, and nothing twice', async () => {
    for (let seq = 1; seq <= 9; seq += 3) await push([favour(seq, seq), favour(seq + 1, seq + 1), add(seq + 2, seq)])
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor = 0, more = true; more;) {
      const page = await pullFeed(setting.market.db, setting.person.uid, cursor, setting.incarnation, { pageRows: 4 })
      expect(new Set(page.changes.map((c) => c.rev)).size).toBeLessThanOrEqual(1)
      seen.push(...page.changes.map((c) => `${c.table}/${c.key}`))
      sizes.push(page.changes.length + page.outcomes.length)
      more = page.more
      cursor = Number(page.cursor)
    }
    expect(sizes).toEqual([6, 6, 6])
    expect(new Set(seen).size).toBe(9)
    expect(seen).toHaveLength(9)
  })

  it('comes to its end where tombstones have gone, however many pages everything takes', async () => {
    for (let seq = 1; seq <= 9; seq += 3) await push([favour(seq, seq), favour(seq + 1, seq + 1), add(seq + 2, seq)])
    const { db } = setting.market
    await db
      .updateTable('feeds')
      .set((eb) => ({ floor: eb.ref('rev') }))
      .where('user_id', '=', setting.person.uid)
      .execute()
    const pages = []
    for (let cursor = 0, more = true; more && pages.length < 9;) {
      const page = await pullFeed(db, setting.person.uid, cursor, setting.incarnation, { pageRows: 4 })
      pages.push(page)
      more = page.more
      cursor = Number(page.cursor)
    }
    expect(pages.map(({ reset, more }) => [reset, more])).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ])
    expect(pages.flatMap(({ changes }) => changes)).toHaveLength(9)
    // Another device that stands there may hold what has gone.
    const elsewhere = await pullFeed(db, setting.person.uid, Number(pages[0]!.cursor), 'another', { pageRows: 4 })
    expect(elsewhere.reset).toBe(true)
  })

  it('brings everything again when the cursor is beyond the feed', async () => {
    await push([favour(1, 0)])
    expect(await pullFeed(setting.market.db, setting.person.uid, 1_000_000, setting.incarnation)).toMatchObject({
      reset: true,
      more: false,
      changes: [{ table: 'favourites' }],
      outcomes: [{ seq: 1 }],
    })
  })
})
