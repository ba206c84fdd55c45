import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/registry.ts'
import { abortAt } from '../../support/device/abort-at.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { feedAt, followed, later, priceOn, reprice, rowsIn, watched } from '../../support/people/watched.ts'
import { until } from '../../support/device/world.ts'

// No fault on the way makes a device miss a change of the catalogue, and the cursor is never ahead of the rows.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const ofStore = (storeId: number): Input<'catalogue.products'> => ({ sort: 'new', storeId })

describe('following the catalogue', () => {
  it('follows more changes than a page holds', async () => {
    const [{ shopId, ids: some }, { ids: others }] = await Promise.all([market.products(2600), market.products(2600)])
    const ids = [...some, ...others]
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.products', ofStore(shopId))
    const db = await device.catalogueDb()
    const here = (await db.products.toCollection().primaryKeys()) as number[]
    log.length = 0
    await reprice(market, ids, 333)
    await followed(device, tab, db)
    expect(log.filter((e) => e.path === 'changes').length).toBe(2)
    expect(new Set(rowsIn(log))).toEqual(new Set(here))
    for (const id of here) expect(await priceOn(db, id)).toBe(333)
    db.close()
    await device.end()
  })

  it('begins again where its cursor is unknown: every row is asked for again, and what the shop does not have is gone', async () => {
    const { shopId, ids } = await market.products(6)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', ofStore(shopId))
    const db = await device.catalogueDb()
    // As a device of another market would have it: rows of its own, newer than any here.
    const foreign = { ...(await db.products.get(ids[0]!))!, id: 900_000_000 }
    await db.products.put(foreign)
    await db.products.put({ ...(await db.products.get(ids[1]!))!, rev: 1_000_000_000, ladder: [{ from: 1, price: 1 }] })
    await db.feed.put({ key: 'changes', cursor: '1.1.1', at: 1 })
    log.length = 0
    await followed(device, tab, db)
    expect(await db.products.get(foreign.id)).toBeUndefined()
    expect(await priceOn(db, ids[1]!)).toBe(500)
    expect((await db.lists.get(`store:${shopId}/new`))!.at).toBe(0)
    log.length = 0
    await tab.want('catalogue.products', ofStore(shopId))
    expect(rowsIn(log).length).toBe(6)
    expect((await db.lists.get(`store:${shopId}/new`))!.at).toBeGreaterThan(0)
    db.close()
    await device.end()
  })

  it('two tabs ask once', async () => {
    const { device, log } = watched(market)
    const [one, two] = [device.tab(), device.tab()]
    await Promise.all([one.ready(), two.ready()])
    const db = await device.catalogueDb()
    await until('one of them has asked', async () => (await feedAt(db)) > 0)
    await Promise.all([one.flush(true), two.flush(true)])
    expect(log.filter((e) => e.path === 'changes').length).toBe(1)
    log.length = 0
    device.clock.offset += 5 * 60_000
    await Promise.all([one.flush(true), two.flush(true)])
    expect(log.filter((e) => e.path === 'changes').length).toBe(1)
    db.close()
    await device.end()
  })

  it('misses nothing when it dies at any write of the rows or the cursor', async () => {
    const { shopId, ids } = await market.products(3)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', ofStore(shopId))
    const db = await device.catalogueDb()
    let price = 1000
    for (let k = 1; ; k++) {
      price += 1
      await reprice(market, [ids[0]!], price)
      device.clock.offset += 5 * 60_000
      // However this fetch ended, the next one finds the change.
      const reached = await abortAt(k, () =>
        tab.want('catalogue.products', { ids, sort: 'all' }).catch(() => undefined),
      )
      device.clock.offset += 5 * 60_000
      await tab.want('catalogue.products', { ids, sort: 'all' })
      expect(await priceOn(db, ids[0]!)).toBe(price)
      if (!reached) break
    }
    db.close()
    await device.end()
  })

  it('never has a cursor ahead of a row that was on its way while the catalogue changed', async () => {
    const { shopId, ids } = await market.products(3)
    const { device, hook } = watched(market)
    const tab = device.tab()
    await tab.ready()
    const db = await device.catalogueDb()
    await until('it knows where the catalogue stands', async () => (await feedAt(db)) > 0)
    // The list has been read at the shop and has not arrived yet: a price changes, and the changes are followed first.
    hook.before = async (path) => {
      if (!path.endsWith('/pro')) return
      delete hook.before
      await reprice(market, [ids[0]!], 4321)
      const other = device.tab()
      await followed(device, other, db)
    }
    expect(await tab.want('catalogue.products', ofStore(shopId))).toEqual({ kind: 'fresh' })
    expect(await priceOn(db, ids[0]!)).toBe(4321)
    db.close()
    await device.end()
  })

  it('waits for a network and then catches up', async () => {
    const { ids } = await market.products(2)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.want('catalogue.products', { ids, sort: 'all' })
    const db = await device.catalogueDb()
    device.network.faults.lieFi = true
    await reprice(market, ids, 808)
    await later(device, tab)
    expect(await tab.want('catalogue.products', { sort: 'all' })).toEqual({ kind: 'unreachable' })
    expect(await priceOn(db, ids[0]!)).toBe(500)
    device.network.faults.lieFi = false
    await followed(device, tab, db)
    expect(await priceOn(db, ids[0]!)).toBe(808)
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })
})
