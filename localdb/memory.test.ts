import { expect, it } from 'vitest'
import { memoryReaders, NotInMemory } from './memory.ts'
import { rootCategories } from './queries/catalogue/home.ts'
import { keptProducts, listRow } from './queries/catalogue/lists.ts'
import { status } from './queries/sync/status.ts'

const category = (id: number, pid: number, sort: number) => ({ id, pid, sort, name: { en: `C${id}` }, picture: null })
const list = (ids: number[]) => ({ key: 'all/all', ids, next: null, at: 1 })
const readers = () =>
  memoryReaders({
    products: [],
    stores: [],
    categories: [category(1, 0, 2), category(2, 0, 1), category(3, 1, 1)],
    details: [],
    lists: [list([1]), list([1, 2])],
    homes: [],
    reviews: [],
    rates: [],
    site: [],
    articles: [],
    articleGroups: [],
    feed: [],
  })

it('queries read rows in memory as they read a database, of equal keys the last', async () => {
  expect((await rootCategories(readers())).map((c) => c.id)).toEqual([2, 1])
  expect((await listRow(readers(), 'all/all')).row?.ids).toEqual([1, 2])
  expect((await listRow(readers(), 'all/new')).row).toBeUndefined()
})

it('it is nobody’s device: every table of a person is empty', async () => {
  expect(await status(readers().user)).toMatchObject({ session: 'none', waiting: 0, needsYou: 0 })
})

it('what only an index can do is refused by name', async () => {
  await expect(keptProducts(readers(), { sort: 'all' }, 20)).rejects.toBeInstanceOf(NotInMemory)
})
