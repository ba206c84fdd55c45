import type { Product, Store } from '#contract/catalogue/schema.ts'
import { passes, productWorth, type ListFilter } from '#contract/catalogue/filter.ts'
import { orderableFirst, type ListSort, type SearchSort } from '#contract/lists/sorts.ts'
import { comesLast } from '#contract/catalogue/orderable.ts'
import type { Readers } from '../../read.ts'
import type { CachedListRow } from '../../schema.ts'
import { listKey } from '../../list-keys.ts'
import { walkSorted, type RowSource } from './walk.ts'

export type { CachedListRow }

/** Which products a list is of. */
export interface ListQuery extends ListFilter {
  /** The text of a search; without it the list is of the category, the store, or everything. */
  query?: string | undefined
  categoryId?: number | undefined
  storeId?: number | undefined
  sort: ListSort | SearchSort
  /** Only favourites. */
  favourites?: boolean | undefined
}

/** Names a list with all its filters. */
export const queryKey = (q: ListQuery): string => `${listKey(q)}${q.favourites ? '/favourites' : ''}`

/** A list in the server's own order, if it was ever fetched. */
export const listRow = async (
  { catalogue }: Readers,
  key: string,
): Promise<{ key: string; row: CachedListRow | undefined }> => ({ key, row: await catalogue.lists.get(key) })

/** Products by their ids, in that order; those that are not on this device are left out. */
export const productsByIds = async (
  { catalogue }: Pick<Readers, 'catalogue'>,
  ids: readonly number[],
): Promise<Product[]> => (await catalogue.products.bulkGet([...ids])).filter((row) => row !== undefined)

/** All favourites, newest first. */
async function favouriteIds({ user }: Readers): Promise<number[]> {
  const rows = (await user.favourites.toArray()).filter((row) => row.shown?.on)
  return rows.sort((a, b) => b.shown!.at - a.shown!.at).map((row) => row.shown!.id)
}

/** The favourites that fit, newest first or in another order; `ids` are those of all. */
export async function favouriteProducts(
  readers: Readers,
  q: ListQuery,
): Promise<{ ids: number[]; products: Product[] }> {
  const ids = await favouriteIds(readers)
  const fits = await fitting(readers, q)
  const products = (await productsByIds(readers, ids)).filter(fits)
  if (q.sort === 'all') return { ids, products }
  const { compare } = orders[q.sort]
  const last = (p: Product): number => Number(orderableFirst(q.sort) && comesLast(p))
  return { ids, products: products.sort((a, b) => last(a) - last(b) || compare(a, b)) }
}

/**
 * The first products on this device that a list would have, in its order, by index: no more rows are read than its
 * filters demand.
 */
export async function keptProducts(
  readers: Pick<Readers, 'catalogue'>,
  q: ListQuery,
  limit: number,
): Promise<Product[]> {
  const fits = await fitting(readers, q)
  if (!orderableFirst(q.sort)) return inOrder(readers, q, limit, fits)
  const here = await inOrder(readers, q, limit, (p) => !comesLast(p) && fits(p))
  const rest = limit - here.length
  return rest === 0 ? here : [...here, ...(await inOrder(readers, q, rest, (p) => comesLast(p) && fits(p)))]
}

async function inOrder(
  readers: Pick<Readers, 'catalogue'>,
  q: ListQuery,
  limit: number,
  fits: (p: Product) => boolean,
): Promise<Product[]> {
  const { catalogue } = readers
  const { field, up, compare } = orders[q.sort]
  const [prefix, ids] = await branches(readers, q)
  const ranged = (by: string, from: number | undefined, to: number | undefined) => (id: number | undefined) => {
    const [least, most] = [from ?? -Infinity, to ?? Infinity]
    return id === undefined
      ? catalogue.products.where(by).between(least, most, true, true)
      : catalogue.products.where(`[${prefix}+${by}]`).between([id, least], [id, most], true, true)
  }
  const sources = (range: ReturnType<typeof ranged>, reverse: boolean): RowSource<Product>[] =>
    ids.map((id) => (block) => (reverse ? range(id).reverse() : range(id)).limit(block).toArray())

  if (field !== 'worth') return walkSorted(sources(ranged(field, undefined, undefined), !up), compare, fits, limit)
  const priced = await walkSorted(sources(ranged('worth', q.priceFrom, q.priceTo), !up), compare, fits, limit)
  if (priced.length === limit) return priced
  // A product without a worth is in no index of it, and comes last, by its id alone. Only keys are read to find it.
  const all = (by: string) => ids.map(ranged(by, undefined, undefined))
  const counts = await Promise.all(['sales', 'worth'].map((by) => Promise.all(all(by).map((range) => range.count()))))
  if (counts[0]!.every((count, n) => count === counts[1]![n])) return priced
  const keys = async (by: string): Promise<number[]> =>
    (await Promise.all(all(by).map((range) => range.primaryKeys()))).flat()
  const worthy = new Set(await keys('worth'))
  const byId = up ? (a: number, b: number) => a - b : (a: number, b: number) => b - a
  const rest = (await keys('sales')).filter((id) => !worthy.has(id)).sort(byId)
  const source: RowSource<Product> = (block) => productsByIds(readers, rest.slice(0, block))
  return [...priced, ...(await walkSorted([source], (a, b) => byId(a.id, b.id), fits, limit - priced.length))]
}

/** A sort order as the index has it: products of equal value are in the order of their ids. */
interface Order {
  field: 'sales' | 'monthlySales' | 'createdAt' | 'worth'
  up: boolean
  compare(a: Product, b: Product): number
}
const order = (field: Order['field'], up: boolean, value: (p: Product) => number): Order => ({
  field,
  up,
  compare: up ? (a, b) => value(a) - value(b) || a.id - b.id : (a, b) => value(b) - value(a) || b.id - a.id,
})
const bySellingNow = order('monthlySales', false, (p) => p.monthlySales)
// As on the server (product-orders.ts): products without a worth come last both ways.
const orders: Record<ListSort | SearchSort, Order> = {
  all: bySellingNow,
  best: bySellingNow,
  sales: order('sales', false, (p) => p.sales),
  new: order('createdAt', false, (p) => p.createdAt),
  priceUp: order('worth', true, (p) => productWorth(p) ?? Number.MAX_SAFE_INTEGER),
  priceDown: order('worth', false, (p) => productWorth(p) ?? -1),
}

/**
 * The index ranges that a list is made of: one for each category below its own, one for its store, or one for
 * everything.
 */
async function branches(
  { catalogue }: Pick<Readers, 'catalogue'>,
  q: ListQuery,
): Promise<['categoryId' | 'storeId' | undefined, (number | undefined)[]]> {
  if (q.categoryId !== undefined) {
    const all = await catalogue.categories.toArray()
    const ids = [q.categoryId]
    for (const at of ids) for (const c of all) if (c.pid === at && !ids.includes(c.id)) ids.push(c.id)
    return ['categoryId', ids]
  }
  return q.storeId === undefined ? [undefined, [undefined]] : ['storeId', [q.storeId]]
}

/** The list's filter, over the stores on this device where it asks whence they ship. */
async function fitting({ catalogue }: Pick<Readers, 'catalogue'>, q: ListQuery): Promise<(p: Product) => boolean> {
  const stores = new Map<number, Store>(
    q.area === undefined ? [] : (await catalogue.stores.toArray()).map((store) => [store.id, store]),
  )
  return (p) => passes(p, stores.get(p.storeId), q) && (q.storeId === undefined || p.storeId === q.storeId)
}
