import { beforeEach, describe, expect, it } from 'vitest'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { newSealKey } from '#localdb/seal.ts'
import { newIdb } from '../../tests/support/fake-idb.ts'
import { commit, type NewIntent } from './commit.ts'
import { createEnqueue } from './enqueue.ts'
import { LeaseLost, type Fence } from './fence.ts'
import { grant } from './lease.ts'
import { settlingOf } from './push.ts'
import { settle } from './settle.ts'
import { opened, take } from './take.ts'
import type { Env } from '../env/env.ts'
import { isQuota } from '../env/storage-errors.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const quiet = {
  saved: () => undefined,
  freeSpace: () => Promise.resolve(),
  report: (error: unknown) => {
    throw error
  },
}
let gesture = 0
const intent = (name: NewIntent['name'], payload: unknown): NewIntent => ({
  intentId: `gesture-${++gesture}`,
  name,
  payload,
  createdAt: 1000 + gesture,
  deps: [],
  confirmBy: null,
})
const line = (id: number) => ({ id, shopId: 3, variantId: 0 })
const add = (id: number, num: number) => intent('cart.add', { ...line(id), num, price: 500, currency: 'USD' })
const set = (id: number, from: number, to: number) => intent('cart.set', { ...line(id), from, to })
const favour = (id: number, on: boolean) => intent('favourite.set', { id, on })

let db: UserDb
beforeEach(async () => {
  db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
})
const enqueue = (...intents: NewIntent[]) => commit(db, fence, intents)
const waiting = async () => (await db.outbox.toArray()).map((r) => [r.name, r.payload, r.state])
const shownNum = async (id: number) => (await db.cartLines.get(`3:${id}:0`))?.shown?.num

describe('enqueue', () => {
  it('records a gesture once, however often it is repeated', async () => {
    const one = add(7, 2)
    await enqueue(one)
    await enqueue(one, one)
    expect(await shownNum(7)).toBe(2)
    expect(await db.outbox.count()).toBe(1)
  })

  it('adds up never-sent additions to a line, and remembers which gesture took the other in', async () => {
    const first = add(7, 2)
    const second = add(7, 5)
    await enqueue(first)
    await enqueue(second)
    expect(await waiting()).toEqual([['cart.add', { ...line(7), num: 7, price: 500, currency: 'USD' }, 'pending']])
    expect(await db.archive.get(second.intentId)).toMatchObject({ state: 'superseded', by: first.intentId })
    expect(await shownNum(7)).toBe(7)
  })

  it('joins two of one group as it joins them apart', async () => {
    await enqueue(add(7, 2), add(7, 5), add(8, 1))
    expect(await db.outbox.count()).toBe(2)
    expect(await shownNum(7)).toBe(7)
  })

  it('sends nothing for a favourite that was set and unset', async () => {
    await enqueue(favour(9, true))
    await enqueue(favour(9, false))
    expect(await db.outbox.count()).toBe(0)
    expect(await db.favourites.count()).toBe(0)
  })

  it('does not cancel against what is still in flight', async () => {
    await enqueue(favour(9, true))
    await take(db, fence, 1, 5000)
    await enqueue(favour(9, false))
    await enqueue(favour(9, true))
    await enqueue(favour(9, false))
    expect(await waiting()).toEqual([
      ['favourite.set', { id: 9, on: true }, 'sending'],
      ['favourite.set', { id: 9, on: false }, 'pending'],
    ])
    expect((await db.favourites.get('9'))?.shown?.on).toBe(false)
  })

  it('never changes what was sent, even when the server did not try it', async () => {
    await enqueue(add(7, 2))
    await take(db, fence, 1, 5000)
    await settle(db, fence, 1, 5000, { settlements: [{ seq: 1, event: 'notTried' }], changes: [] })
    await enqueue(add(7, 5))
    expect(await db.outbox.count()).toBe(2)
    expect(await shownNum(7)).toBe(7)
  })

  it('keeps the first quantity seen and the last wanted', async () => {
    await enqueue(add(7, 4), set(7, 4, 6), set(7, 6, 9))
    expect((await waiting()).at(-1)).toEqual(['cart.set', { ...line(7), from: 4, to: 9 }, 'pending'])
    expect(await shownNum(7)).toBe(9)
    await enqueue(set(7, 9, 4))
    expect(await db.outbox.count()).toBe(1)
    expect(await shownNum(7)).toBe(4)
  })

  it('saves the rest of a group of which one cannot be saved', async () => {
    const door = createEnqueue(db, fence, quiet)
    const broken = { ...add(7, 1), payload: { ...line(7), num: () => 1 } }
    const results = await Promise.allSettled([
      door.add([add(5, 1)]),
      door.add([add(6, 1)]),
      door.add([broken]),
      door.add([add(8, 1)]),
    ])
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await db.outbox.count()).toBe(3)
  })

  it('tries again on a full disk before what came later, in the order of the hand', async () => {
    let full = true
    const fill = (): void => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
    }
    db.outbox.hook('creating', fill)
    let later: Promise<void> | undefined
    const door = createEnqueue(db, fence, {
      ...quiet,
      freeSpace: async () => {
        // The person's next gesture comes while room is made.
        later ??= door.add([favour(20, false)])
        await new Promise((done) => {
          setTimeout(done, 5)
        })
        full = false
      },
    })
    await door.add([favour(20, true), favour(21, true)])
    await later
    expect((await db.favourites.get('20'))?.shown?.on ?? false).toBe(false)
    expect(await waiting()).toEqual([['favourite.set', { id: 21, on: true }, 'pending']])
  })

  it('says that the disk is full when nothing could be made room of', async () => {
    let freed = 0
    db.outbox.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const door = createEnqueue(db, fence, {
      ...quiet,
      freeSpace: async () => {
        freed++
      },
    })
    const results = await Promise.allSettled([door.add([favour(20, true)]), door.add([favour(21, true)])])
    expect(results.map((r) => r.status === 'rejected' && isQuota(r.reason))).toEqual([true, true])
    expect(freed).toBe(2)
  })

  it('goes on when what is told of each commit fails', async () => {
    const told: unknown[] = []
    let said = 0
    const door = createEnqueue(db, fence, {
      ...quiet,
      saved: () => {
        if (said++ === 0) throw new Error('nobody listens')
      },
      report: (error) => told.push(error),
    })
    await door.add([favour(20, true)])
    await Promise.all([door.add([favour(21, true)]), door.add([favour(22, true)])])
    expect(await db.outbox.count()).toBe(3)
    expect(told).toHaveLength(1)
  })
})

