import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PACK_CACHE, PACKS_MAX } from '#contract/packs/rules.ts'
import type { PackRow } from '#localdb/rows/pack.ts'
import { GUEST } from '#localdb/schema.ts'
import { dropCatalogue, makeRoom } from '#worker/session/free-space.ts'
import type { Env } from '#worker/env/env.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { watched } from '../../support/people/watched.ts'
import { endDevices, until, type TestDevice } from '../../support/device/world.ts'

// A store that is taken along: all of its products in full, cut off anywhere and gone on with, and only what changed
// comes again.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

async function packOn(device: TestDevice, id: number): Promise<PackRow | undefined> {
  const db = await device.catalogueDb()
  const row = await db.packs.get(id)
  db.close()
  return row
}
const whole = (device: TestDevice, id: number): Promise<void> =>
  until('the store is here', async () => (await packOn(device, id))?.state === 'whole')
async function detailsOn(device: TestDevice, ids: readonly number[]): Promise<number> {
  const db = await device.catalogueDb()
  const found = await db.details.bulkGet([...ids])
  db.close()
  return found.filter((detail) => detail !== undefined).length
}
/** Gives each product of a store a picture. */
const picture = (shopId: number) =>
  market.db
    .updateTable('products')
    .set({ pictures: JSON.stringify([{ src: 'drawn/teapot/single-glow-1', tint: '#ffffff' }]) })
    .where('store_id', '=', shopId)
    .execute()

describe('a store that is taken along', () => {
  it('says its size first, then is here in full, and brings only what changed', async () => {
    const { shopId, ids } = await market.products(90)
    await picture(shopId)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.want('catalogue.products', { storeId: shopId, sort: 'all' })
    const size = await tab.call('catalogue.pack', { id: shopId }, GUEST)
    expect(size).toMatchObject({ kind: 'accepted', data: { pictures: 90 } })
    expect(size.kind === 'accepted' && size.data.bytes > 90 * 8_000).toBe(true)
    await tab.call('pack.take', { id: shopId, name: 'Test store', pictures: true }, GUEST)
    await whole(device, shopId)
    expect(await detailsOn(device, ids)).toBe(90)
    expect(await packOn(device, shopId)).toMatchObject({ done: 90, name: 'Test store' })
    expect(device.files.get(PACK_CACHE)?.size).toBe(1)

    // One product changes; the others are not fetched again.
    await catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ stock: 7, rev }).where('id', '=', ids[5]!).execute(),
    )
    device.clock.offset += 5 * 60_000
    await tab.flush(true)
    const before = log.length
    const asked = () => log.slice(before).filter(({ path }) => path === 'pro_infos')
    await until('the change is known', async () => {
      const db = await device.catalogueDb()
      const row = await db.products.get(ids[5]!)
      db.close()
      return row?.stock === 7
    })
    await tab.call('pack.take', { id: shopId, name: 'Test store', pictures: true }, GUEST)
    await whole(device, shopId)
    expect(asked().length).toBeLessThanOrEqual(1)
  })

  it('cut off in the middle goes on where it stopped, also in another process', async () => {
    const { shopId, ids } = await market.products(120)
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    let parts = 0
    const take = { id: shopId, name: 'Test store', pictures: false }
    await tab.call('pack.take', take, GUEST)
    await until('some of it is here', async () => {
      parts = (await packOn(device, shopId))?.done ?? 0
      return parts >= 40
    })
    tab.kill()
    // The requests of the killed tab are answered to nobody, and counted before the next tab asks.
    await device.network.quiet()
    const here = await detailsOn(device, ids)
    const asked = log.filter(({ path }) => path === 'pro_infos').length
    const next = device.tab()
    await next.ready()
    device.network.faults.offline = true
    expect((await next.call('pack.take', take, GUEST)).kind).not.toBe('accepted')
    device.network.faults.offline = false
    await next.call('pack.take', take, GUEST)
    await whole(device, shopId)
    expect(await detailsOn(device, ids)).toBe(120)
    const again = log.filter(({ path }) => path === 'pro_infos').length - asked
    expect(again).toBeLessThanOrEqual(Math.ceil((120 - here) / 40) + 1)
  })

  it('cut off before it knew where the catalogue stands fetches nothing twice', async () => {
    const { shopId, ids } = await market.products(120)
    const { device, log, hook } = watched(market)
    const asked = (): number => log.filter(({ path }) => path === 'pro_infos').length
    const known = Promise.withResolvers<void>()
    hook.before = (path) =>
      path.endsWith('/changes') || (path.endsWith('/pro_infos') && asked() === 3) ? known.promise : Promise.resolve()
    device.clock.speed = 20
    const tab = device.tab()
    await tab.ready()
    const take = { id: shopId, name: 'Test store', pictures: false }
    await tab.call('pack.take', take, GUEST)
    await until('two parts are here, and the third is asked for', () => asked() === 3)
    tab.kill()
    device.clock.speed = 1
    expect(await detailsOn(device, ids)).toBe(80)
    const next = device.tab()
    await next.ready()
    await next.call('pack.take', take, GUEST)
    setTimeout(known.resolve, 300)
    await whole(device, shopId)
    expect(await detailsOn(device, ids)).toBe(120)
    expect(asked()).toBe(4)
  })

  it('is paused, removed with its pictures, and kept when space is freed, but for a full disk', async () => {
    const { shopId, ids } = await market.products(50)
    await picture(shopId)
    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.call('pack.take', { id: shopId, name: 'Test store', pictures: true }, GUEST)
    await whole(device, shopId)
    const [user, db] = [await device.userDb(GUEST), await device.catalogueDb()]
    await dropCatalogue(user, db)
    expect(await db.details.count()).toBe(ids.length)
    await tab.call('pack.remove', { id: shopId }, GUEST)
    expect([await db.packs.count(), device.files.get(PACK_CACHE)?.size ?? 0]).toEqual([0, 0])

    await tab.call('pack.take', { id: shopId, name: 'Test store', pictures: true }, GUEST)
    await whole(device, shopId)
    await makeRoom({ dropCache: async () => undefined, now: () => Date.now() } as unknown as Env, user, db)
    expect([await db.packs.count(), await db.details.count()]).toEqual([0, 0])
    for (const one of [user, db]) one.close()
  })

  it('is one of so many at most', async () => {
    const { device } = watched(market)
    const tab = device.tab()
    await tab.ready()
    const shops = await Promise.all(Array.from({ length: PACKS_MAX + 1 }, () => market.products(1)))
    const outcomes = []
    for (const { shopId } of shops)
      outcomes.push(await tab.call('pack.take', { id: shopId, name: 'Test store', pictures: false }, GUEST))
    expect(outcomes.map((one) => one.kind === 'accepted' && one.data.full)).toEqual([
      ...Array<boolean>(PACKS_MAX).fill(false),
      true,
    ])
  })
})
