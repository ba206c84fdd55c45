import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentRows } from '#worker/api/worker-api.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { followed, priceOn, reprice, watched } from '../../support/people/watched.ts'
import { act, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** A document's rows: the list of a store, read after the catalogue's cursor. */
async function documentOf(storeId: number): Promise<DocumentRows & { input: { storeId: number; sort: 'all' } }> {
  const input = { storeId, sort: 'all' as const }
  const { cursor } = (await market.call('/api/index/changes', {})).data as { cursor: string }
  const output = (await market.call('/api/index/pro', input)).data
  return { cursor, at: Date.now(), input, answers: [{ name: 'catalogue.products', input, output }] }
}

describe('the rows of a document', () => {
  it('are kept on a first visit, and are not asked for again; what changed since is followed', async () => {
    const { shopId, ids } = await market.products(3)
    const { device, log } = watched(market)
    const document = await documentOf(shopId)
    await reprice(market, [ids[0]!], 777)
    const tab = device.tab()
    await tab.call('document.keep', document)
    await tab.ready()
    expect(await tab.want('catalogue.products', document.input)).toEqual({ kind: 'fresh' })
    const db = await device.catalogueDb()
    expect((await db.products.bulkGet(ids)).map((p) => p?.id)).toEqual(ids)
    expect(log.filter((e) => e.path === 'pro')).toEqual([])
    await followed(device, tab, db)
    expect(await priceOn(db, ids[0]!)).toBe(777)
    // Each answer answers for one want; the next one asks the server.
    expect(await tab.want('catalogue.products', document.input)).toEqual({ kind: 'fresh' })
    expect(log.map((e) => e.path)).toContain('pro')
    db.close()
    await device.end()
  })

  it('are kept before the catalogue is followed, also when the page is looked at meanwhile', async () => {
    const { shopId } = await market.products(2)
    const { device, log, hook } = watched(market)
    const tab = device.tab()
    const document = await documentOf(shopId)
    const keeping = tab.call('document.keep', document)
    hook.before = async (path) => {
      if (path.endsWith('/changes')) await keeping
    }
    await Promise.all([keeping, tab.flush(true)])
    // Without a cursor the device would be told of no changes, and ask for every row that it has.
    expect(log.filter((e) => e.path === 'pro')).toEqual([])
    await device.end()
  })

  it('never replace those of a device that follows the catalogue', async () => {
    const { shopId, ids } = await market.products(2)
    const { device } = watched(market)
    const document = await documentOf(shopId)
    await reprice(market, [ids[0]!], 888)
    const first = device.tab()
    await first.ready()
    await first.want('catalogue.products', document.input)
    const db = await device.catalogueDb()
    await followed(device, first, db)
    const second = device.tab()
    await second.call('document.keep', document)
    expect(await priceOn(db, ids[0]!)).toBe(888)
    db.close()
    await device.end()
  })

  it('are not all that a guest needs: what was put into the cart on a page that left at once comes by itself', async () => {
    const [carted, opened] = [await market.products(1), await market.products(1)]
    const { device } = watched(market)
    const first = device.tab()
    const line = { id: carted.ids[0]!, shopId: carted.shopId, variantId: 0, num: 1, price: 500, currency: 'USD' }
    await act(first, 'cart.add', line)
    await first.close()
    const second = device.tab()
    await second.call('document.keep', await documentOf(opened.shopId))
    await second.ready()
    const db = await device.catalogueDb()
    await until('the product in the cart is here', async () => (await db.products.get(carted.ids[0]!)) !== undefined)
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('that cannot be read are left out, and asked for as if there had been none', async () => {
    const { shopId, ids } = await market.products(1)
    const { device, log } = watched(market)
    const document = await documentOf(shopId)
    const tab = device.tab()
    await tab.call('document.keep', {
      cursor: document.cursor,
      at: document.at,
      answers: [
        { name: 'catalogue.products', input: document.input, output: { products: 'none' } },
        { name: 'order.pay' as never, input: {}, output: {} },
        { name: 'constructor' as never, input: {}, output: {} },
      ],
    })
    expect(await tab.want('catalogue.products', document.input)).toEqual({ kind: 'fresh' })
    expect(log.map((e) => e.path)).toContain('pro')
    const db = await device.catalogueDb()
    expect((await db.products.bulkGet(ids)).map((p) => p?.id)).toEqual(ids)
    db.close()
    await device.end()
  })
})