describe('taking a batch', () => {
  it('lets an entry that waits hold its own lanes and no other', async () => {
    await enqueue(add(7, 2), favour(9, true), favour(10, true))
    const { intents } = await take(db, fence, 1, 5000)
    expect(intents.map((i) => i.name)).toEqual(['cart.add', 'favourite.set', 'favourite.set'])
    await settle(db, fence, 1, 5000, {
      settlements: [
        { seq: 1, event: 'busy', notBefore: 9000 },
        { seq: 2, event: 'accepted' },
        { seq: 3, event: 'lost' },
      ],
      changes: [],
    })
    await enqueue(add(8, 1), favour(11, true))
    const second = await take(db, fence, 1, 6000)
    expect(second.intents.map((i) => i.seq)).toEqual([3, 5])
    expect(second.nextAt).toBe(9000)
    const third = await take(db, fence, 1, 9000)
    expect(third.intents.map((i) => i.seq)).toEqual([1, 4])
  })

  it('holds a single thing behind a clear that names it', async () => {
    await enqueue(favour(9, true), favour(10, true))
    await take(db, fence, 1, 5000)
    await settle(db, fence, 1, 5000, {
      settlements: [
        { seq: 1, event: 'accepted' },
        { seq: 2, event: 'accepted' },
      ],
      changes: [],
    })
    await enqueue(intent('favourite.clear', { ids: [9, 10] }), favour(10, true), favour(12, true))
    const [clear] = (await take(db, fence, 1, 5000)).intents
    await settle(db, fence, 1, 5000, {
      settlements: [
        { seq: clear!.seq, event: 'busy', notBefore: 9000 },
        { seq: clear!.seq + 1, event: 'notTried' },
        { seq: clear!.seq + 2, event: 'accepted' },
      ],
      changes: [],
    })
    expect((await take(db, fence, 1, 6000)).intents).toEqual([])
  })

  describe('from a long queue of which most is held', () => {
    const held = 2_600
    /**
     * One conflict in the cart, and a long queue behind it; in its midst a clear of favourites that the cart does not
     * hold.
     */
    const fill = async (): Promise<void> => {
      await enqueue(add(7, 1))
      await db.outbox.update(1, { state: 'conflict' })
      const row = (await db.outbox.get(1))!
      const behind = Array.from({ length: held }, (_, i) => ({
        ...row,
        seq: i + 2,
        intentId: `behind-${i}`,
        state: 'pending' as const,
      }))
      await db.outbox.bulkPut(behind)
      // One of two lanes: what holds the one holds the other behind it.
      await db.outbox.update(300, { lanes: ['cart', 'favourite:9'] })
    }

    it('finds what may go, and what stands behind one of two lanes stays behind it', async () => {
      await fill()
      await enqueue(favour(9, true), favour(10, true))
      expect((await take(db, fence, 1, 5000)).intents.map((i) => i.payload)).toEqual([{ id: 10, on: true }])
    })

    it('lets a gesture be recorded in between, however long it is', async () => {
      await fill()
      const said: string[] = []
      const taking = take(db, fence, 1, 5000).then(() => said.push('taken'))
      await enqueue(favour(11, true)).then(() => said.push('saved'))
      await taking
      expect(said).toEqual(['saved', 'taken'])
    })
  })

  it('ignores a wait that only a clock that jumped can explain', async () => {
    await enqueue(add(7, 2))
    await take(db, fence, 1, 5000)
    await settle(db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'busy', notBefore: 63_000_000_000 }],
      changes: [],
    })
    expect((await take(db, fence, 1, 6000)).intents).toHaveLength(1)
  })

  it('sets aside, in sight, a row that no longer fits its schema, and sends the rest', async () => {
    await enqueue(add(7, 2), favour(9, true))
    await db.outbox.update(1, { payload: { id: 'seven' } })
    expect((await take(db, fence, 1, 5000)).intents.map((i) => i.seq)).toEqual([2])
    expect(await db.quarantine.toArray()).toMatchObject([{ row: { seq: 1, state: 'quarantined' } }])
    expect(await db.cartLines.count()).toBe(0)
  })

  it('sets nothing aside that does not open once another tab sends', async () => {
    const vault = { uid, key: await newSealKey() }
    await enqueue(
      intent('address.put', { id: '00000000-0000-4000-8000-00000000000a', patch: { city: 'not sealed' }, baseRev: 0 }),
    )
    const batch = await take(db, fence, 1, 5000)
    await grant({ now: () => 6000 } as Env, db, fence)
    await expect(opened(db, fence, 1, vault, batch, 7000)).rejects.toBeInstanceOf(LeaseLost)
    expect([(await db.outbox.get(1))?.state, await db.quarantine.count()]).toEqual(['unknown', 0])
    await take(db, fence, 2, 7000)
    expect(await opened(db, fence, 2, vault, batch, 7000)).toEqual([])
    expect([await db.outbox.count(), await db.quarantine.count()]).toEqual([0, 1])
  })

  it('sends again, as unknown, what was in flight when the lease was taken', async () => {
    await enqueue(add(7, 2))
    await take(db, fence, 1, 5000)
    const epoch = await grant({ now: () => 6000 } as Env, db, fence)
    expect(epoch).toBe(2)
    expect((await db.outbox.get(1))?.state).toBe('unknown')
    expect((await take(db, fence, 2, 6000)).intents).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('that is missing a result leaves that one unknown, and one too many is passed over', async () => {
    await enqueue(add(7, 2), favour(9, true))
    const { intents } = await take(db, fence, 1, 5000)
    const settling = settlingOf(
      intents,
      {
        kind: 'accepted',
        data: {
          results: [
            { seq: 2, outcome: 'accepted', rows: [] },
            { seq: 99, outcome: 'accepted', rows: [] },
          ],
        },
      },
      5000,
    )
    await settle(db, fence, 1, 5000, settling)
    expect(await waiting()).toEqual([['cart.add', intents[0]!.payload, 'unknown']])
  })

  it('older than what the row already holds never overwrites it', async () => {
    const row = (num: number) => ({ ...line(7), num, ticked: true, seenPrice: 500, currency: 'USD', at: 1 })
    await settle(db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 9, row: row(5) }],
    })
    await settle(db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 8, row: row(2) }],
    })
    expect(await shownNum(7)).toBe(5)
  })

  it('that refuses drops the intent from the fold and keeps it in sight with its reason', async () => {
    await enqueue(add(7, 2), set(7, 2, 6))
    await take(db, fence, 1, 5000)
    await settle(db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'refused', refusal: { reason: 'productGone' } }],
      changes: [],
    })
    expect((await db.outbox.get(1))?.last).toEqual({ reason: 'productGone' })
    expect(await db.cartLines.get('3:7:0')).toMatchObject({ shown: null, pending: 1 })
  })

  it('of a reset replaces everything the server ever said, and keeps what waits', async () => {
    const row = (id: number) => ({ ...line(id), num: 1, ticked: true, seenPrice: 500, currency: 'USD', at: 1 })
    await settle(db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:7:0', rev: 9, row: row(7) }],
      cursor: '9',
    })
    await enqueue(add(8, 3))
    await settle(db, fence, 1, 5000, {
      settlements: [],
      changes: [{ table: 'cartLines', key: '3:6:0', rev: 2, row: row(6) }],
      cursor: '2',
      reset: true,
    })
    expect((await db.cartLines.toArray()).map((r) => [r.key, r.shown?.num])).toEqual([
      ['3:6:0', 1],
      ['3:8:0', 3],
    ])
  })
})
