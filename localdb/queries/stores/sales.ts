import { canShip, isUnder, type SaleFilter } from '#contract/stores/sales.ts'
import { nextStage, orderStages, type OrderStage } from '#contract/orders/stages.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import type { UserReader } from '../../read.ts'
import type { MirrorTables } from '../../schema.ts'

// A store's orders as its screens read them from its desk. What is sealed in them stays so. Of thousands only those are
// read that still ask for something, and the others page by page: a desk opens after ten years as on its first day.

/** An order of the store; `pending` while something done with it is not at the server. */
export interface SaleItem extends Sale {
  pending: boolean
}

/** The orders that ask for something, in no order, and how many there are under the other filters. */
export interface Sales {
  asking: SaleItem[]
  counts: Record<PagedFilter, number>
}

/** The stages in which a store has something to do, or to wait for. */
const OPEN: readonly OrderStage[] = ['paid', 'partlyShipped', 'shipped', 'partlyReceived', 'disputed']
/** Those in which it can send something. */
const SENDING = orderStages.filter((stage) => nextStage(stage, 'shipPart') !== undefined)
/** Those in which an order has ended, by the filter that shows them: their index says all of it. */
const ENDED = { received: ['received', 'assessed'], ended: ['cancelled', 'refunded'] } as const satisfies Partial<
  Record<SaleFilter, readonly OrderStage[]>
>

/** The filters under which there are more orders every year: they are read page by page. */
export type PagedFilter = keyof typeof ENDED | 'all'
export const isPaged = (filter: SaleFilter): filter is PagedFilter => filter === 'all' || filter in ENDED

type Row = MirrorTables['sales']
const itemsOf = (rows: readonly Row[]): SaleItem[] =>
  rows.flatMap(({ shown, pending }) => (shown ? [{ ...shown, pending: pending > 0 }] : []))

const newestFirst = (a: Sale, b: Sale): number => b.createdAt - a.createdAt

/** Orders that ask for something: open ones, and those of which a problem was reported, whatever became of it. */
async function readAsking(user: UserReader): Promise<SaleItem[]> {
  const rows = await Promise.all([
    ...OPEN.map((stage) => user.sales.where('shown.stage').equals(stage).toArray()),
    user.sales.where('shown.reports.length').above(0).toArray(),
  ])
  return itemsOf([...new Map(rows.flat().map((row) => [row.key, row])).values()])
}

/** The store's orders that ask for something, and how many others there are. */
export async function salesAsking(user: UserReader): Promise<Sales> {
  const countOf = async (stages: readonly OrderStage[]): Promise<number> =>
    (await Promise.all(stages.map((stage) => user.sales.where('shown.stage').equals(stage).count()))).reduce(
      (sum, n) => sum + n,
      0,
    )
  const [asking, received, ended, all] = await Promise.all([
    readAsking(user),
    countOf(ENDED.received),
    countOf(ENDED.ended),
    user.sales.orderBy('shown.createdAt').count(),
  ])
  return { asking, counts: { received, ended, all } }
}

/** The number of orders of which the store can send something now, or has a problem to answer. */
export async function ordersWaiting(user: UserReader): Promise<number> {
  const rows = await Promise.all([
    ...SENDING.map((stage) => user.sales.where('shown.stage').equals(stage).toArray()),
    user.sales.where('shown.reports.length').above(0).toArray(),
  ])
  const sales = itemsOf([...new Map(rows.flat().map((row) => [row.key, row])).values()])
  return sales.filter((sale) => canShip(sale) || (sale.reports ?? []).some(({ state }) => state === 'open')).length
}

/** Of the orders that ask for something those under a filter: to be sent as they were paid, others the newest first. */
export function askingUnder(asking: readonly SaleItem[], filter: SaleFilter, now: number): SaleItem[] {
  const waits = filter === 'toShip' || filter === 'late'
  return asking
    .filter((sale) => isUnder(sale, filter, now))
    .sort((a, b) => (waits ? (a.paidAt ?? 0) - (b.paidAt ?? 0) : newestFirst(a, b)))
}

/** A stretch of time: orders that were placed from its beginning on, and before its end (Unix ms). */
export interface Stretch {
  from: number
  before: number
}
export const EVER: Stretch = { from: -Infinity, before: Infinity }

const rangesOf = (user: UserReader, filter: PagedFilter, { from, before }: Stretch) =>
  filter === 'all'
    ? [user.sales.where('shown.createdAt').between(from, before)]
    : ENDED[filter].map((stage) =>
        user.sales.where('[shown.stage+shown.createdAt]').between([stage, from], [stage, before]),
      )

/** The stretch before a time in which so many orders under a filter were placed, by its index alone. */
export async function stretchBefore(
  user: UserReader,
  filter: PagedFilter,
  before: number,
  orders: number,
): Promise<Stretch> {
  const ranges = rangesOf(user, filter, { ...EVER, before })
  const keys = await Promise.all(ranges.map((range) => range.reverse().limit(orders).keys()))
  const times = keys.flat().map((key) => (Array.isArray(key) ? key[1] : key) as number)
  return { from: times.sort((a, b) => b - a)[orders - 1] ?? -Infinity, before }
}

/** The orders under a filter that were placed in a stretch of time, the newest first. */
export const salesWithin =
  (filter: PagedFilter, stretch: Stretch) =>
  async (user: UserReader): Promise<SaleItem[]> => {
    const rows = await Promise.all(rangesOf(user, filter, stretch).map((range) => range.toArray()))
    return itemsOf(rows.flat()).sort(newestFirst)
  }

/** All orders under a filter, however many, in the order in which they are shown. */
export const salesUnder =
  (filter: SaleFilter, now: number) =>
  async (user: UserReader): Promise<SaleItem[]> =>
    isPaged(filter) ? salesWithin(filter, EVER)(user) : askingUnder(await readAsking(user), filter, now)

/** Some of the store's orders by their ids, in that order; those that are not here are left out. */
export const salesById =
  (ids: readonly string[]) =>
  async (user: UserReader): Promise<SaleItem[]> =>
    itemsOf((await user.sales.bulkGet([...ids])).filter((row) => row !== undefined))
