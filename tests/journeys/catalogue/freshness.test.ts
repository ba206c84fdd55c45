import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/registry.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { fillSearch } from '#server/search/fill.ts'
import { settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { feedAt, followed, later, priceOn, reprice, rowsIn, watched } from '../../support/people/watched.ts'
import { act, until } from '../../support/device/world.ts'

// The catalogue on a device is kept as the shop has it by its changes since a cursor: nothing is downloaded that the
// device does not need, or twice.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const ofStore = (storeId: number): Input<'catalogue.products'> => ({ sort: 'new', storeId })
const withdraw = (id: number, offered = false) =>
  catalogueTransaction(market.db, ({ tx, rev }) =>
    tx.updateTable('products').set({ offered, rev }).where('id', '=', id).execute(),
  )

describe('the catalogue on a device', () => {
  it('learns a new price without its list being downloaded again, as a guest too', async () => {
    const { shopId, ids } = await market.products(8)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    expect(await tab.want('catalogue.products', ofStore(shopId))).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    expect(await priceOn(db, ids[3]!)).toBe(500)
    const listBytes = log.find((e) => e.products.length === 8)!.bytes
    log.length = 0
    await reprice(market, [ids[3]!], 777)
    await followed(device, tab, db)
    expect(await priceOn(db, ids[3]!)).toBe(777)
    expect(log.map((e) => e.path)).toEqual(['changes', 'pro'])
    expect(rowsIn(log)).toEqual([ids[3]])
    expect(log.reduce((sum, e) => sum + e.bytes, 0)).toBeLessThan(listBytes / 2)
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('does not download what it does not have', async () => {
    const { ids } = await market.products(3)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    const db = await device.catalogueDb()
    await until('it knows where the catalogue stands', async () => (await feedAt(db)) > 0)
    log.length = 0
    await reprice(market, ids, 900)
    await followed(device, tab, db)
    expect(log.map((e) => e.path)).toEqual(['changes'])
    expect(await db.products.count()).toBe(0)
    db.close()
    await device.end()
  })

  it('downloads no product row twice when home and lists are visited again', async () => {
    const { shopId } = await market.products(50)
    const { device, log } = watched(market)
    const tab = device.tab()
    const visit = async (): Promise<number[]> => {
      await tab.want('catalogue.home', {})
      await tab.want('catalogue.products', ofStore(shopId))
      const db = await device.catalogueDb()
      for (;;) {
        const row = await db.lists.get(`store:${shopId}/new`)
        if (!row?.next) {
          db.close()
          return row?.ids ?? []
        }
        await tab.want('catalogue.products', { ...ofStore(shopId), after: row.next })
      }
    }
    const ids = await visit()
    expect(ids.length).toBe(50)
    log.length = 0
    await later(device, tab)
    expect(await visit()).toEqual(ids)
    expect(rowsIn(log)).toEqual([])
    expect(log.filter((e) => e.path === 'pro').length).toBe(3)
    await device.end()
  })

  it('fills a list asked for by its ids alone with the rows that are missing', async () => {
    const { shopId, ids } = await market.products(5)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', ofStore(shopId))
    const more = await catalogueTransaction(market.db, async ({ tx, rev }) => {
      const of = sql`select ${shopId}::int, category_id, category_ids, source_id || ':again', title, description, pictures, attributes, currency, ladder, price, stock, ${rev}::bigint from products where id = ${ids[0]}::int`
      const { rows } = await sql<{
        id: number
      }>`insert into products (store_id, category_id, category_ids, source_id, title, description, pictures, attributes, currency, ladder, price, stock, rev) ${of} returning id`.execute(
        tx,
      )
      return rows[0]!.id
    })
    log.length = 0
    await later(device, tab)
    expect(await tab.want('catalogue.products', ofStore(shopId))).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    const row = (await db.lists.get(`store:${shopId}/new`))!
    expect(row.ids).toContain(more)
    expect((await db.products.bulkGet(row.ids)).every(Boolean)).toBe(true)
    expect(rowsIn(log)).toEqual([more])
    db.close()
    await device.end()
  })

  it('loses a product that was withdrawn, from lists, details and home', async () => {
    const { shopId, ids } = await market.products(4)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', ofStore(shopId))
    await tab.want('catalogue.product', { id: ids[1]! })
    const db = await device.catalogueDb()
    await withdraw(ids[1]!)
    await followed(device, tab, db)
    expect(await db.products.get(ids[1]!)).toBeUndefined()
    expect(await db.details.get(ids[1]!)).toBeUndefined()
    expect((await db.lists.get(`store:${shopId}/new`))!.ids).not.toContain(ids[1])
    expect(await db.products.bulkGet([ids[0]!, ids[2]!, ids[3]!])).not.toContain(undefined)
    // The device still knows what the product was, for a cart that holds it; and it may be sold again.
    expect((await db.gone.get(ids[1]!))?.title).toEqual({ en: 'Thing 1' })
    await withdraw(ids[1]!, true)
    await followed(device, tab, db)
    expect(await db.products.get(ids[1]!)).toBeDefined()
    expect(await db.gone.count()).toBe(0)
    db.close()
    await device.end()
  })

  it('goes on by itself for as long as it is seen', async () => {
    const { shopId, ids } = await market.products(2)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.products', ofStore(shopId))
    await tab.flush(true)
    const db = await device.catalogueDb()
    await reprice(market, ids, 650)
    // Its next look is three minutes away: they pass in two seconds.
    device.clock.speed = 100
    const again = device.tab()
    await again.ready()
    await until('the price came by itself', async () => (await priceOn(db, ids[0]!)) === 650)
    db.close()
    await device.end()
  })

  it('brings the cart, the favourites and the stores followed up to date', async () => {
    const { shopId, ids } = await market.products(3)
    const person = await market.person()
    const { device } = watched(market)
    const tab = device.tab()
    await tab.call('user.login', { email: person.email, password: person.password })
    await act(tab, 'cart.add', { id: ids[0]!, shopId, variantId: 0, num: 2, price: 500, currency: 'USD' })
    await act(tab, 'favourite.set', { id: ids[1]!, on: true })
    const other = await market.products(1)
    await act(tab, 'follow.set', { id: other.shopId, on: true })
    const db = await device.catalogueDb()
    await until(
      'what they are of is here',
      async () =>
        (await db.products.count()) === 2 &&
        (await db.stores.get(other.shopId)) !== undefined &&
        (await db.stores.get(shopId)) !== undefined,
    )
    await reprice(market, [ids[0]!, ids[1]!], 444)
    await followed(device, tab, db)
    expect(await priceOn(db, ids[0]!)).toBe(444)
    expect(await priceOn(db, ids[1]!)).toBe(444)
    db.close()
    await device.end()
  })

  it('brings what one act after the other is of, with no pull behind them', async () => {
    const { shopId, ids } = await market.products(2)
    const other = await market.products(1)
    const person = await market.person()
    const { device } = watched(market)
    const tab = device.tab()
    await tab.call('user.login', { email: person.email, password: person.password })
    const db = await device.catalogueDb()
    const asked = (path: string): number => device.network.log.filter((e) => e.path === path).length
    await until('the first pull is over', () => asked('/api/sync/pull') > 0 && asked('/api/index/changes') > 0)
    const acts = [
      () => act(tab, 'cart.add', { id: ids[0]!, shopId, variantId: 0, num: 2, price: 500, currency: 'USD' }),
      () => act(tab, 'favourite.set', { id: ids[1]!, on: true }),
      () => act(tab, 'follow.set', { id: other.shopId, on: true }),
    ]
    for (const [n, does] of acts.entries()) {
      await does()
      await settled({ device, person })
      await until('what it is of is here', async () => (await db.products.count()) === Math.min(n + 1, 2))
    }
    await until('the store that is followed is here', async () => (await db.stores.get(other.shopId)) !== undefined)
    db.close()
    await device.end()
  })

  it('keeps what a search found, page by page, and where it leads', async () => {
    await market.products(3)
    const { device } = watched(market)
    const tab = device.tab()
    expect(await tab.want('search.products', { query: 'thing', sort: 'best' })).toEqual({ kind: 'fresh' })
    expect(await tab.want('search.stores', { query: 'test' })).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    const found = (await db.lists.get('all/best/query:thing'))!
    expect((await db.products.bulkGet([...found.ids, ...(found.leads?.related ?? [])])).every(Boolean)).toBe(true)
    const stores = (await db.lists.get('stores/query:test'))!
    expect((await db.stores.bulkGet(stores.ids)).every(Boolean)).toBe(true)
    db.close()
    await device.end()
  })

  it('downloads no row twice for a search that is made again, and finds what came since', async () => {
    const { shopId, ids } = await market.products(16)
    await fillSearch(market.db)
    const { device, log } = watched(market)
    const tab = device.tab()
    const input: Input<'search.products'> = { query: 'thing', sort: 'best', storeId: shopId }
    const few: Input<'search.products'> = { ...input, priceTo: 500, priceFrom: 500, query: 'thing 1' }
    expect(await tab.want('search.products', input)).toEqual({ kind: 'fresh' })
    expect(await tab.want('search.products', few)).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    const before = await db.lists.toArray()
    expect(before.map((row) => row.ids.length)).toContain(ids.length)
    log.length = 0
    await later(device, tab)
    expect(await tab.want('search.products', input)).toEqual({ kind: 'fresh' })
    expect(await tab.want('search.products', few)).toEqual({ kind: 'fresh' })
    expect(rowsIn(log)).toEqual([])
    expect((await db.lists.toArray()).map(({ ids, leads }) => [ids, leads])).toEqual(
      before.map(({ ids, leads }) => [ids, leads]),
    )
    // A row that the device has lost meanwhile is fetched with it.
    await db.products.delete(ids[2]!)
    await later(device, tab)
    expect(await tab.want('search.products', input)).toEqual({ kind: 'fresh' })
    expect(rowsIn(log)).toEqual([ids[2]])
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('has the figures of home’s stores as new as home itself, though they move without their rev', async () => {
    const { shopId } = await market.products(3)
    await market.db.updateTable('products').set({ monthly_sales: 1000 }).where('store_id', '=', shopId).execute()
    const { device } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.home', {})
    const db = await device.catalogueDb()
    const followers = async (): Promise<number | undefined> => (await db.stores.get(shopId))?.followers
    expect(await followers()).toBe(0)
    const { uid } = await market.person()
    await sql`insert into follows (user_id, store_id, is_on, rev) values (${uid}::uuid, ${shopId}, true, 1)`.execute(
      market.db,
    )
    await later(device, tab)
    await tab.want('catalogue.home', {})
    // Ten minutes are new enough.
    expect(await followers()).toBe(0)
    await later(device, tab, 6 * 60_000)
    await tab.want('catalogue.home', {})
    expect(await followers()).toBe(1)
    expect((await db.stores.get(shopId))!.at).toBe((await db.homes.get('home'))!.at)
    db.close()
    await device.end()
  })

  it('takes the figures of a store that come along with its products', async () => {
    const { shopId, ids } = await market.products(2)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', ofStore(shopId))
    const db = await device.catalogueDb()
    const before = (await db.stores.get(shopId))!
    const { uid } = await market.person()
    await sql`insert into follows (user_id, store_id, is_on, rev) values (${uid}::uuid, ${shopId}, true, 1)`.execute(
      market.db,
    )
    await reprice(market, [ids[0]!], 333)
    await followed(device, tab, db)
    const now = (await db.stores.get(shopId))!
    expect([before.followers, now.followers]).toEqual([0, 1])
    expect(now.at).toBeGreaterThan(before.at!)
    db.close()
    await device.end()
  })
})
