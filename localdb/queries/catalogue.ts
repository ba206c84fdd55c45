import { Dexie } from 'dexie'
import type { Category, Product, Store } from '#contract/catalogue.ts'
import type { ListSort } from '#contract/list-sorts.ts'
import type { Readers } from '../read.ts'
import { listKey, type HomeRow } from '../schema.ts'

/** What home shows, with every id already looked up; `home` is undefined until it was fetched once. */
export interface Home { home: HomeRow | undefined; daily: Product[]; recommended: Product[]; hot: Product[]; stores: Store[]; roots: Category[] }

/** The start screen's rows as far as they are on this device. */
export async function homeRows({ catalogue }: Readers): Promise<Home> {
  const [home, roots] = await Promise.all([catalogue.homes.get('home'), catalogue.categories.where('pid').equals(0).toArray()])
  const products = async (ids: number[] = []): Promise<Product[]> => present(await catalogue.products.bulkGet(ids))
  const [daily, recommended, hot, stores] = await Promise.all([
    products(home?.daily), products(home?.recommended), products(home?.hot), catalogue.stores.bulkGet(home?.storeIds ?? []),
  ])
  return { home, daily, recommended, hot, stores: present(stores), roots: roots.sort(bySort) }
}

/** A category between those above and those below it. `known` is false while no category is on this device. */
export interface CategoryPlace { known: boolean; category: Category | undefined; above: Category[]; children: Category[] }

/** Where a category stands in the tree. */
export async function categoryPlace({ catalogue }: Readers, id: number): Promise<CategoryPlace> {
  const all = new Map((await catalogue.categories.toArray()).map((c) => [c.id, c]))
  const category = all.get(id)
  const above: Category[] = []
  for (let up = category && all.get(category.pid); up && above.length < 10; up = all.get(up.pid)) above.unshift(up)
  return { known: all.size > 0, category, above, children: [...all.values()].filter((c) => c.pid === id).sort(bySort) }
}

/** All root categories in their order. */
export const rootCategories = async ({ catalogue }: Readers): Promise<Category[]> => (await catalogue.categories.where('pid').equals(0).toArray()).sort(bySort)

/** Which products a list is of. */
export interface ListQuery {
  categoryId?: number | undefined
  storeId?: number | undefined
  sort: ListSort
  /** Only favourites, in this order. */
  favourites?: boolean
  /** Only products on this device whose title has these words. */
  find?: string
}

/** A list as far as it is on this device. */
export interface ProductRows {
  /** Which list this is: a live query keeps the former answer while the next one is on its way. */
  key: string
  products: Product[]
  /** When the server's own list was fetched; undefined when it never was. */
  at: number | undefined
  /** The key of its next page; null at the end, undefined when it was never fetched. */
  next: string | null | undefined
  /** True when these are not the server's list but whatever fits among the products on this device. */
  kept: boolean
}

/** At most so many products stand in for a list that was never fetched, or are found by their title. */
const KEPT_MAX = 300

/** Names a list with all its filters. */
export const queryKey = (q: ListQuery): string => `${listKey(q)}${q.favourites ? '/favourites' : ''}${q.find ? `/find:${q.find}` : ''}`

/** The products of a list: the server's own order if it was ever fetched, else what is on this device. */
export async function productRows(readers: Readers, q: ListQuery): Promise<ProductRows> {
  const { catalogue } = readers
  const key = queryKey(q)
  if (q.favourites) return { key, products: narrow(await favourites(readers), q), at: undefined, next: null, kept: false }
  if (q.find) return { key, products: narrow(await kept(readers, q, titleHas(q.find)), q), at: undefined, next: null, kept: true }
  const list = await catalogue.lists.get(key)
  if (list) return { key, products: present(await catalogue.products.bulkGet(list.ids)), at: list.at, next: list.next, kept: false }
  return { key, products: narrow(await kept(readers, q), q), at: undefined, next: undefined, kept: true }
}

