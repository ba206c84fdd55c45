import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { abortAt } from '../../../tests/support/device/abort-at.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import { commit, type NewIntent } from './commit.ts'
import type { Fence } from '../fence.ts'
import { settleIntents } from '../settle.ts'
import { take } from '../take.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const line = { id: 7, shopId: 3, variantId: 0 }
let gesture = 0
const intent = (name: NewIntent['name'], payload: unknown): NewIntent => ({
  intentId: `gesture-${++gesture}`,
  name,
  payload,
  createdAt: 1000 + gesture,
  deps: [],
  confirmBy: null,
})
const add = (num: number) => intent('cart.add', { ...line, num, price: 500, currency: 'USD' })
const change = (num: number, rev: number): Change => ({
  table: 'cartLines',
  key: '3:7:0',
  rev,
  row: { ...line, num, ticked: true, seenPrice: 500, currency: 'USD', at: 1 },
})

async function open(): Promise<UserDb> {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  return db
}

/** Everything in the database, to compare. */
async function dump(db: UserDb): Promise<unknown> {
  return Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()]))
}

interface Scenario {
  name: string
  before: (db: UserDb) => Promise<unknown>
  act: (db: UserDb) => Promise<unknown>
}

const mixed = [
  intent('favourite.set', { id: 9, on: true }),
  add(2),
  intent('cart.tick', { ...line, on: false }),
  intent('follow.set', { id: 3, on: true }),
]
const scenarios: Scenario[] = [
  { name: 'enqueue of the first intents', before: async () => undefined, act: (db) => commit(db, fence, mixed) },
  {
    name: 'enqueue that joins an earlier one',
    before: (db) => commit(db, fence, [add(2)]),
    act: (db) => commit(db, fence, [add(5)]),
  },
  {
    name: 'enqueue that cancels an earlier one',
    before: (db) => commit(db, fence, [intent('favourite.set', { id: 9, on: true })]),
    act: (db) => commit(db, fence, [intent('favourite.set', { id: 9, on: false })]),
  },
  {
    name: 'taking a batch',
    before: (db) => commit(db, fence, [add(2), intent('favourite.set', { id: 9, on: true })]),
    act: (db) => take(db, fence, 1, 5000),
  },
  {
    name: 'taking an answer',
    before: async (db) => {
      await commit(db, fence, [add(2), intent('favourite.set', { id: 9, on: true })])
      await take(db, fence, 1, 5000)
    },
    act: (db) =>
      settleIntents(db, fence, 1, 6000, {
        settlements: [
          { seq: 1, event: 'accepted' },
          { seq: 2, event: 'refused', refusal: { reason: 'productGone' } },
        ],
        changes: [change(2, 1)],
      }),
  },
  {
    name: 'asking again what was refused, and what waits for it',
    before: async (db) => {
      await commit(db, fence, [
        add(2),
        { ...intent('favourite.set', { id: 9, on: true }), deps: [`gesture-${gesture - 1}`] },
      ])
      await take(db, fence, 1, 5000)
      await settleIntents(db, fence, 1, 6000, {
        settlements: [{ seq: 1, event: 'refused', refusal: { reason: 'outOfStock' } }],
        changes: [],
      })
    },
    act: async (db) =>
      commit(db, fence, [{ ...add(2), intentId: 'again', replaces: (await db.outbox.get(1))!.intentId }]),
  },
  {
    name: 'applying a pull',
    before: async (db) => {
      await commit(db, fence, [add(2)])
      await take(db, fence, 1, 5000)
      await commit(db, fence, [add(4)])
    },
    act: (db) =>
      settleIntents(db, fence, 1, 6000, {
        settlements: [{ seq: 1, event: 'accepted' }],
        changes: [change(3, 4)],
        cursor: '4',
      }),
  },
]

/**
 * Aborts `act` at each of its store calls in turn; the k of the first that left neither all nor nothing, 0 if there is
 * none.
 */
async function firstTorn(scenario: Scenario): Promise<{ torn: number; points: number }> {
  for (let k = 1; ; k++) {
    const db = await open()
    await scenario.before(db)
    const before = await dump(db)
    const reached = await abortAt(k, () => scenario.act(db))
    const after = await dump(db)
    db.close()
    if (!reached) {
      expect(after).not.toEqual(before)
      return { torn: 0, points: k - 1 }
    }
    if (JSON.stringify(after) !== JSON.stringify(before)) return { torn: k, points: k }
  }
}

describe('a crash at the k-th store call leaves all or nothing', () => {
  for (const scenario of scenarios) {
    it(scenario.name, async () => {
      const { torn, points } = await firstTorn(scenario)
      expect(torn).toBe(0)
      expect(points).toBeGreaterThan(4)
    })
  }

  it('and the same test catches an enqueue that takes two transactions', async () => {
    const twoTransactions: Scenario = {
      name: 'planted',
      before: async () => undefined,
      act: async (db) => {
        const favourite = { id: 9, on: true, at: 1 }
        await db.transaction('rw', db.outbox, () =>
          db.outbox.add({
            ...mixed[0]!,
            incarnation: 'x',
            uid,
            proto: 1,
            lanes: ['favourite:9'],
            keys: ['favourites/9'],
            state: 'pending',
            attempts: 0,
            notBefore: 0,
            leaseEpoch: 0,
            last: null,
          }),
        )
        await db.transaction('rw', db.favourites, () =>
          db.favourites.put({ key: '9', server: null, shown: favourite, rev: 0, pending: 1, conflict: false }),
        )
      },
    }
    expect((await firstTorn(twoTransactions)).torn).toBeGreaterThan(0)
  })

  it('and a database that is not the one that was opened is never written', async () => {
    const db = await open()
    await db.meta.put({ key: 'fence', ...fence, incarnation: 'another-one' })
    await expect(commit(db, fence, [add(1)])).rejects.toThrow('no longer the one')
    expect(await db.outbox.count()).toBe(0)
    expect(db).toBeInstanceOf(Dexie)
  })

  it('and an answer under an older lease changes nothing', async () => {
    const db = await open()
    await commit(db, fence, [add(2)])
    await take(db, fence, 1, 5000)
    await db.meta.put({ key: 'lease', epoch: 2, heartbeat: 0 })
    await expect(
      settleIntents(db, fence, 1, 6000, { settlements: [{ seq: 1, event: 'accepted' }], changes: [change(2, 1)] }),
    ).rejects.toThrow('another tab')
    expect((await db.outbox.get(1))?.state).toBe('sending')
  })
})
