import { expect, it, vi } from 'vitest'
import { openUserDb } from '#localdb/open.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { commit } from './enqueue/commit.ts'
import type { Fence } from './fence.ts'
import { settleIntents } from './settle.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const favourite = (id: number, rev: number) =>
  ({ table: 'favourites', key: String(id), rev, row: { id, on: true, at: rev } }) as const

it('looks for intents only on the keys of a page on which something waits', async () => {
  const db = await openUserDb(uid, newIdb())
  await db.meta.put({ key: 'fence', ...fence })
  const page = (rev: number) => ({
    settlements: [],
    changes: Array.from({ length: 100 }, (_, i) => favourite(i, rev)),
    cursor: String(rev),
  })
  const looked = vi.spyOn(db.outbox, 'where')
  await settleIntents(db, fence, undefined, 1, page(1))
  expect(looked).toHaveBeenCalledTimes(0)

  const payload = { id: 7, on: false }
  await commit(db, fence, [
    { intentId: 'one', name: 'favourite.set', payload, createdAt: 1, deps: [], confirmBy: null },
  ])
  looked.mockClear()
  await settleIntents(db, fence, undefined, 1, page(2))
  expect(looked).toHaveBeenCalledTimes(1)
  // The waiting intent is still shown over the server's new row.
  expect(await db.favourites.get('7')).toMatchObject({ server: { on: true }, shown: { on: false }, rev: 2, pending: 1 })
  expect(await db.favourites.get('8')).toMatchObject({ shown: { on: true }, rev: 2, pending: 0 })
  db.close()
})
