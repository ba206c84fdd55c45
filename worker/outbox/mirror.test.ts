import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { intentsOn } from './mirror.ts'

let db: UserDb
beforeEach(async () => {
  db = await openUserDb('00000000-0000-4000-8000-000000000001', newIdb())
})
afterEach(() => db.close())

const key = (n: number): string => `favourites/${n}`
const put = (lists: readonly (readonly string[])[]) =>
  db.outbox.bulkAdd(lists.map((keys) => ({ intentId: crypto.randomUUID(), keys, lanes: [], deps: [] })) as never[])
const seqsOn = async (keys: readonly string[]) =>
  [...(await intentsOn(db, keys))].map(([at, rows]) => [at, rows.map((row) => row.seq)])

describe('the intents on some keys', () => {
  it('are each in order of seq, also where one is on several keys', async () => {
    await put([[key(3), key(1)], [key(2)], [key(1)], [key(9)], [key(3), 'orders/a', key(1)]])
    const expected = [
      [key(3), [1, 5]],
      [key(1), [1, 3, 5]],
      ['orders/a', [5]],
      [key(4), []],
    ]
    expect(await seqsOn([key(3), key(1), 'orders/a', key(4)])).toEqual(expected)
    // The same with so much in between that each key is looked for by itself.
    await put(Array.from({ length: 100 }, (_, n) => [`favourites/3-${n}`]))
    expect(await seqsOn([key(3), key(1), 'orders/a', key(4)])).toEqual(expected)
    const on = await intentsOn(db, [key(3), key(1)])
    expect(on.get(key(3))![0]).toBe(on.get(key(1))![0])
    expect(await seqsOn([])).toEqual([])
  })

  it('are read with one walk, however many the keys', async () => {
    await put(Array.from({ length: 300 }, (_, n) => [key(n)]))
    const looked = vi.spyOn(db.outbox, 'where')
    const found = await intentsOn(
      db,
      Array.from({ length: 300 }, (_, n) => key(n)),
    )
    expect([...found.values()].map((rows) => rows.length)).toEqual(Array.from({ length: 300 }, () => 1))
    expect(looked).toHaveBeenCalledTimes(2)
    // Few keys in a long queue do not read all of it.
    looked.mockClear()
    await intentsOn(db, [key(0), key(99)])
    expect(looked).toHaveBeenCalledTimes(3)
  })
})
