import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { followed, later, reprice, watched } from '../../support/people/watched.ts'
import { act, until, type TestTab } from '../../support/device/world.ts'

// The details of a cart's lines beside their prices (shipping, taxes, choices) are fetched for all lines at once.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const inFull = (log: readonly { path: string }[]): number =>
  log.filter(({ path }) => path === 'pro_info' || path === 'pro_infos').length
const pricesIn = async (db: CatalogueDb, ids: readonly number[]): Promise<(number | undefined)[]> =>
  (await db.details.bulkGet([...ids])).map((detail) => detail?.product.ladder[0]?.price)
const fillCart = async (tab: TestTab, shopId: number, ids: readonly number[]): Promise<void> => {
  for (const id of ids) await act(tab, 'cart.add', { id, shopId, variantId: 0, num: 1, price: 500, currency: 'USD' })
}

describe('the details of cart lines', () => {
  it('of heavy products come in several answers of two megabytes, all of them', async () => {
    const { shopId, ids } = await market.products(60)
    const heavy = JSON.stringify(Object.fromEntries(['en', 'zh', 'ar'].map((code) => [code, code.repeat(15_000)])))
    await market.db.updateTable('products').set({ description: heavy }).where('store_id', '=', shopId).execute()
    const first = await market.call('/api/index/pro_infos', { ids })
    expect(JSON.stringify(first.data).length).toBeLessThan(2_300_000)
    const { details, rest } = first.data as { details: { id: number }[]; rest: number[] }
    expect([...details.map(({ id }) => id).toSorted((a, b) => a - b), ...rest]).toEqual(ids)
    expect(details.length).toBeGreaterThan(15)

    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    expect(await tab.want('catalogue.details', { ids })).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    expect((await db.details.bulkGet(ids)).map((detail) => detail?.description['en']?.length)).toEqual(
      ids.map(() => 30_000),
    )
    db.close()
    await device.end()
  })

  it('come for 50 lines at once, and later only those that have changed, in one too', async () => {
    const { shopId, ids } = await market.products(50)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await fillCart(tab, shopId, ids)
    expect(await tab.want('catalogue.details', { ids })).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    expect(await pricesIn(db, ids)).toEqual(ids.map(() => 500))
    expect(await db.stores.get(shopId)).toBeDefined()
    // The device brings those that it finds while the cart is being filled; the others come together.
    expect(inFull(log)).toBeLessThanOrEqual(2)

    log.length = 0
    expect(await tab.want('catalogue.details', { ids })).toEqual({ kind: 'fresh' })
    expect(inFull(log)).toBe(0)

    // A device that looks again is brought the details that are older than their products, without asking for them.
    await reprice(market, ids.slice(0, 20), 700)
    await followed(device, tab, db)
    await until('the details are of the new price', async () => (await pricesIn(db, ids))[19] === 700)
    expect(await pricesIn(db, ids)).toEqual(ids.map((_, n) => (n < 20 ? 700 : 500)))
    expect(inFull(log)).toBe(1)
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('keep what is related to a product, and are not asked for again once it is gone', async () => {
    const { shopId, ids } = await market.products(3)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.products', { ids, sort: 'all' })
    const db = await device.catalogueDb()
    await tab.want('catalogue.product', { id: ids[0]! })
    const { related } = (await db.details.get(ids[0]!))!
    await fillCart(tab, shopId, ids)
    await reprice(market, [ids[0]!], 650)
    await catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ offered: false, rev }).where('id', '=', ids[2]!).execute(),
    )
    await later(device, tab, 60_000)
    expect(await tab.want('catalogue.details', { ids, now: true })).toEqual({ kind: 'fresh' })
    expect(await pricesIn(db, ids)).toEqual([650, 500, undefined])
    expect((await db.details.get(ids[0]!))!.related).toEqual(related)
    // The device's own refresh of the same details may still be under way: once it has ended, nothing is asked for.
    await until('it is answered without a request', async () => {
      log.length = 0
      expect(await tab.want('catalogue.details', { ids })).toEqual({ kind: 'fresh' })
      return inFull(log) === 0
    })
    db.close()
    await device.end()
  })

  it('are of this moment where an order hangs on them', async () => {
    const { ids } = await market.products(2)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.details', { ids })
    const db = await device.catalogueDb()
    await tab.want('catalogue.details', { ids, now: true })
    await reprice(market, ids, 900)
    expect(await tab.want('catalogue.details', { ids, now: true })).toEqual({ kind: 'fresh' })
    expect(await pricesIn(db, ids)).toEqual([900, 900])
    db.close()
    await device.end()
  })
})
