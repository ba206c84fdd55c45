import type { Category, Product } from '#contract/catalogue/schema.ts'
import type { Readers } from '../../read.ts'
import type { HomeRow, StoreRow } from '../../schema.ts'

/** The content of the home screen, with every id already looked up; `home` is undefined until it was fetched once. */
export interface Home {
  home: HomeRow | undefined
  daily: Product[]
  recommended: Product[]
  hot: Product[]
  deals: Product[]
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
  const [daily, recommended, hot, deals, stores] = await Promise.all([
    products(home?.daily),
    products(home?.recommended),
    products(home?.hot),
    products(home?.deals),
    catalogue.stores.bulkGet(home?.storeIds ?? []),
  ])
  // A deal that has ended meanwhile is left out.
  return {
    home,
    daily,
    recommended,
    hot,
    deals: deals.filter(({ deal }) => deal),
    stores: present(stores),
    roots: roots.sort(bySort),
  }
}

/** All root categories in their order. */
export const rootCategories = async ({ catalogue }: Readers): Promise<Category[]> =>
  (await catalogue.categories.where('pid').equals(0).toArray()).sort(bySort)

/** Categories as their siblings stand. */
export const bySort = (a: Category, b: Category): number => a.sort - b.sort || a.id - b.id
const present = <T>(rows: (T | undefined)[]): T[] => rows.filter((row) => row !== undefined)
