import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canShip, isUnder, saleFilters, type SaleFilter } from '#contract/stores/sales.ts'
import { orderStages } from '#contract/orders/stages.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { openUserDb } from '../../open.ts'
import type { UserReader } from '../../read.ts'
import {
  askingUnder,
  EVER,
  isPaged,
  ordersWaiting,
  salesAsking,
  salesUnder,
  salesWithin,
  stretchBefore,
} from './sales.ts'

// The queries by index find what a look at every order finds, whatever stages, parcels and reports there are.

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000
let db: Awaited<ReturnType<typeof openUserDb>>
const all: Sale[] = []

/** Numbers of a fixed seed, at least 0 and below so much. */
let seed = 7
const draw = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 65_536) % below
}

function anOrder(n: number): Sale {
  const stage = orderStages[draw(orderStages.length)]!
  const line = { id: 1, variantId: 0, num: 3, price: 100 }
  const parcels = Array.from({ length: draw(4) }, (_, i) => ({
    ...{
      n: i + 1,
      lines: [{ id: 1, variantId: 0, num: 1 }],
      receivedAt: null,
      amount: 100,
      refunded: 0,
      replaces: null,
    },
  }))
  const reports = Array.from({ length: draw(4) === 0 ? 1 : 0 }, () => ({ state: draw(2) ? 'open' : 'accepted' }))
  return {
    ...{ id: `order-${n}`, number: `N${n}`, buyer: '', state: 'paid', stage, lines: [line], parcels, reports },
    ...{ createdAt: NOW - draw(90) * DAY, paidAt: draw(5) === 0 ? null : NOW - draw(90) * DAY, shipBy: null },
  } as unknown as Sale
}

beforeAll(async () => {
  db = await openUserDb('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  for (let n = 0; n < 400; n++) all.push(anOrder(n))
  const rows = all.map((shown) => ({ key: shown.id, server: shown, shown, rev: 1, pending: 0, conflict: false }))
  const gone = { key: 'gone', server: null, shown: null, rev: 2, pending: 0, conflict: false }
  await db.sales.bulkPut([...rows, gone])
})
afterAll(() => db.close())

const reader = (): UserReader => db as unknown as UserReader
const under = (filter: SaleFilter): Sale[] => all.filter((sale) => isUnder(sale, filter, NOW))
const newestFirst = (a: Sale, b: Sale): number => b.createdAt - a.createdAt
const ids = (sales: readonly Sale[]): string[] => sales.map(({ id }) => id).sort()

it('counts the orders that wait for the store, each once', async () => {
  const waiting = all.filter((sale) => canShip(sale) || sale.reports?.some(({ state }) => state === 'open'))
  expect(waiting.length).toBeGreaterThan(10)
  expect(await ordersWaiting(reader())).toBe(waiting.length)
})

it.each(saleFilters.filter((filter) => !isPaged(filter)))('finds the orders under %s', async (filter) => {
  const { asking } = await salesAsking(reader())
  const items = askingUnder(asking, filter, NOW)
  const waits = filter === 'toShip' || filter === 'late'
  const key = (sale: Sale): number => (waits ? (sale.paidAt ?? 0) : sale.createdAt)
  const expected = under(filter).sort((a, b) => (waits ? key(a) - key(b) : newestFirst(a, b)))
  expect(expected.length).toBeGreaterThan(10)
  expect(ids(items)).toEqual(ids(expected))
  expect(items.map(key)).toEqual(expected.map(key))
})

it.each(saleFilters.filter((filter) => isPaged(filter)))('finds the orders under %s page by page', async (filter) => {
  const pages: Sale[][] = []
  for (let before = Infinity; before > -Infinity;) {
    const stretch = await stretchBefore(reader(), filter, before, 25)
    pages.push(await salesWithin(filter, stretch)(reader()))
    before = stretch.from
  }
  const expected = under(filter).sort(newestFirst)
  expect(pages.length).toBeGreaterThan(2)
  // Several of one millisecond are on one page.
  expect(pages.slice(0, -1).every((page) => page.length >= 25 && page.length < 50)).toBe(true)
  expect(ids(pages.flat())).toEqual(ids(expected))
  expect(pages.flat().map(({ createdAt }) => createdAt)).toEqual(expected.map(({ createdAt }) => createdAt))
  expect(await salesWithin(filter, EVER)(reader())).toHaveLength(expected.length)
})

it.each(saleFilters)('reads at once what is shown under %s', async (filter) => {
  const items = await salesUnder(filter, NOW)(reader())
  expect(ids(items)).toEqual(ids(under(filter)))
  const pages = isPaged(filter) ? await salesWithin(filter, EVER)(reader()) : undefined
  expect(items).toEqual(pages ?? askingUnder((await salesAsking(reader())).asking, filter, NOW))
})

it('counts the orders that ask for nothing', async () => {
  const { counts } = await salesAsking(reader())
  expect(counts).toEqual({ received: under('received').length, ended: under('ended').length, all: all.length })
})
