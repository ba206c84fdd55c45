import type { Category, Product } from '#contract/schema/catalogue.ts'
import type { Readers } from '../read.ts'
import type { HomeRow, StoreRow } from '../schema.ts'

/** What home shows, with every id already looked up; `home` is undefined until it was fetched once. */
export interface Home {
  home: HomeRow | undefined
  daily: Product[]
  recommended: Product[]
  hot: Product[]
  stores: StoreRow[]
  roots: Category[]
}

/** The start screen's rows as far as they are on this device. */
export async function homeRows({ catalogue }: Readers): Promise<Home> {
  const [home, roots] = await Promise.all([
    catalogue.homes.get('home'),
    catalogue.categories.where('pid').equals(0).toArray(),
  ])
  const products = async (ids: number[] = []): Promise<Product[]> => present(await catalogue.products.bulkGet(ids))
  const [daily, recommended, hot, stores] = await Promise.all([
    products(home?.daily),
    products(home?.recommended),
    products(home?.hot),
    catalogue.stores.bulkGet(home?.storeIds ?? []),
  ])
  return { home, daily, recommended, hot, stores: present(stores), roots: roots.sort(bySort) }
}

/** A category between those above and those below it. `known` is false while no category is on this device. */
export interface CategoryPlace {
  known: boolean
  category: Category | undefined
  above: Category[]
  children: Category[]
}

/** Where a category stands in the tree. */
export async function categoryPlace({ catalogue }: Readers, id: number): Promise<CategoryPlace> {
  const all = new Map((await catalogue.categories.toArray()).map((c) => [c.id, c]))
  const category = all.get(id)
  const above: Category[] = []
  for (let up = category && all.get(category.pid); up && above.length < 10; up = all.get(up.pid)) above.unshift(up)
  return { known: all.size > 0, category, above, children: [...all.values()].filter((c) => c.pid === id).sort(bySort) }
}

/** All root categories in their order. */
export const rootCategories = async ({ catalogue }: Readers): Promise<Category[]> =>
  (await catalogue.categories.where('pid').equals(0).toArray()).sort(bySort)

const bySort = (a: Category, b: Category): number => a.sort - b.sort || a.id - b.id
const present = <T>(rows: (T | undefined)[]): T[] => rows.filter((row) => row !== undefined)
