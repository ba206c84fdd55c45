import { beforeEach, describe, expect, it } from 'vitest'
import { openCatalogueDb, openUserDb, type UserDb } from '#localdb/open.ts'
import { status } from '#localdb/queries/sync/status.ts'
import { needingChanges } from '#localdb/queries/sync/changes.ts'
import type { CatalogueReader, UserReader } from '#localdb/read.ts'
import { LAYOUT } from '#localdb/versions.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import type { Env } from '../../env/env.ts'
import { openUserStore } from '../../session/user-store.ts'
import { commit, type NewIntent } from '../enqueue/commit.ts'
import type { Fence } from '../fence.ts'
import { settlingOf } from './push.ts'
import { settleIntents } from '../settle.ts'
import { take } from '../take.ts'

// Rows and answers that only a fault, or an unlucky order of events, can bring.

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
let gesture = 0
const intent = (name: NewIntent['name'], payload: unknown, deps: string[] = []): NewIntent => ({
  intentId: `gesture-${++gesture}`,
  name,
  payload,
  createdAt: 1000 + gesture,
  deps,
  confirmBy: null,
})
const line = (id: number) => ({ id, shopId: 3, variantId: 0 })
const add = (id: number, num: number, deps: string[] = []) =>
  intent('cart.add', { ...line(id), num, price: 500, currency: 'USD' }, deps)
const set = (id: number, from: number, to: number) => intent('cart.set', { ...line(id), from, to })
const favour = (id: number, on: boolean, deps: string[] = []) => intent('favourite.set', { id, on }, deps)
const lineChange = (id: number, num: number, rev: number): Change => ({
  table: 'cartLines',
  key: `3:${id}:0`,
  rev,
  row: { ...line(id), num, ticked: true, seenPrice: 500, currency: 'USD', at: 1 },
})

let db: UserDb
beforeEach(async () => {
  db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
})
const enqueue = (...intents: NewIntent[]) => commit(db, fence, intents)
const taken = async () => (await take(db, fence, 1, 5000)).intents.map((i) => i.seq)
const answer = (...settlements: Parameters<typeof settleIntents>[4]['settlements']) =>
  settleIntents(db, fence, 1, 5000, { settlements, changes: [] })

describe('what depends on another', () => {
  it('is refused in sight when the other was refused, and what depends on it too', async () => {
    const first = add(7, 2)
    const second = favour(9, true, [first.intentId])
    await enqueue(first, second, favour(10, true, [second.intentId]))
    expect(await taken()).toEqual([1])
    await answer({ seq: 1, event: 'refused', refusal: { reason: 'productGone' } })
    expect(await taken()).toEqual([])
    expect((await db.outbox.toArray()).map((r) => [r.state, r.last?.reason])).toEqual([
      ['rejected', 'productGone'],
      ['rejected', 'productGone'],
      ['rejected', 'productGone'],
    ])
    expect(await db.favourites.count()).toBe(0)
  })

  it('is refused also when the refusal has been read meanwhile', async () => {
    const first = add(7, 2)
    await enqueue(first, favour(9, true, [first.intentId]))
    await taken()
    await answer({ seq: 1, event: 'refused', refusal: { reason: 'productGone' } })
    const row = (await db.outbox.get(1))!
    await db.archive.put({ ...row, state: 'cancelled', endedAt: 1, by: null })
    await db.outbox.delete(1)
    expect(await taken()).toEqual([])
    expect((await db.outbox.get(2))?.state).toBe('rejected')
  })

  it('waits for the one that took the other in', async () => {
    const first = add(7, 2)
    const absorbed = add(7, 5)
    await enqueue(first)
    await enqueue(absorbed)
    await enqueue(favour(9, true, [absorbed.intentId]))
    expect(await taken()).toEqual([1])
    await answer({ seq: 1, event: 'accepted' })
    expect(await taken()).toEqual([2])
  })

  it('waits for it also when all came at once', async () => {
    const first = add(7, 2)
    const absorbed = add(7, 5)
    await enqueue(first, absorbed, favour(9, true, [absorbed.intentId]))
    expect(await taken()).toEqual([1])
  })
})

describe('an outcome that comes by a pull', () => {
  it("for an id that was never sent from here is a profile's copy's: ours still goes", async () => {
    await enqueue(add(7, 2))
    await settleIntents(db, fence, 1, 5000, { settlements: [{ seq: 1, event: 'accepted' }], changes: [], cursor: '9' })
    expect((await db.outbox.get(1))?.state).toBe('pending')
    expect(await taken()).toEqual([1])
    await settleIntents(db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'accepted' }],
      changes: [lineChange(7, 2, 10)],
      cursor: '10',
    })
    expect(await db.outbox.count()).toBe(0)
  })
})

