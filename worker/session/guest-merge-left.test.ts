import { expect, it } from 'vitest'
import type { Gesture } from '../api/worker-api.ts'
import { openDevice } from '#localdb/device.ts'
import { openUserDb } from '#localdb/open.ts'
import { GUEST, userDbName, type IntentRow } from '#localdb/schema.ts'
import { newSealKey, seal } from '#localdb/seal.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import type { Env } from '../env/env.ts'
import { readMeta } from '../outbox/fence.ts'
import { mergeGuest } from './guest-merge.ts'
import { openUserStore, recordGesture } from './user-store.ts'

// The data that a guest leaves, and the part of it that a person has after the merge.

const uid = '00000000-0000-4000-8000-000000000001'
const line = { id: 7, shopId: 3, variantId: 4 }

/** A device on which a guest made these gestures, and a person who has just signed in. */
async function begun(gestures: readonly Gesture[]) {
  const idb = newIdb()
  const env = { ...idb, now: () => 1000, online: () => true } as unknown as Env
  const store = openDevice(idb)
  const guest = await openUserStore(env, GUEST, null, () => undefined)
  for (const gesture of gestures) expect(await recordGesture(guest, env, [gesture])).toEqual({ kind: 'saved' })
  guest.db.close()
  const person = await openUserStore(env, uid, null, () => undefined)
  const token = await seal(await newSealKey(), { uid, id: 'token', version: 1 }, 'token')
  await store.write('session', () => ({ uid, tokenEpoch: 1, token, mergeGuest: true }))
  const later = { ...env, now: () => 5000 }
  return {
    idb,
    person,
    guestDb: () => openUserDb(GUEST, idb),
    merge: () => mergeGuest({ env: later, idb, store }, person),
  }
}
const of = ({ intentId, name, payload, createdAt, deps, confirmBy }: IntentRow) =>
  [intentId, name, payload, createdAt, deps, confirmBy] as const
const favourite = (intentId: string, id: number, on = true): Gesture => ({
  intentId,
  name: 'favourite.set',
  payload: { id, on },
})

it('what waits becomes the person’s, in its order; all of it can be taken back, the last first', async () => {
  const d = await begun([
    { intentId: 'a', name: 'cart.add', payload: { ...line, num: 2, price: 500, currency: 'USD' } },
    { intentId: 'b', name: 'cart.set', payload: { ...line, from: 2, to: 5 } },
    favourite('c', 9),
    { intentId: 'd', name: 'follow.set', payload: { id: 3, on: true } },
    { intentId: 'e', name: 'cart.clear', payload: { lines: [{ ...line, num: 5 }] } },
  ])
  const guest = await d.guestDb()
  await guest.outbox.update(3, { deps: ['a'], createdAt: 900, confirmBy: 7000 })
  guest.close()
  await d.merge()
  const { db } = d.person
  expect((await db.outbox.toArray()).map(of)).toEqual([
    [`a@${uid}`, 'cart.add', { ...line, num: 2, price: 500, currency: 'USD' }, 1000, [], null],
    [`b@${uid}`, 'cart.set', { ...line, from: 2, to: 5 }, 1000, [], null],
    [`c@${uid}`, 'favourite.set', { id: 9, on: true }, 900, [`a@${uid}`], 7000],
    [`d@${uid}`, 'follow.set', { id: 3, on: true }, 1000, [], null],
    [`e@${uid}`, 'cart.clear', { lines: [{ ...line, num: 5 }] }, 1000, [], null],
  ])
  expect(await readMeta(db, 'merged')).toEqual({
    key: 'merged',
    intents: 5,
    at: 5000,
    undo: [
      { name: 'follow.set', payload: { id: 3, on: false }, intentId: `d@${uid}-undone` },
      { name: 'favourite.set', payload: { id: 9, on: false }, intentId: `c@${uid}-undone` },
      { name: 'cart.set', payload: { ...line, from: 5, to: 2 }, intentId: `b@${uid}-undone` },
      { name: 'cart.set', payload: { ...line, from: 2, to: 0 }, intentId: `a@${uid}-undone` },
    ],
  })
  expect(await readMeta(db, 'searches')).toBeUndefined()
  db.close()
})

