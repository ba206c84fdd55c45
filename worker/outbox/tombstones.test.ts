import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '#contract/sync/schema-changes.ts'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { commit, type NewIntent } from './enqueue/commit.ts'
import type { Fence } from './fence.ts'
import { settleIntents } from './settle.ts'
import { TOMBSTONES_MAX } from './tombstones.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }

let db: UserDb
let rev = 0
beforeEach(async () => {
  rev = 0
  db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
})

const favourite = (id: number, on: boolean, at = ++rev): Change =>
  ({ table: 'favourites', key: String(id), rev: at, row: { id, on, at } }) as Change
const line = { id: 7, shopId: 3, variantId: 0 }
const cartLine = (num: number): Change =>
  ({
    table: 'cartLines',
    key: '3:7:0',
    rev: ++rev,
    row: { ...line, num, ticked: false, seenPrice: 500, currency: 'USD', at: 5 },
  }) as Change
const pulled = (changes: Change[], reset = false): Promise<boolean> =>
  settleIntents(db, fence, 1, 0, { settlements: [], changes, cursor: String(rev), reset })
const answered = (changes: Change[]): Promise<boolean> => settleIntents(db, fence, 1, 0, { settlements: [], changes })
const intent = (name: NewIntent['name'], payload: unknown): NewIntent => ({
  intentId: `gesture-${++rev}`,
  name,
  payload,
  createdAt: 1000,
  deps: [],
  confirmBy: null,
})
const ids = Array.from({ length: 600 }, (_, id) => id)
const notedNow = async (): Promise<number> => ((await db.meta.get('tombstones')) as { refs: string[] }).refs.length

describe('what the server has deleted', () => {
  it('is kept no longer than its last ones are', async () => {
    await pulled(ids.map((id) => favourite(id, true)))
    expect(await db.favourites.count()).toBe(600)
    for (const id of ids.slice(0, 590)) await pulled([favourite(id, false)])
    expect([await db.favourites.count(), await notedNow()]).toEqual([10 + TOMBSTONES_MAX, TOMBSTONES_MAX])
    expect(await db.favourites.filter((row) => !row.shown!.on).primaryKeys()).toContain('589')
    // All at once, as a device that begins again hears of them.
    await pulled(
      ids.map((id) => favourite(id, false)),
      true,
    )
    expect([await db.favourites.count(), await notedNow()]).toEqual([TOMBSTONES_MAX, TOMBSTONES_MAX])
  })

  it('is cleared away where an older app has let it gather', async () => {
    await db.favourites.bulkPut(
      ids.map((id) => ({
        key: String(id),
        server: { id, on: id < 5, at: 1 },
        shown: { id, on: id < 5, at: 1 },
        rev: id + 1,
        pending: 0,
        conflict: false,
      })),
    )
    rev = 700
    await pulled([favourite(3, false)])
    expect(await db.favourites.count()).toBe(4 + TOMBSTONES_MAX)
    expect((await db.favourites.get('3'))?.shown?.on).toBe(false)
  })

  it('is not brought back by an answer that was long on its way', async () => {
    const late = favourite(0, true)
    await pulled([late])
    await pulled(ids.map((id) => favourite(id, false)))
    expect(await db.favourites.get('0')).toBeUndefined()
    await answered([late])
    expect(await db.favourites.get('0')).toBeUndefined()
    // Nor while something waits there.
    await commit(db, fence, [intent('favourite.set', { id: 0, on: false })])
    await answered([late])
    expect(await db.favourites.get('0')).toMatchObject({ server: null, shown: { on: false }, pending: 1 })
    await answered([favourite(1, true, rev + 1)])
    expect((await db.favourites.get('1'))?.shown).toMatchObject({ on: true })
  })

  it('is there again at its place when it is put back at once, and stays while something waits on it', async () => {
    await pulled([cartLine(4)])
    await pulled([cartLine(0)])
    await commit(db, fence, [intent('cart.set', { ...line, from: 0, to: 4 })])
    expect((await db.cartLines.get('3:7:0'))?.shown).toMatchObject({ num: 4, ticked: false, at: 5 })
    await pulled(ids.map((id) => favourite(id, false)))
    expect((await db.cartLines.get('3:7:0'))?.shown).toMatchObject({ num: 4, ticked: false, at: 5 })
    await settleIntents(db, fence, 1, 0, {
      settlements: [{ seq: (await db.outbox.toCollection().first())!.seq!, event: 'cancelUnsent' }],
      changes: [],
    })
    await pulled(ids.map((id) => favourite(id, false)))
    expect(await db.cartLines.count()).toBe(0)
    expect(await notedNow()).toBe(TOMBSTONES_MAX)
  })
})
