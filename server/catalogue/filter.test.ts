import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minorPlaces } from '#contract/currencies/money.ts'
import { readRate } from '#contract/currencies/rates.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { COUNTED_MAX, passes, type ListFilter } from '#contract/catalogue/filter.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Output } from '#contract/registry.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { seededRandom } from '../seed/random.ts'
import { convert, ratesIn, type Fraction } from '#contract/currencies/exchange.ts'
import { setRate } from '../rates/operator.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import type { Call } from '../http/handlers.ts'
import { productList } from './list.ts'

const converted = (amount: number, currency: string, rate: Fraction): number | undefined =>
  convert(amount, currency, 'USD', ratesIn([{ id: 0, currency, at: 0, ...rate }]))

const random = seededRandom(20_260_711)
const currencies = ['USD', 'EUR', 'JPY', 'KWD', 'XAF']
const areas = ['DE', 'JP', null]
const some = <T>(value: T): T | undefined => (random.chance(0.5) ? value : undefined)

let database: OpenDatabase
let call: Call
const areaOf = new Map<number, string | null>()
beforeAll(async () => {
  database = await openDatabase()
  call = { db: database.db, user: null, tokenHash: null, device: '', language: 'en', from: 'test', now: () => 0 }
  for (const [currency, rate] of [
    ['EUR', '1.0835'],
    ['JPY', '0.0067'],
    ['KWD', '3.25'],
  ] as const)
    await setRate(database.db, [currency, rate])
  for (let store = 0; store < 9; store++) {
    const goods = Array.from({ length: 30 }, () => ({
      currency: random.pick(currencies),
      ladder: [{ from: 1, price: random.pick([0, 1, random.whole(1, 2000), random.whole(1, 9_000_000)]) }],
      stock: random.pick([0, 1, 500]),
      minimum: random.pick([1, 2, 12, 100]),
    }))
    const { shopId } = await makeShop(database.db, goods)
    areaOf.set(shopId, random.pick(areas))
    await database.db
      .updateTable('stores')
      .set({ area: areaOf.get(shopId)! })
      .where('id', '=', shopId)
      .execute()
  }
})
afterAll(() => database.close())

async function list(input: object): Promise<Output<'catalogue.products'>> {
  const answer = await productList(call, endpoints['catalogue.products'].input.parse(input))
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return endpoints['catalogue.products'].output.parse(answer.data)
}
async function all(input: object): Promise<Product[]> {
  const found: Product[] = []
  let total: number | undefined
  for (let after: string | null | undefined; after !== null;) {
    const page = await list({ ...input, ...(after === undefined ? {} : { after }) })
    expect(page.ids).toEqual(page.products.map((p) => p.id))
    const { products, stores, ...brief } = await list({
      ...input,
      brief: true,
      ...(after === undefined ? {} : { after }),
    })
    expect([products, stores, brief]).toEqual([
      [],
      [],
      { ids: page.ids, next: page.next, ...(after === undefined && { total: page.total }) },
    ])
    if (after === undefined) total = page.total
    found.push(...page.products)
    after = page.next
  }
  expect(total).toBe(Math.min(found.length, COUNTED_MAX))
  return found
}

