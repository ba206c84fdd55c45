import { expect, it } from 'vitest'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { openUserDb } from '#localdb/open.ts'
import { withConnections } from './connections.ts'

const uid = '00000000-0000-4000-8000-000000000001'

/** A device of WebKit's, and how many connections to a database of it are open: all that a deletion waits for. */
function webkit() {
  const { indexedDB, IDBKeyRange } = newIdb()
  const opened: IDBDatabase[] = []
  const counted: IDBFactory = {
    open: (name, version) => {
      const request = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (one, other) => indexedDB.cmp(one, other),
  }
  return { idb: { indexedDB: withConnections(counted), IDBKeyRange }, bare: indexedDB, opened }
}
const deleted = (idb: IDBFactory, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = idb.deleteDatabase(name)
    request.onsuccess = () => resolve('deleted')
    request.onblocked = () => resolve('blocked')
    request.onerror = () => reject(request.error)
  })

it('gives transactions at the same time connections of their own, eight in all', async () => {
  const { idb, opened } = webkit()
  const db = await openUserDb(uid, idb)
  const reads = () => Promise.all(Array.from({ length: 20 }, () => db.transaction('r', db.meta, () => db.meta.count())))
  await expect.poll(() => opened.length).toBe(8)
  const began = new Map<IDBDatabase, number>()
  for (const one of opened.slice(1)) {
    const { transaction } = one
    one.transaction = function (...of) {
      began.set(one, (began.get(one) ?? 0) + 1)
      return transaction.apply(this, of)
    }
  }
  await reads()
  expect([...began.values()].every((n) => n >= 2 && n <= 3)).toBe(true)
  expect(began.size).toBe(7)
  db.close()
})

it('keeps the order of what is written', async () => {
  const { idb } = webkit()
  const db = await openUserDb(uid, idb)
  for (let turn = 0; turn < 5; turn++)
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        db.meta.put({ key: 'link', online: true, lastContact: i, session: 'ok' } as never),
      ),
    )
  expect(await db.meta.get('link')).toMatchObject({ lastContact: 11 })
  db.close()
})

it('closes all of them with the first, and none keeps a deletion waiting', async () => {
  const { idb, bare, opened } = webkit()
  const db = await openUserDb(uid, idb)
  // Also those that are still being opened.
  db.close()
  expect(await deleted(bare, db.name)).toBe('deleted')

  const again = await openUserDb(uid, idb)
  await Promise.all(Array.from({ length: 6 }, () => again.meta.count()))
  await expect.poll(() => opened.length).toBe(16)
  // Told that it is to be deleted, each closes by itself.
  expect(await deleted(bare, db.name)).toBe('deleted')
  expect(await bare.databases()).toEqual([])
})