/** A store by its id, if it is on this device. */
export const storeRow = ({ catalogue }: Readers, id: number): Promise<Store | undefined> => Promise.resolve(catalogue.stores.get(id))

/** The on/off registers that cards show: favourites or follows, by id. */
export type Marks = ReadonlyMap<number, { on: boolean; pending: number }>

/** Favourite marks of all products that have or had one. */
export const favouriteMarks = async ({ user }: Readers): Promise<Marks> =>
  new Map((await user.favourites.toArray()).map((row) => [Number(row.key), { on: row.shown?.on ?? false, pending: row.pending }]))

/** Follow marks of all stores that have or had one. */
export const followMarks = async ({ user }: Readers): Promise<Marks> =>
  new Map((await user.follows.toArray()).map((row) => [Number(row.key), { on: row.shown?.on ?? false, pending: row.pending }]))

async function favourites({ user, catalogue }: Readers): Promise<Product[]> {
  const rows = (await user.favourites.toArray()).filter((row) => row.shown?.on)
  rows.sort((a, b) => b.shown!.at - a.shown!.at)
  return present(await catalogue.products.bulkGet(rows.map((row) => row.shown!.id)))
}

/** Best-selling first by index, so that only as many rows are read as are shown. */
async function kept({ catalogue }: Readers, q: ListQuery, fits: (p: Product) => boolean = () => true): Promise<Product[]> {
  if (q.categoryId !== undefined) {
    const ids = await withDescendants({ catalogue }, q.categoryId)
    const each = await Promise.all(ids.map((id) =>
      catalogue.products.where('[categoryId+sales]').between([id, Dexie.minKey], [id, Dexie.maxKey]).reverse().filter(fits).limit(KEPT_MAX).toArray()))
    return each.flat().sort((a, b) => b.sales - a.sales).slice(0, KEPT_MAX)
  }
  if (q.storeId !== undefined) {
    return catalogue.products.where('[storeId+sales]').between([q.storeId, Dexie.minKey], [q.storeId, Dexie.maxKey]).reverse().filter(fits).limit(KEPT_MAX).toArray()
  }
  return catalogue.products.orderBy(q.sort === 'new' ? 'createdAt' : 'sales').reverse().filter(fits).limit(KEPT_MAX).toArray()
}

async function withDescendants({ catalogue }: Pick<Readers, 'catalogue'>, id: number): Promise<number[]> {
  const all = await catalogue.categories.toArray()
  const ids = [id]
  for (const at of ids) for (const c of all) if (c.pid === at && !ids.includes(c.id)) ids.push(c.id)
  return ids
}

const unitPrice = (p: Product): number => p.ladder[0]?.price ?? 0
const orders: Record<ListSort, ((a: Product, b: Product) => number) | undefined> = {
  all: undefined,
  sales: (a, b) => b.sales - a.sales,
  priceUp: (a, b) => unitPrice(a) - unitPrice(b),
  priceDown: (a, b) => unitPrice(b) - unitPrice(a),
  new: (a, b) => b.createdAt - a.createdAt,
}

/** Sorts, and applies to the one filter what the other has already answered. */
function narrow(products: Product[], q: ListQuery): Product[] {
  const found = q.favourites && q.find ? products.filter(titleHas(q.find)) : products
  const order = orders[q.sort]
  return order ? found.sort(order) : found
}

/** Marks and case do not matter when a title is looked for. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function titleHas(find: string): (p: Product) => boolean {
  const words = plain(find).split(/\s+/).filter(Boolean)
  return (p) => {
    const titles = plain(Object.values(p.title).join('\n'))
    return words.every((word) => titles.includes(word))
  }
}

const bySort = (a: Category, b: Category): number => a.sort - b.sort || a.id - b.id
const present = <T>(rows: (T | undefined)[]): T[] => rows.filter((row) => row !== undefined)
