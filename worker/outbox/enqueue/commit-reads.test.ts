import { expect, it, vi } from 'vitest'
import { openUserDb } from '#localdb/open.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import { commit, type NewIntent } from './commit.ts'
import { createEnqueue } from './enqueue.ts'
import type { Fence } from '../fence.ts'
import { settleIntents } from '../settle.ts'
import { take } from '../take.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const favour = (intentId: string, id: number, first: boolean): NewIntent => ({
  intentId,
  name: 'favourite.set',
  payload: { id, on: true },
  createdAt: 1,
  deps: [],
  confirmBy: null,
  first,
})
const open = async () => {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  return db
}

it('looks for no earlier record of what is asked for the first time', async () => {
  const db = await open()
  const [inOutbox, inArchive] = [vi.spyOn(db.outbox, 'where'), vi.spyOn(db.archive, 'bulkGet')]
  const looked = (): boolean =>
    inOutbox.mock.calls.length > 0 || inArchive.mock.calls.some(([keys]) => (keys as unknown[]).length > 0)
  await commit(db, fence, [favour('one', 1, true)])
  expect(looked()).toBe(false)
  await commit(db, fence, [favour('two', 2, false)])
  expect(looked()).toBe(true)
  expect((await db.outbox.toArray()).map((row) => row.intentId)).toEqual(['one', 'two'])
  expect((await db.outbox.toArray()).some((row) => 'first' in row)).toBe(false)
  db.close()
})

it('records once what is asked for again, also once it has been settled', async () => {
  const db = await open()
  await commit(db, fence, [favour('one', 1, true)])
  await take(db, fence, 1, 5)
  await commit(db, fence, [favour('one', 1, false)])
  expect(await db.outbox.count()).toBe(1)
  await settleIntents(db, fence, 1, 6, { settlements: [{ seq: 1, event: 'accepted' }], changes: [] })
  await commit(db, fence, [favour('one', 1, false)])
  expect(await db.outbox.count()).toBe(0)
  db.close()
})

it('records once what is wrongly said to be asked for the first time while it stands in the outbox', async () => {
  const db = await open()
  const enqueue = createEnqueue(db, fence, {
    saved: () => undefined,
    freeSpace: async () => undefined,
    report: (error) => {
      throw error
    },
  })
  await enqueue.add([favour('one', 1, true)])
  await take(db, fence, 1, 5)
  await Promise.all([enqueue.add([favour('two', 2, true)]), enqueue.add([favour('one', 1, true)])])
  expect((await db.outbox.toArray()).map((row) => row.intentId)).toEqual(['one', 'two'])
  db.close()
})
