import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceFound } from '#worker/api/worker-api.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

// The search index of a device is every tab's: what one has fetched the others find at once, whatever becomes of it.

let market: TestMarket
const shops: { shopId: number; ids: number[] }[] = []
beforeAll(async () => {
  market = await openTestMarket()
  for (let i = 0; i < 9; i++) shops.push(await market.products(4))
})
afterAll(() => market.close())

const found = async (tab: TestTab, query = 'thing'): Promise<DeviceFound> => {
  const outcome = await tab.call('search.device', { query, limit: 100 })
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  return outcome.data
}
const sorted = (ids: number[]): number[] => ids.toSorted((a, b) => a - b)
const fetched = async (tab: TestTab, shop: number): Promise<number[]> => {
  expect(await tab.want('catalogue.products', { sort: 'new', storeId: shops[shop]!.shopId })).toEqual({ kind: 'fresh' })
  return shops[shop]!.ids
}

describe('the search index of a device', () => {
  it('finds at once what this tab or another has fetched', async () => {
    const device = newDevice(market)
    const [one, other] = [device.tab(), device.tab()]
    expect([await found(one), await found(other)]).toMatchObject([
      { ids: [], searched: 0 },
      { ids: [], searched: 0 },
    ])
    const first = await fetched(one, 0)
    expect(sorted((await found(one)).ids)).toEqual(first)
    expect(sorted((await found(other)).ids)).toEqual(first)
    const second = await fetched(other, 1)
    expect(await found(one)).toMatchObject({
      searched: 8,
      more: false,
      storeIds: expect.arrayContaining([shops[0]!.shopId, shops[1]!.shopId]) as number[],
    })
    expect(sorted((await found(one)).ids)).toEqual([...first, ...second])
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('does not stay behind when the word of another tab is lost', async () => {
    const device = newDevice(market)
    const [one, deaf] = [device.tab(), device.tab(['caravan-search'])]
    expect((await found(deaf)).ids).toEqual([])
    const ids = await fetched(one, 0)
    device.clock.offset += 60_000
    expect(sorted((await found(deaf)).ids)).toEqual(ids)
    await device.end()
  })

  it('is complete whenever tabs die while they store and merge', async () => {
    const device = newDevice(market)
    device.clock.speed = 100
    const all: number[] = []
    for (const [shop] of shops.entries()) {
      const [dying, living] = [device.tab(), device.tab()]
      all.push(...(await fetched(dying, shop)))
      await found(dying)
      // Some before anything is stored, some in the middle of it, some after.
      if (shop % 3 > 0) await until('it begins to be stored', async () => (await counts()).segments > 0)
      dying.kill()
      const now = await found(living)
      expect([sorted(now.ids), now.searched]).toEqual([sorted(all), all.length])
      living.kill()
    }
    const last = device.tab()
    await found(last)
    await until('nothing is left to be stored', async () => (await counts()).unindexed === 0)
    expect(sorted((await found(last)).ids)).toEqual(sorted(all))
    expect((await counts()).segments).toBeLessThanOrEqual(6)
    expect(device.reports).toEqual([])
    await device.end()

    async function counts(): Promise<{ unindexed: number; segments: number }> {
      const db = await device.catalogueDb()
      const both = { unindexed: await db.unindexed.count(), segments: await db.segments.count() }
      db.close()
      return both
    }
  })

  it('is emptied with the storage that is freed, and filled again', async () => {
    const device = newDevice(market)
    const [tab, other] = [device.tab(), device.tab()]
    await fetched(tab, 0)
    expect((await found(other)).searched).toBe(4)
    expect((await tab.call('storage.free', { what: 'catalogue' })).kind).toBe('accepted')
    expect([await found(tab), await found(other)]).toMatchObject([
      { ids: [], searched: 0 },
      { ids: [], searched: 0 },
    ])
    const ids = await fetched(other, 1)
    expect(sorted((await found(tab)).ids)).toEqual(ids)
    await device.end()
  })
})

describe('what somebody searched for', () => {
  const searches = async (device: TestDevice): Promise<string[]> => {
    const db = await device.catalogueDb()
    const keys = (await db.lists.toCollection().primaryKeys()) as string[]
    db.close()
    return keys.filter((key) => key.includes('query:'))
  }
  const history = async (device: TestDevice, uid: string): Promise<string[] | undefined> => {
    const db = await device.userDb(uid)
    const row = await db.meta.get('searches')
    db.close()
    return row?.key === 'searches' ? row.texts : undefined
  }

  it('goes with them when they sign in, and from the device when they sign out', async () => {
    const person = await market.person()
    const device = newDevice(market)
    const tab = device.tab()
    const login = () => tab.call('user.login', { email: person.email, password: person.password })
    await tab.call('search.history', { remember: 'older' })
    await login()
    await tab.call('search.history', { remember: 'own' })
    expect(await history(device, person.uid)).toEqual(['own', 'older'])
    await tab.want('search.products', { query: 'thing', sort: 'best' })
    await tab.want('search.stores', { query: 'test' })
    await tab.want('catalogue.products', { sort: 'all' })
    expect(await searches(device)).toHaveLength(2)
    await tab.call('user.logout', { unsent: 'keep' })
    await tab.ready()
    expect(await searches(device)).toEqual([])
    const db = await device.catalogueDb()
    expect(await db.lists.count()).toBe(1)
    db.close()
    // The searches of a guest become the person's own when they sign in.
    await tab.call('search.history', { remember: 'guest' })
    await tab.want('search.products', { query: 'thing', sort: 'best' })
    await login()
    expect(await history(device, person.uid)).toEqual(['guest'])
    expect(await searches(device)).toHaveLength(1)
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('is kept of the last fifty, and of the one at hand', async () => {
    const device = newDevice(market)
    const tab = device.tab()
    for (let n = 0; n < 53; n++) {
      device.clock.offset += 1000
      await tab.want('search.stores', { query: `test ${n}` })
    }
    const kept = await searches(device)
    expect(kept).toHaveLength(50)
    expect(kept).not.toContain('stores/query:test 2')
    expect(kept).toEqual(expect.arrayContaining(['stores/query:test 3', 'stores/query:test 52']))
    await device.end()
  })
})
