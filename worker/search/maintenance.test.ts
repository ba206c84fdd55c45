import { beforeEach, describe, expect, it } from 'vitest'
import { openCatalogueDb, openUserDb, type CatalogueDb } from '#localdb/open.ts'
import { stored } from '#localdb/queries/search/stored.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { markDeleted, openPart, type IndexPart } from './open-segment.ts'
import { mergeStored, noteSizes, readTree, renewOutdated, storeUnindexed } from './maintenance.ts'
import { categories, product } from '../../tests/support/catalogue/search-rule.ts'

describe('what is stored of the index', () => {
  const yieldTurn = () => Promise.resolve()
  let db: CatalogueDb
  beforeEach(async () => {
    db = await openCatalogueDb(newIdb())
    return () => db.close()
  })
  const parts = async (): Promise<IndexPart[]> => {
    const open = (await db.segments.toArray()).map(openPart)
    markDeleted(open)
    return open
  }
  const living = async (): Promise<number[]> =>
    (await parts()).flatMap(({ row, dead }) => [...row.id].filter((_, doc) => !dead[doc])).sort((a, b) => a - b)

  it('speaks of every product once, however many parts were merged', async () => {
    const tree = await readTree(db)
    for (let n = 0; n < 30; n++) {
      await db.products.bulkPut(
        Array.from({ length: 20 }, (_, i) => product(1 + ((n * 7 + i) % 100), { en: `Thing ${n} of ${i}` })),
      )
      if (n % 3 === 0) await db.products.bulkDelete([1 + (n % 100), 50])
      await storeUnindexed(db, tree)
      await mergeStored(db, () => Promise.resolve())
      expect(await db.segments.count()).toBeLessThanOrEqual(6)
      expect(await living()).toEqual(
        ((await db.products.toCollection().primaryKeys()) as number[]).sort((a, b) => a - b),
      )
    }
    for (const { row, terms } of await parts()) {
      expect(terms).toEqual([...terms].sort())
      expect(row.postings.length).toBe(row.starts.at(-1))
    }
  })

  it('has its size noted, so that nobody has to load it to say how large it is', async () => {
    const user = await openUserDb('me', newIdb())
    const loaded = (): never => {
      throw new Error('the index was loaded')
    }
    const segments = new Proxy(db.segments, {
      get: (table, name) =>
        ['each', 'toArray', 'get', 'bulkGet'].includes(String(name)) ? loaded : (Reflect.get(table, name) as unknown),
    })
    const measured = async () =>
      (
        await stored({
          user,
          catalogue: new Proxy(db, {
            get: (of, name) => (name === 'segments' ? segments : (Reflect.get(of, name) as unknown)),
          }),
        })
      ).search
    expect(await measured()).toEqual({ products: 0, bytes: 0 })
    const tree = await readTree(db)
    for (let n = 0; n < 9; n++) {
      await db.products.bulkPut(Array.from({ length: 5 + n }, (_, i) => product(n * 100 + i, { en: `Thing ${n}` })))
      await storeUnindexed(db, tree)
      await mergeStored(db, yieldTurn)
      await noteSizes(db)
      const rows = await db.segments.toArray()
      expect((await measured()).products).toBe(rows.reduce((sum, row) => sum + row.id.length, 0))
      expect((await measured()).bytes).toBe(
        rows.reduce(
          (sum, row) =>
            sum +
            Object.values(row).reduce<number>(
              (all, column: unknown) =>
                all + (ArrayBuffer.isView(column) ? column.byteLength : typeof column === 'string' ? column.length : 0),
              0,
            ),
          0,
        ),
      )
    }
    await db.segments.clear()
    expect(await measured()).toEqual({ products: 0, bytes: 0 })
    user.close()
  })

  it('does not speak twice of what was written again, when a large part made in between is not merged', async () => {
    const tree = await readTree(db)
    const write = async (ids: number[], title: string): Promise<void> => {
      await db.products.bulkPut(ids.map((id) => product(id, { en: title })))
      await storeUnindexed(db, tree)
    }
    await write([901], 'before')
    await write(
      Array.from({ length: 200 }, (_, i) => i + 1),
      'large',
    )
    await db.products.delete(7)
    for (const id of [1, 2, 3, 901, 4]) await write([id], 'again')
    const kept = (await db.segments.toArray())[1]!
    await mergeStored(db, yieldTurn)
    expect((await db.segments.toArray()).map((row) => row.seq)).toEqual([kept.seq, 8])
    expect(await living()).toEqual([...Array.from({ length: 200 }, (_, i) => i + 1).filter((id) => id !== 7), 901])
    const [large, merged] = await parts()
    expect([large!.alive, [...merged!.row.ids].sort((a, b) => a - b)]).toEqual([195, [1, 2, 3, 4, 7, 901]])
  })

  it('is rebuilt when the names of categories change, and for rows from before there was an index', async () => {
    await db.products.bulkPut([product(1, { en: 'Pan' }), product(2, { en: 'Pot' })])
    await db.unindexed.clear()
    await renewOutdated(db, await readTree(db), yieldTurn)
    expect(await db.unindexed.count()).toBe(2)
    await storeUnindexed(db, await readTree(db))
    await db.categories.bulkPut(categories)
    const tree = await readTree(db)
    await db.products.delete(2)
    await storeUnindexed(db, tree)
    await renewOutdated(db, tree, yieldTurn)
    expect((await parts()).map(({ row, terms }) => [row.signature, terms.includes('kitchen')])).toEqual([
      [tree.signature, false],
      [tree.signature, true],
    ])
    expect([await living(), await db.unindexed.count()]).toEqual([[1], 0])
    await renewOutdated(db, tree, yieldTurn)
    expect(await db.segments.count()).toBe(2)
  })

  it('notes what is written and deleted in the very transaction, or not at all', async () => {
    await db.products.bulkPut([product(1, { en: 'Pan' }), product(2, { en: 'Pot' })])
    await storeUnindexed(db, await readTree(db))
    await expect(
      db.transaction('rw', [db.products], async () => {
        await db.products.put(product(3, { en: 'Cup' }))
        throw new Error('the process died')
      }),
    ).rejects.toThrow('died')
    expect(await db.unindexed.count()).toBe(0)
    await db.products.where('id').above(1).delete()
    expect(await db.unindexed.toArray()).toEqual([{ id: 2 }])
    await db.products.clear()
    expect(await db.unindexed.count()).toBe(2)
  })
})
