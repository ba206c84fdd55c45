import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANGES_PAGE } from '#contract/catalogue/schema-endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Output } from '#contract/registry.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { catalogueTransaction, heardCatalogue } from '../feed/catalogue-feed.ts'
import { onCatalogueChange } from '../feed/listeners.ts'
import { setPrice } from '../products/operator.ts'
import { setRate } from '../rates/operator.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import type { Call } from '../http/handlers.ts'
import { catalogueChanges } from './changes.ts'

type Changes = Output<'catalogue.changes'>
let database: OpenDatabase
let call: Call
beforeAll(async () => {
  database = await openDatabase()
  call = { db: database.db, user: null, tokenHash: null, device: '', language: 'en', from: 'test', now: () => 0 }
})
afterAll(() => database.close())

async function ask(cursor?: string): Promise<Changes> {
  const answer = await catalogueChanges(
    call,
    endpoints['catalogue.changes'].input.parse(cursor === undefined ? {} : { cursor }),
  )
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return endpoints['catalogue.changes'].output.parse(answer.data)
}
/** Everything since a cursor, page after page. */
async function since(
  cursor: string,
): Promise<{ products: number[]; stores: number[]; categories: number; rates: number; pages: number; cursor: string }> {
  const all = { products: [] as number[], stores: [] as number[], categories: 0, rates: 0, pages: 0, cursor }
  for (let more = true; more;) {
    const page = await ask(all.cursor)
    expect(page.reset).toBe(false)
    expect(page.productIds.length + page.storeIds.length).toBeLessThanOrEqual(CHANGES_PAGE)
    all.products.push(...page.productIds)
    all.stores.push(...page.storeIds)
    all.categories += Number(page.categories)
    all.rates += Number(page.rates)
    all.pages++
    all.cursor = page.cursor
    more = page.more
  }
  return all
}

