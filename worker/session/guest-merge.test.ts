import { describe, expect, it } from 'vitest'
import { openDevice } from '#localdb/device.ts'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { GUEST, userDbName } from '#localdb/schema.ts'
import { newSealKey, seal } from '#localdb/seal.ts'
import { abortAt } from '../../tests/support/device/abort-at.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import type { Env } from '../env/env.ts'
import { mergeGuest } from './guest-merge.ts'
import { settleIntents } from '../outbox/settle.ts'
import { openUserStore, recordGesture } from './user-store.ts'
import { finishWipes, markForWipe } from './wipe.ts'

const uid = '00000000-0000-4000-8000-000000000001'

/**
 * A device whose guest has put a thing into the cart twice and chosen two favourites, one of which the person has too.
 */
async function begun() {
  const idb = newIdb()
  const env = { ...idb, now: () => 1000, online: () => true } as unknown as Env
  const store = openDevice(idb)
  const guest = await openUserStore(env, GUEST, null, () => undefined)
  const cart = { id: 7, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' }
  await recordGesture(guest, env, [{ intentId: 'a', name: 'cart.add', payload: cart }])
  await recordGesture(guest, env, [{ intentId: 'b', name: 'cart.add', payload: cart }])
  await recordGesture(guest, env, [{ intentId: 'c', name: 'favourite.set', payload: { id: 9, on: true } }])
  await recordGesture(guest, env, [{ intentId: 'd', name: 'favourite.set', payload: { id: 10, on: true } }])
  guest.db.close()
  const person = await openUserStore(env, uid, null, () => undefined)
  await recordGesture(person, env, [{ intentId: 'e', name: 'favourite.set', payload: { id: 9, on: true } }])
  const token = await seal(await newSealKey(), { uid, id: 'token', version: 1 }, 'token')
  await store.write('session', () => ({ uid, tokenEpoch: 1, token, mergeGuest: true }))
  return { idb, env, store, person }
}

describe('merging a guest', () => {
  it('that dies at any of its store calls is done once when it is done again', async () => {
    let reached = true
    let k = 0
    for (k = 1; reached; k++) {
      const d = await begun()
      reached = await abortAt(k, () => mergeGuest(d, d.person))
      // As at the next start: first the wipes, then the merge if it is still asked for.
      await finishWipes(d.store, d.idb)
      if ((await d.store.read('session'))!.mergeGuest) await mergeGuest(d, d.person)
      const rows = await d.person.db.outbox.toArray()
      expect(
        rows.map((r) => [r.name, r.payload]),
        `at call ${k}`,
      ).toEqual([
        ['favourite.set', { id: 9, on: true }],
        ['cart.add', { id: 7, shopId: 3, variantId: 0, num: 4, price: 500, currency: 'USD' }],
        // It joins nothing: a copy of the guest's store may have sent it.
        ['favourite.set', { id: 9, on: true }],
        ['favourite.set', { id: 10, on: true }],
      ])
      expect((await d.person.db.cartLines.get('3:7:0'))?.shown?.num).toBe(4)
      expect((await d.idb.indexedDB.databases()).map((db) => db.name)).not.toContain(userDbName(GUEST))
      expect((await d.store.read('session'))?.uid).toBe(uid)
      d.person.db.close()
    }
    expect(k).toBeGreaterThan(30)
  })

  it('keeps in sight what had been set aside before', async () => {
    const d = await begun()
    const guest = await openUserDb(GUEST, d.idb)
    await guest.quarantine.put({ id: 'x', reason: 'schema', row: {}, at: 1 })
    guest.close()
    await mergeGuest(d, d.person)
    expect((await d.person.db.quarantine.toArray()).map((q) => q.id)).toEqual(['x'])
  })

  it('sets aside a row that cannot be read, and brings the rest', async () => {
    const d = await begun()
    const guest = await openUserDb(GUEST, d.idb)
    await guest.outbox.update(1, { name: 'cart.juggle' as never })
    guest.close()
    await mergeGuest(d, d.person)
    expect((await d.person.db.outbox.toArray()).map((r) => r.name)).toEqual(Array(3).fill('favourite.set'))
    expect(await d.person.db.quarantine.count()).toBe(1)
    d.person.db.close()
  })

  it('leaves nothing for which a tab that is still the guest’s could say that it is saved', async () => {
    const d = await begun()
    const late = await openUserStore(d.env, GUEST, null, () => undefined)
    await abortAt(25, () => mergeGuest(d, d.person))
    await expect(
      recordGesture(late, d.env, [{ intentId: 'f', name: 'favourite.set', payload: { id: 11, on: true } }]),
    ).rejects.toThrow()
    d.person.db.close()
  })
})

describe('two who sign in at once', () => {
  const second = '00000000-0000-4000-8000-000000000002'
  /** Which of the guest's have become this person's, whether they wait or have joined another. */
  const taken = async (db: UserDb) =>
    [...(await db.outbox.toArray()), ...(await db.archive.toArray())]
      .flatMap(({ intentId }) => (intentId.includes('@') ? [intentId[0]!] : []))
      .sort()
  const all = ['a', 'b', 'c', 'd']
  /** The second's sign-in comes before the first one's merge has ended, and sees that it is still asked for. */
  async function overtaken() {
    const d = await begun()
    const other = await openUserStore(d.env, second, null, () => undefined)
    const signIn = () => d.store.write('session', (old) => ({ ...old!, uid: second, tokenEpoch: 2 }))
    return { ...d, other, signIn }
  }

  it("do not both get what was the guest's, wherever the merge of the first dies; and nothing of it is lost", async () => {
    let reached = true
    const got: string[] = []
    for (let k = 1; reached; k++) {
      const d = await overtaken()
      reached = await abortAt(k, () => mergeGuest(d, d.person))
      await d.signIn()
      await finishWipes(d.store, d.idb)
      await mergeGuest(d, d.other)
      const [first, other] = [await taken(d.person.db), await taken(d.other.db)]
      expect([first, other], `at call ${k}`).toEqual(first.length > 0 ? [all, []] : [[], all])
      got.push(first.length > 0 ? 'first' : 'other')
      expect((await d.idb.indexedDB.databases()).map((db) => db.name)).not.toContain(userDbName(GUEST))
      expect(await d.store.read('session')).toMatchObject({ uid: second, mergeGuest: false })
      d.person.db.close()
      d.other.db.close()
    }
    expect(new Set(got)).toEqual(new Set(['first', 'other']))
  })

  it("do not both get it when both merge at the same time, and the one does not end the other's", async () => {
    const d = await overtaken()
    await d.signIn()
    await mergeGuest(d, d.person)
    expect(await d.store.read('session')).toMatchObject({ uid: second, mergeGuest: true })
    await mergeGuest(d, d.other)
    expect([await taken(d.person.db), await taken(d.other.db)]).toEqual([all, []])
  })
})

describe('a gesture that is repeated after the merge, since nobody heard the first answer', () => {
  it.each(['waits', 'is at the shop'])('is not recorded again while what it was recorded as %s', async (how) => {
    const d = await begun()
    await mergeGuest(d, d.person)
    const { db } = d.person
    if (how === 'is at the shop') {
      const rows = await db.outbox.toArray()
      await settleIntents(db, d.person.fence, undefined, 1000, {
        settlements: rows.map((row) => ({ seq: row.seq!, event: 'accepted' as const })),
        changes: [],
      })
    }
    const before = await db.outbox.count()
    const repeated = {
      intentId: 'b',
      name: 'cart.add',
      payload: { id: 7, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' },
    } as const
    // The second had joined the first.
    for (const intentId of ['a', 'b'])
      expect(await recordGesture(d.person, d.env, [{ ...repeated, intentId }])).toEqual({ kind: 'saved' })
    expect(await db.outbox.count()).toBe(before)
    expect((await db.cartLines.get('3:7:0'))?.shown?.num).toBe(before > 0 ? 4 : undefined)
    // Another whose id only begins like it is another.
    await recordGesture(d.person, d.env, [{ ...repeated, intentId: 'a1', payload: { ...repeated.payload, id: 8 } }])
    expect(await db.outbox.count()).toBe(before + 1)
    db.close()
  })
})

describe('a wipe', () => {
  it('keeps what waits, unless it is given up', async () => {
    for (const discard of [false, true]) {
      const d = await begun()
      d.person.db.close()
      await d.store.write('wipe', () => [{ uid, discard }])
      await finishWipes(d.store, d.idb)
      const there = (await d.idb.indexedDB.databases()).map((db) => db.name).includes(userDbName(uid))
      expect(there).toBe(!discard)
      expect(await d.store.read('session')).toBeNull()
      expect(await d.store.read('wipe')).toEqual([])
      if (!there) continue
      const db = await openUserDb(uid, d.idb)
      expect(await db.outbox.count()).toBe(1)
      db.close()
    }
  })

  it.each(['refused', 'set aside'] as const)(
    'keeps what was %s and not dealt with yet, unless it is given up',
    async (left) => {
      for (const discard of [false, true]) {
        const d = await begun()
        const { db } = d.person
        if (left === 'refused') await db.outbox.update(1, { state: 'rejected', last: { reason: 'productGone' } })
        else {
          await db.outbox.clear()
          await db.quarantine.put({ id: 'x', reason: 'schema', row: {}, at: 1 })
        }
        db.close()
        await markForWipe(d.store, uid, discard)
        await finishWipes(d.store, d.idb)
        expect((await d.idb.indexedDB.databases()).map((each) => each.name).includes(userDbName(uid))).toBe(!discard)
      }
    },
  )
})
