import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { GUEST, type IntentRow, type MetaRows } from '#localdb/schema.ts'
import { product as productOf } from '../../tests/support/catalogue/search-rule.ts'
import { act, newDevice, type TestDevice, type TestTab } from '../../tests/support/device/world.ts'
import type { CheckAt, Checked, Issue } from '../api/checked.ts'

const silent = { fetch: () => Promise.reject<Response>(new TypeError('no network')) }
const line = { id: 7, shopId: 3, variantId: 0 }
const ref = 'cartLines/3:7:0'
let device: TestDevice
let tab: TestTab
beforeEach(() => {
  device = newDevice(silent)
  device.network.faults.offline = true
  tab = device.tab()
})
afterEach(() => device.end())

/** Looks through everything, block by block. */
async function check(repair = false): Promise<Omit<Checked, 'next'> & { blocks: number }> {
  const sum = { rows: 0, intents: 0, issues: [] as Issue[], blocks: 0 }
  for (let at: CheckAt | undefined; ;) {
    const answer = await tab.call('device.check', { at, repair })
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    const { rows, intents, issues, next } = answer.data
    Object.assign(sum, {
      rows: sum.rows + rows,
      intents: sum.intents + intents,
      issues: [...sum.issues, ...issues],
      blocks: sum.blocks + 1,
    })
    if (next === null) return sum
    expect(next.done).toBeLessThanOrEqual(next.of)
    at = next
  }
}
const faults = async (repair?: boolean): Promise<string[]> =>
  (await check(repair)).issues.map((w) => `${w.what} ${w.where}`)

/** Some work that waits: two lines, a favourite, a store. */
async function work(): Promise<void> {
  await act(tab, 'cart.add', { ...line, num: 2, price: 500, currency: 'USD' })
  await act(tab, 'cart.set', { ...line, from: 2, to: 5 })
  await act(tab, 'cart.add', { ...line, id: 8, num: 1, price: 500, currency: 'USD' })
  await act(tab, 'favourite.set', { id: 7, on: true })
  await act(tab, 'follow.set', { id: 3, on: true })
}
const inDb = async <T>(change: (db: Awaited<ReturnType<TestDevice['userDb']>>) => PromiseLike<T>): Promise<T> => {
  const db = await device.userDb(GUEST)
  try {
    return await change(db)
  } finally {
    db.close()
  }
}
const outbox = () => inDb((db) => db.outbox.toArray())
const shown = () => inDb(async (db) => (await db.cartLines.get('3:7:0'))?.shown?.num)

