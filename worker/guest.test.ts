import { describe, expect, it } from 'vitest'
import { openDevice } from '#localdb/device.ts'
import { openUserDb } from '#localdb/open.ts'
import { GUEST, userDbName } from '#localdb/schema.ts'
import { newSealKey, seal } from '#localdb/seal.ts'
import { abortAt } from '../tests/support/abort-at.ts'
import { newIdb } from '../tests/support/fake-idb.ts'
import type { Env } from './env.ts'
import { mergeGuest } from './guest.ts'
import { openPerson, record } from './person.ts'
import { finishWipes, markForWipe } from './wipe.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const noSpace = async (): Promise<void> => undefined

/** A device whose guest has put a thing into the cart twice and chosen two favourites, one of which the person has too. */
async function begun() {
  const idb = newIdb()
  const env = { ...idb, now: () => 1000, online: () => true } as unknown as Env
  const store = openDevice(idb)
  const guest = await openPerson(env, GUEST, null, () => undefined)
  const cart = { id: 7, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' }
  await record(guest, env, [{ intentId: 'a', name: 'cart.add', payload: cart }], noSpace)
  await record(guest, env, [{ intentId: 'b', name: 'cart.add', payload: cart }], noSpace)
  await record(guest, env, [{ intentId: 'c', name: 'favourite.set', payload: { id: 9, on: true } }], noSpace)
  await record(guest, env, [{ intentId: 'd', name: 'favourite.set', payload: { id: 10, on: true } }], noSpace)
  guest.db.close()
  const person = await openPerson(env, uid, null, () => undefined)
  await record(person, env, [{ intentId: 'e', name: 'favourite.set', payload: { id: 9, on: true } }], noSpace)
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
      expect(rows.map((r) => [r.name, r.payload]), `at call ${k}`).toEqual([
        ['favourite.set', { id: 9, on: true }], ['cart.add', { id: 7, shopId: 3, variantId: 0, num: 4, price: 500, currency: 'USD' }], ['favourite.set', { id: 10, on: true }],
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
    expect((await d.person.db.outbox.toArray()).map((r) => r.name)).toEqual(['favourite.set', 'favourite.set'])
    expect(await d.person.db.quarantine.count()).toBe(1)
    d.person.db.close()
  })

  it('leaves nothing for which a tab that is still the guest’s could say that it is saved', async () => {
    const d = await begun()
    const late = await openPerson(d.env, GUEST, null, () => undefined)
    await abortAt(25, () => mergeGuest(d, d.person))
    await expect(record(late, d.env, [{ intentId: 'f', name: 'favourite.set', payload: { id: 11, on: true } }], noSpace)).rejects.toThrow()
    d.person.db.close()
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

  it.each(['refused', 'set aside'] as const)('keeps what was %s and not dealt with yet, unless it is given up', async (left) => {
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
  })
})
