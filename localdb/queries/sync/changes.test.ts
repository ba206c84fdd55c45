import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openCatalogueDb, openUserDb } from '../../open.ts'
import type { IntentRow } from '../../schema.ts'
import { needingChanges } from './changes.ts'

it('what needs the person comes oldest first, whatever kind it is of, and so many of it as were asked for', async () => {
  const env = { indexedDB: new IDBFactory(), IDBKeyRange }
  const [user, catalogue] = await Promise.all([openUserDb('me', env), openCatalogueDb(env)])
  const intent = (createdAt: number, state: IntentRow['state']): IntentRow => ({
    intentId: `${state} ${createdAt}`,
    incarnation: 'i',
    uid: 'me',
    proto: 1,
    name: 'favourite.set',
    payload: { id: 1, on: true },
    lanes: ['favourites/1'],
    keys: ['favourites/1'],
    deps: [],
    state,
    attempts: 1,
    notBefore: 0,
    leaseEpoch: 1,
    last: { reason: 'outOfStock' },
    createdAt,
    confirmBy: null,
  })
  await user.outbox.bulkAdd([
    intent(10, 'rejected'),
    intent(20, 'conflict'),
    intent(30, 'pending'),
    intent(40, 'rejected'),
    intent(60, 'conflict'),
  ])
  await user.quarantine.bulkAdd([
    { id: 'unreadable 50', reason: 'schema', row: { ...intent(50, 'pending') }, at: 500 },
    { id: 'unreadable 5', reason: 'schema', row: { createdAt: 5, keys: 'none' }, at: 600 },
    { id: 'nothing at all', reason: 'schema', row: undefined, at: 55 },
    { id: 'lost:1', reason: 'lost', row: { intents: 3 }, at: 15 },
  ])
  const ids = async (limit: number): Promise<string[]> =>
    (await needingChanges({ user, catalogue }, limit)).map((c) => c.intentId)
  const all = [
    'unreadable 5',
    'rejected 10',
    'lost:1',
    'conflict 20',
    'rejected 40',
    'unreadable 50',
    'nothing at all',
    'conflict 60',
  ]
  expect(await ids(50)).toEqual(all)
  for (const limit of [1, 3, 5]) expect(await ids(limit)).toEqual(all.slice(0, limit))

  // However much has gathered, a reader loads only so much of it.
  await user.outbox.bulkAdd(Array.from({ length: 2_000 }, (_, n) => ({ ...intent(100 + n, 'rejected'), seq: 100 + n })))
  await user.quarantine.bulkAdd(
    Array.from({ length: 2_000 }, (_, n) => ({ id: `aside ${n}`, reason: 'schema', row: { createdAt: n }, at: n })),
  )
  let loaded = 0
  for (const table of [user.outbox, user.quarantine])
    table.hook('reading', (row: unknown) => {
      loaded++
      return row
    })
  await needingChanges({ user, catalogue })
  expect(loaded).toBeLessThanOrEqual(1_500)
  user.close()
  catalogue.close()
})