describe('changes of the catalogue', () => {
  it('begin where the catalogue stands, and tell each change once', async () => {
    const old = await makeShop(database.db, [{}, {}])
    const start = await ask()
    expect(start).toEqual({
      productIds: [],
      storeIds: [],
      categories: false,
      rates: false,
      cursor: start.cursor,
      more: false,
      reset: false,
    })
    expect(await since(start.cursor)).toMatchObject({ products: [], stores: [], categories: 0, cursor: start.cursor })
    await setPrice(database.db, [String(old.ids[1]), '777'])
    const fresh = await makeShop(database.db, [{}])
    const changes = await since(start.cursor)
    expect(changes).toMatchObject({ products: [old.ids[1], fresh.ids[0]], stores: [fresh.shopId], categories: 1 })
    expect(await since(changes.cursor)).toMatchObject({ products: [], stores: [], categories: 0 })
  })

  it('name products that are no longer sold, those that a rate touches, and stores whose shown row changed, whoever changed it', async () => {
    const { shopId, ids } = await makeShop(database.db, [{}, { currency: 'EUR' }])
    let { cursor } = await ask()
    const next = async (): Promise<Awaited<ReturnType<typeof since>>> => {
      const changes = await since(cursor)
      cursor = changes.cursor
      return changes
    }
    await catalogueTransaction(database.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ offered: false, rev }).where('id', '=', ids[0]!).execute(),
    )
    expect(await next()).toMatchObject({ products: [ids[0]], stores: [] })
    await setRate(database.db, ['EUR', '1.5'])
    expect(await next()).toMatchObject({ products: [ids[1]], stores: [], rates: 1 })
    expect(await next()).toMatchObject({ rates: 0 })
    for (const shown of [
      { name: 'Another' },
      { area: 'PT' },
      { logo: JSON.stringify({ src: 'x', tint: '#ffffff' }) },
      { currency: 'CHF' },
    ]) {
      await database.db.updateTable('stores').set(shown).where('id', '=', shopId).execute()
      expect(await next(), JSON.stringify(shown)).toMatchObject({ products: [], stores: [shopId], categories: 0 })
    }
    await database.db.updateTable('stores').set({ name: 'Another', shipping: 5 }).where('id', '=', shopId).execute()
    expect(await next()).toMatchObject({ products: [], stores: [] })
    await database.db.updateTable('categories').set({ sort: 7 }).execute()
    expect(await next()).toMatchObject({ products: [], stores: [], categories: 1 })
  })

  it('miss and repeat nothing when pages end in the midst of a rev', async () => {
    const { cursor } = await ask()
    const many = Math.floor(CHANGES_PAGE * 1.3)
    const shops = []
    for (let i = 0; i < 2; i++)
      shops.push(
        await makeShop(
          database.db,
          Array.from({ length: 3 }, () => ({})),
        ),
      )
    await catalogueTransaction(database.db, async ({ tx, rev }) => {
      const { category_id, store_id } = await tx
        .selectFrom('products')
        .select(['category_id', 'store_id'])
        .executeTakeFirstOrThrow()
      for (let from = 0; from < many; from += 500) {
        await tx
          .insertInto('products')
          .values(
            Array.from({ length: Math.min(500, many - from) }, (_, i) => ({
              store_id,
              category_id,
              category_ids: [category_id],
              source_id: `many:${from + i}`,
              title: '{"en":"x"}',
              description: '{}',
              brand: null,
              source_hash: null,
              tokens: null,
              pictures: '[]',
              attributes: '[]',
              currency: 'USD',
              ladder: '[{"from":1,"price":5}]',
              price: 5,
              rev,
            })),
          )
          .execute()
      }
    })
    shops.push(await makeShop(database.db, [{}]))
    const changes = await since(cursor)
    const added = await database.db.selectFrom('products').select('id').where('source_id', 'like', 'many:%').execute()
    expect(changes.pages).toBe(2)
    expect(changes.products.toSorted((a, b) => a - b)).toEqual(
      [...added.map((p) => p.id), ...shops.flatMap((s) => s.ids)].toSorted((a, b) => a - b),
    )
    expect(changes.stores).toEqual(shops.map((s) => s.shopId))
    expect(changes.categories).toBeGreaterThan(0)
  })

  it('since a cursor that is not of here begin from the start', async () => {
    const { cursor } = await ask()
    const [mark, rev, key] = cursor.split('.').map(Number) as [number, number, number]
    for (const foreign of [
      `${mark + 1}.${rev}.${key}`,
      `${mark}.${rev + 1}.0`,
      '7',
      '...',
      `${mark}.${rev}`,
      '9'.repeat(40),
    ]) {
      expect(await ask(foreign), foreign).toEqual({
        productIds: [],
        storeIds: [],
        categories: true,
        rates: true,
        cursor,
        more: false,
        reset: true,
      })
    }
  })

  it('of another process are heard before they are answered', async () => {
    await ask()
    let heard = 0
    const stop = onCatalogueChange(database.db, () => {
      heard++
    })
    await database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('catalogue_feed')
        .set((eb) => ({ rev: eb('rev', '+', 1) }))
        .execute()
    })
    await ask()
    await ask()
    stop()
    expect(heard).toBe(1)
  })

  it('are announced once, however often they are heard of', async () => {
    await ask()
    let heard = 0
    const stop = onCatalogueChange(database.db, () => {
      heard++
    })
    let lastRev = 0
    await catalogueTransaction(database.db, async ({ rev }) => {
      lastRev = rev
    })
    // PostgreSQL brings the notice back to its sender, and a device's next question finds the same rev.
    heardCatalogue(database.db, String(lastRev))
    await ask()
    expect(heard).toBe(1)
    heardCatalogue(database.db, '')
    heardCatalogue(database.db, String(lastRev + 2))
    heardCatalogue(database.db, String(lastRev + 1))
    stop()
    expect(heard).toBe(3)
  })
})