it('what had joined another is known under its new name; what joined one that is gone is not', async () => {
  const d = await begun([
    { intentId: 'a', name: 'cart.add', payload: { ...line, num: 2, price: 500, currency: 'USD' } },
    { intentId: 'b', name: 'cart.add', payload: { ...line, num: 1, price: 500, currency: 'USD' } },
  ])
  const guest = await d.guestDb()
  const [joined] = await guest.archive.toArray()
  await guest.archive.bulkPut([
    { ...joined!, intentId: 'c', by: 'b' },
    { ...joined!, intentId: 'x', by: 'gone' },
    { ...joined!, intentId: 'y', by: null },
    { ...joined!, intentId: 'z', by: 'y' },
  ])
  guest.close()
  await d.merge()
  const known = await d.person.db.archive.toArray()
  expect(known.map(({ intentId, by }) => [intentId, by])).toEqual([
    [`b@${uid}`, `a@${uid}`],
    [`c@${uid}`, `b@${uid}`],
  ])
  d.person.db.close()
})

it('what cannot be read, or was set aside, is set aside in sight; what was refused stays behind', async () => {
  const d = await begun([favourite('a', 1), favourite('b', 2), favourite('c', 3), favourite('d', 4), favourite('e', 5)])
  const guest = await d.guestDb()
  await guest.outbox.update(1, { name: 'favourite.juggle' as never })
  await guest.outbox.update(2, { deps: null as never })
  await guest.outbox.update(3, { payload: { id: 'three' } })
  await guest.outbox.update(4, { state: 'rejected' })
  await guest.quarantine.put({ id: 'x', reason: 'lost', row: { n: 1 }, at: 1 })
  guest.close()
  await d.merge()
  const { db } = d.person
  expect((await db.outbox.toArray()).map((row) => row.intentId)).toEqual([`e@${uid}`])
  expect((await db.quarantine.toArray()).map(({ id, reason, at }) => [id, reason, at])).toEqual([
    [`a@${uid}`, 'schema', 5000],
    [`b@${uid}`, 'schema', 5000],
    [`c@${uid}`, 'schema', 5000],
    ['x', 'lost', 1],
  ])
  expect((await db.quarantine.get(`a@${uid}`))!.row).toMatchObject({ name: 'favourite.juggle' })
  // A refusal keeps nobody's database: a guest's is deleted with it.
  expect((await d.idb.indexedDB.databases()).map((each) => each.name)).not.toContain(userDbName(GUEST))
  expect(await readMeta(db, 'merged')).toMatchObject({ intents: 4, undo: [{ intentId: `e@${uid}-undone` }] })
  db.close()
})

it('what was searched for comes with it, before what the person searched for; and that alone is no merge', async () => {
  const d = await begun([])
  const guest = await d.guestDb()
  await guest.meta.put({ key: 'searches', texts: ['tea', 'lamp'] })
  guest.close()
  await d.person.db.meta.put({ key: 'searches', texts: ['rug', 'lamp'] })
  await d.merge()
  expect((await readMeta(d.person.db, 'searches'))!.texts).toEqual(['tea', 'lamp', 'rug'])
  expect(await readMeta(d.person.db, 'merged')).toBeUndefined()
  expect(await d.person.db.archive.count()).toBe(0)
  d.person.db.close()
})

it('what was searched for comes to a person who has not searched yet', async () => {
  const d = await begun([])
  const guest = await d.guestDb()
  await guest.meta.put({ key: 'searches', texts: ['tea'] })
  guest.close()
  await d.merge()
  expect((await readMeta(d.person.db, 'searches'))!.texts).toEqual(['tea'])
  d.person.db.close()
})

it('what was seen comes with it, before what the person saw', async () => {
  const d = await begun([])
  const guest = await d.guestDb()
  const seen = (id: number, at: number) => ({ id, at, price: 5, currency: 'USD' })
  await guest.meta.put({ key: 'seen', products: [seen(1, 900), seen(2, 800)] })
  guest.close()
  await d.person.db.meta.put({ key: 'seen', products: [seen(2, 20), seen(3, 10)] })
  await d.merge()
  expect((await readMeta(d.person.db, 'seen'))!.products).toEqual([seen(1, 900), seen(2, 800), seen(3, 10)])
  d.person.db.close()
})
