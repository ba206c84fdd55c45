import 'fake-indexeddb/auto'
import type { Dexie } from 'dexie'
import { describe, expect, it, vi } from 'vitest'
import { deleteUserDb, openUserDb } from './open.ts'
import { openUserReader } from './read.ts'
import { userDbName } from './schema.ts'

// Law 1, by force: what a page holds can neither create, upgrade nor write, whatever it casts it to.

const row = { key: '7', server: null, shown: { id: 7, on: true, at: 1 }, rev: 0, pending: 1, conflict: false }
let person = 0

/** A person's database as the worker made it, and a page's handle on it. */
async function pair() {
  const uid = `person-${++person}`
  const own = await openUserDb(uid)
  await own.favourites.put(row)
  let closed = 0
  const reader = await openUserReader(userDbName(uid), () => {
    closed += 1
  })
  return { uid, own, reader, forced: reader as unknown as Dexie, closed: () => closed }
}

describe('the page’s handle on a database', () => {
  it('reads what the worker wrote', async () => {
    const { reader } = await pair()
    expect(await reader.favourites.get('7')).toEqual(row)
  })

  it('makes no database that is not there', async () => {
    await expect(openUserReader('caravan-user-nobody', () => {})).rejects.toMatchObject({ name: 'NoSuchDatabaseError' })
    expect((await indexedDB.databases()).map((d) => d.name)).not.toContain('caravan-user-nobody')
  })

  it('writes nothing, by any of the ways that Dexie has', async () => {
    const { own, forced } = await pair()
    const table = forced.table('favourites')
    const ways: (() => unknown)[] = [
      () => table.put({ ...row, rev: 9 }),
      () => table.add({ ...row, key: '8' }),
      () => table.delete('7'),
      () => table.clear(),
      () => table.update('7', { rev: 9 }),
      () => table.bulkPut([{ ...row, rev: 9 }]),
      () => table.toCollection().modify({ rev: 9 }),
      () => table.where('key').equals('7').delete(),
      () => forced.transaction('rw', 'favourites', () => table.put({ ...row, rev: 9 })),
      () => forced.backendDB(),
      () => forced.version(2).stores({ mine: 'id' }),
      () => forced.delete(),
    ]
    for (const way of ways) await expect((async () => way())(), String(way)).rejects.toThrow(/law 1/)
    expect(await own.favourites.toArray()).toEqual([row])
  })

  it('breaks off what is being read when it is closed', async () => {
    const { reader, forced } = await pair()
    let reads = 0
    // A page that is put away for later would never end this read; here it gives up after a while.
    const read = forced.transaction('r', 'favourites', async () => {
      for (; reads < 1000; reads++) await reader.favourites.get('7')
    })
    await vi.waitUntil(() => reads > 1, { interval: 1 })
    reader.close()
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    expect(reads).toBeLessThan(1000)
  })

  it('can be cancelled while it is being opened', async () => {
    const { uid } = await pair()
    const cancel = new AbortController()
    const opening = openUserReader(userDbName(uid), () => {}, cancel.signal)
    cancel.abort()
    await expect(opening).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  })

  it('gives way to a deletion elsewhere, and says that it was closed', async () => {
    const { uid, own, reader, closed } = await pair()
    own.close()
    await deleteUserDb(uid)
    await expect.poll(closed).toBe(1)
    await expect(reader.favourites.get('7')).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  })
})