describe('a row that is not as it should be', () => {
  it('is set aside even when nothing in it can be read, and the rest goes on', async () => {
    await enqueue(add(7, 2), add(8, 2), favour(9, true), favour(10, true))
    await db.outbox.update(1, { lanes: undefined as never, deps: undefined as never })
    await db.outbox.update(2, { state: 'flying' as never })
    await db.outbox.update(3, { createdAt: Number.NaN })
    expect(await taken()).toEqual([4])
    expect(await db.quarantine.count()).toBe(3)
  })

  it('is counted and shown', async () => {
    await enqueue(add(7, 2))
    await db.outbox.update(1, { payload: 'seven' })
    await taken()
    const user = db as unknown as UserReader
    expect(await status(user)).toMatchObject({ waiting: 0, needsYou: 1 })
    expect(
      await needingChanges({ user, catalogue: (await openCatalogueDb(newIdb())) as unknown as CatalogueReader }, 10),
    ).toMatchObject([{ intentId: 'gesture-' + gesture, kind: 'unreadable', refusal: { reason: 'requestFailed' } }])
  })

  it('whose name nobody here knows does not keep others from being recorded', async () => {
    await enqueue(add(7, 2))
    await db.outbox.update(1, { name: 'cart.juggle' as never })
    await enqueue(add(7, 3))
    expect((await db.cartLines.get('3:7:0'))?.shown?.num).toBe(3)
  })

  it('holds in its lane only what came after it', async () => {
    await enqueue(add(7, 2), add(8, 2))
    await taken()
    await answer({ seq: 1, event: 'lost' }, { seq: 2, event: 'needsConsent' })
    expect(await taken()).toEqual([1])
  })
})

describe('an answer', () => {
  it('whose results come in another order leaves the rows as they were last', async () => {
    await enqueue(add(7, 2))
    await taken()
    await enqueue(add(7, 5))
    const intents = [
      { seq: 1, name: 'cart.add', payload: {}, createdAt: 1 },
      { seq: 2, name: 'cart.add', payload: {}, createdAt: 1 },
    ]
    const results = [
      { seq: 2, outcome: 'accepted' as const, rows: [lineChange(7, 7, 4)] },
      { seq: 1, outcome: 'accepted' as const, rows: [lineChange(7, 2, 4)] },
    ]
    await taken()
    await settleIntents(db, fence, 1, 5000, settlingOf(intents, { kind: 'accepted', data: { results } }, 5000))
    expect((await db.cartLines.get('3:7:0'))?.shown?.num).toBe(7)
  })

  it('that changes nothing leaves the reason of an earlier one', async () => {
    await enqueue(add(7, 2))
    await taken()
    await answer({ seq: 1, event: 'refused', refusal: { reason: 'productGone' } })
    await answer({ seq: 1, event: 'accepted' })
    expect((await db.outbox.get(1))?.last).toEqual({ reason: 'productGone' })
  })
})

describe('coalescing', () => {
  it('never shows anything but what the two would have shown one after the other', async () => {
    await settleIntents(db, fence, 1, 5000, { settlements: [], changes: [lineChange(7, 10, 1)] })
    await enqueue(set(7, 10, 1))
    // Another device took pieces away meanwhile.
    await settleIntents(db, fence, 1, 5000, { settlements: [], changes: [lineChange(7, 3, 2)] })
    expect((await db.cartLines.get('3:7:0'))?.shown?.num).toBe(0)
    await enqueue(set(7, 0, 5))
    expect((await db.cartLines.get('3:7:0'))?.shown?.num).toBe(5)
  })
})

describe('a database', () => {
  const env = (idb: ReturnType<typeof newIdb>, now: number) =>
    ({ ...idb, now: () => now, online: () => true }) as unknown as Env
  const DAY = 86_400_000

  it('forgets what ended more than ninety days ago', async () => {
    const idb = newIdb()
    const person = await openUserStore(env(idb, 0), uid, null, () => undefined)
    const old = {
      ...intent('favourite.set', { id: 1, on: true }),
      incarnation: 'x',
      uid,
      proto: 1,
      lanes: [],
      keys: [],
      state: 'acked' as const,
      attempts: 1,
      notBefore: 0,
      leaseEpoch: 1,
      last: null,
      by: null,
    }
    await person.db.archive.bulkPut([
      { ...old, intentId: 'a', endedAt: 10 * DAY },
      { ...old, intentId: 'b', endedAt: 12 * DAY },
    ])
    person.db.close()
    const again = await openUserStore(env(idb, 101 * DAY), uid, null, () => undefined)
    expect((await again.db.archive.toArray()).map((r) => r.intentId)).toEqual(['b'])
    again.db.close()
  })

  it.each([
    [{ proto: LAYOUT + 1 }, 'a newer version'],
    [{ uid: '00000000-0000-4000-8000-000000000002' }, 'no longer the one'],
  ])('of %j is never opened for writing', async (of, word) => {
    const idb = newIdb()
    const foreign = await openUserDb(uid, idb)
    await foreign.meta.put({ key: 'fence', ...fence, ...of })
    foreign.close()
    await expect(openUserStore(env(idb, 0), uid, null, () => undefined)).rejects.toThrow(word)
  })
})