describe('what narrows a list', () => {
  it('lets through in SQL exactly what `passes` lets through', async () => {
    const everything = await all({})
    expect(everything.length).toBe(270)
    const lengths = new Set<number>()
    for (let round = 0; round < 60; round++) {
      const worth = random.pick(everything).worth ?? 100
      const filter: ListFilter = {
        priceFrom: some(random.pick([0, worth, worth + 1])),
        priceTo: some(random.pick([worth, worth * 3, Math.max(0, worth - 1)])),
        minimum: some(random.pick([1, 2, 11, 12, 2_147_483_648])),
        inStock: some(random.chance(0.7)),
        area: some(random.pick(['DE', 'JP', 'FR'])),
      }
      const found = await all(filter)
      const expected = everything.filter((p) => passes(p, { area: areaOf.get(p.storeId) ?? null }, filter))
      expect(
        found.map((p) => p.id),
        JSON.stringify(filter),
      ).toEqual(expected.map((p) => p.id))
      lengths.add(found.length)
    }
    expect(lengths.size).toBeGreaterThan(10)
  })

  it('works within a store, and with every order', async () => {
    const [storeId] = areaOf.keys()
    const of = await all({ storeId, inStock: true })
    expect(of.length).toBeGreaterThan(3)
    for (const sort of ['sales', 'priceUp', 'priceDown', 'new']) {
      const found = await all({ storeId, inStock: true, sort })
      expect(found.map((p) => p.id).toSorted((a, b) => a - b)).toEqual(of.map((p) => p.id).toSorted((a, b) => a - b))
    }
  })
})

describe('worth', () => {
  it('is what the exchange reckons, for every currency', async () => {
    const rates = await database.db.selectFrom('exchange_rates').selectAll().execute()
    for (const p of await all({})) {
      const rate = rates.find((r) => r.currency === p.currency)
      const price = p.ladder[0]!.price
      expect(p.worth, `${price} ${p.currency}`).toBe(
        p.currency === 'USD' ? price : rate ? converted(price, p.currency, rate) : null,
      )
    }
    for (const [amount, currency, rate] of [
      [9_007_199_254_740_991, 'EUR', '0.5'],
      [9_007_199_254_740_991, 'EUR', '2'],
      [1, 'IDR', '0.00006'],
      [15_000, 'JPY', '0.0067'],
      [1500, 'KWD', '3.25'],
    ] as const) {
      const { numerator, denominator } = readRate(rate)!
      await database.db
        .transaction()
        .execute(async (tx) => {
          await sql`insert into exchange_rates values (${currency}, ${numerator}, ${denominator}) on conflict (currency) do update set numerator = excluded.numerator, denominator = excluded.denominator`.execute(
            tx,
          )
          const { rows } = await sql<{
            worth: number | null
          }>`select worth_of(${amount}::bigint, ${currency}) as worth`.execute(tx)
          expect(rows[0]!.worth, `${amount} ${currency}`).toBe(
            converted(amount, currency, { numerator, denominator }) ?? null,
          )
          throw new Error('undo')
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'undo')) throw error
        })
    }
  })

  it('knows the minor units that the contract knows', async () => {
    const codes = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYI', 'UYW', 'USDT']
    const { rows } = await sql<{
      code: string
      places: number
    }>`select code, minor_places(code) as places from unnest(${codes}::text[]) as code`.execute(database.db)
    expect(rows.filter((r) => r.places !== minorPlaces(r.code))).toEqual([])
  })

  it('puts the cheapest first and the dearest, and what has none last in both orders', async () => {
    for (const sort of ['priceUp', 'priceDown'] as const) {
      const worths = (await all({ sort })).map((p) => p.worth!)
      const known = worths.filter((w) => w !== null)
      expect(known.length).toBeLessThan(worths.length)
      expect(worths.slice(0, known.length)).toEqual(known.toSorted((a, b) => (sort === 'priceUp' ? a - b : b - a)))
    }
  })

  it('follows a rate, which is a change of those products and of no other', async () => {
    const before = new Map((await all({})).map((p) => [p.id, p]))
    await setRate(database.db, ['EUR', '2'])
    for (const p of await all({})) {
      const old = before.get(p.id)!
      const touched = p.worth !== old.worth
      expect(touched).toBe(p.currency === 'EUR' && old.ladder[0]!.price > 0)
      expect(p.rev > old.rev).toBe(touched)
    }
    const { rev } = await database.db.selectFrom('catalogue_feed').select('rev').executeTakeFirstOrThrow()
    await setRate(database.db, ['EUR', '2'])
    expect((await all({})).every((p) => p.rev <= rev)).toBe(true)
  })
})