describe('a check of what is kept on this device', () => {
  it('finds nothing on a healthy one, and says how much it looked at', async () => {
    await work()
    expect(await check()).toMatchObject({ rows: 4, intents: 5, issues: [] })
  })

  it('finds and mends a row that shows something else, while intents wait on it', async () => {
    await work()
    await inDb((db) =>
      db.cartLines
        .where('key')
        .equals('3:7:0')
        .modify((row) => {
          row.shown!.num = 99
        }),
    )
    const before = await outbox()
    expect(await faults()).toEqual([`shown ${ref}`])
    expect(await shown()).toBe(99)
    expect(await faults(true)).toEqual([`shown ${ref}`])
    expect(await shown()).toBe(5)
    expect(await faults()).toEqual([])
    expect(await outbox()).toEqual(before)
  })

  it('finds and mends wrong counts, marks, rows of nothing and rows that are not there', async () => {
    await work()
    await inDb(async (db) => {
      await db.favourites.where('key').equals('7').modify({ pending: 3 })
      await db.follows.where('key').equals('3').modify({ conflict: true })
      await db.cartLines.put({
        key: '9:9:0',
        server: null,
        shown: { id: 9, shopId: 9, variantId: 0, num: 4, ticked: true, seenPrice: 1, currency: 'USD', at: 0 },
        rev: 0,
        pending: 0,
        conflict: false,
      })
      await db.cartLines.delete('3:7:0')
    })
    expect((await faults(true)).sort()).toEqual([
      `marks favourites/7`,
      `marks follows/3`,
      `missing ${ref}`,
      'stray cartLines/9:9:0',
    ])
    expect(await check()).toMatchObject({ rows: 4, issues: [] })
    expect(await shown()).toBe(5)
  })

  it('tells of intents that cannot be read or stand on keys that are not theirs, and touches none', async () => {
    await work()
    await inDb(async (db) => {
      const [first, , third] = await db.outbox.toArray()
      await db.outbox.put({ ...third!, keys: ['favourites/7'] })
      await db.outbox.add({
        ...first!,
        seq: 90,
        intentId: 'nonsense',
        payload: { num: 'many' },
        keys: ['nowhere/1'],
        lanes: ['nowhere'],
      } as IntentRow)
      await db.outbox.add({ ...first!, seq: 91, intentId: 'of another', incarnation: 'anotherstore0001' } as IntentRow)
    })
    const before = await outbox()
    const issues = (await check(true)).issues.filter((w) => w.what === 'intent')
    expect(issues.map((w) => [w.where, w.repairable])).toEqual([
      [before[2]!.intentId, false],
      ['nonsense', false],
      ['of another', false],
    ])
    expect(await outbox()).toEqual(before)
  })

  it('goes block by block: none of them is long, and what is recorded meanwhile is no fault', async () => {
    await work()
    const [first] = await outbox()
    await inDb(async (db) => {
      const favourite = (key: string) => ({
        key,
        server: { id: Number(key), on: true, at: 0 },
        shown: { id: Number(key), on: true, at: 0 },
        rev: 1,
        pending: 0,
        conflict: false,
      })
      await db.favourites.bulkPut(Array.from({ length: 1700 }, (_, i) => favourite(String(1000 + i))))
      await db.favourites.where('key').equals('2400').modify({ shown: null })
      expect(first).toBeDefined()
    })
    const going = check()
    for (let id = 2000; id < 2040; id++) await act(tab, 'favourite.set', { id, on: false })
    const { issues, blocks, rows } = await going
    expect(issues.map((w) => w.where)).toEqual(['favourites/2400'])
    expect(rows).toBeGreaterThanOrEqual(1704)
    expect(blocks).toBeGreaterThan(8)
  })

  it('says so when the database is no longer the one that was opened', async () => {
    await work()
    await inDb(async (db) =>
      db.meta.put({ ...((await db.meta.get('fence')) as MetaRows['fence']), incarnation: 'another-one-0001' }),
    )
    expect(await faults(true)).toEqual(['fence meta/fence'])
  })
})

describe('a check of the search index', () => {
  const product = (id: number, title: string, more: Partial<Product> = {}): Product =>
    productOf(id, { en: title }, more)
  const search = async (query: string): Promise<number[]> => {
    const answer = await tab.call('search.device', { query, limit: 9 })
    return answer.kind === 'accepted' ? answer.data.ids : []
  }
  const catalogue = async (
    change: (db: Awaited<ReturnType<TestDevice['catalogueDb']>>) => PromiseLike<unknown>,
  ): Promise<void> => {
    const db = await device.catalogueDb()
    await change(db)
    db.close()
  }
  /** Products, all of them in the stored index. */
  async function indexed(): Promise<void> {
    device.clock.speed = 1000
    await catalogue((db) =>
      db.products.bulkPut([product(1, 'Blue kettle'), product(2, 'Green kettle'), product(3, 'Lamp')]),
    )
    await search('kettle')
    await expect
      .poll(async () => {
        let left = -1
        await catalogue(async (db) => {
          left = await db.unindexed.count()
        })
        return left
      })
      .toBe(0)
  }

  it('finds nothing on a healthy one, nor where something is noted to be indexed yet', async () => {
    await indexed()
    expect(await faults()).toEqual([])
    await catalogue((db) => db.products.put(product(4, 'New lamp')))
    await catalogue((db) => db.products.delete(3))
    expect(await faults()).toEqual([])
  })

  it('finds parts that say something else than the products, and rebuilds the index', async () => {
    await indexed()
    await catalogue(async (db) => {
      await db.products.bulkPut([product(1, 'Blue teapot'), product(4, 'Nobody knows me')])
      await db.products.put(product(2, 'Green kettle', { stock: 0 }))
      await db.products.delete(3)
      await db.unindexed.clear()
    })
    expect((await faults()).sort()).toEqual([
      'search products/1',
      'search products/2',
      'search products/3',
      'search products/4',
    ])
    await faults(true)
    expect(await faults()).toEqual([])
    await expect.poll(() => search('teapot')).toEqual([1])
    expect(await search('nobody')).toEqual([4])
    expect(await search('lamp')).toEqual([])
    expect(await faults()).toEqual([])
  })
})
