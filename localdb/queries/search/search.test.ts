import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openCatalogueDb } from '../../open.ts'
import type { StoreRow } from '../../schema.ts'
import { namesQuery } from './search.ts'

const store = (id: number, sales: number): StoreRow => ({
  id,
  name: `Store ${id}`,
  logo: null,
  credit: 0,
  products: 0,
  followers: 0,
  sales,
  turnover: 0,
  currency: 'USD',
  area: null,
  demo: false,
  rev: 1,
})

it('the names for suggestions are read again when there are more or fewer, not when a figure moves', async () => {
  const catalogue = await openCatalogueDb({ indexedDB: new IDBFactory(), IDBKeyRange })
  await catalogue.stores.bulkPut([store(1, 0), store(2, 0)])
  const names = namesQuery()
  const first = await names({ catalogue })
  expect(first.stores.map((s) => s.name)).toEqual(['Store 1', 'Store 2'])
  await catalogue.stores.put(store(1, 7))
  expect(await names({ catalogue })).toBe(first)
  await catalogue.stores.put(store(3, 0))
  expect((await names({ catalogue })).stores.map((s) => [s.id, s.sales])).toEqual([
    [1, 7],
    [2, 0],
    [3, 0],
  ])
  // A search box that is opened again reads them afresh.
  await catalogue.stores.put({ ...store(1, 7), name: 'Renamed' })
  expect((await namesQuery()({ catalogue })).stores[0]!.name).toBe('Renamed')
  catalogue.close()
})
