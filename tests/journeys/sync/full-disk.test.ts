import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FDBObjectStore } from '../../support/device/fake-idb.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until } from '../../support/device/world.ts'

// A disk that is full until something is thrown away: every transaction that puts is aborted.

let market: TestMarket
let shop: { shopId: number; ids: number[] }
/** `once`: until the next thing a person does. */
let full: boolean | 'once' = false
const proto = FDBObjectStore.prototype as unknown as Record<'put' | 'add' | 'clear', (...args: unknown[]) => unknown>
const originals = { put: proto.put, add: proto.add, clear: proto.clear }
beforeAll(async () => {
  for (const name of ['put', 'add'] as const) {
    proto[name] = function put(this: IDBObjectStore, ...args: unknown[]) {
      if (!full || (full === 'once' && this.name !== 'outbox')) return originals[name].apply(this, args)
      if (full === 'once') full = false
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    }
  }
  proto.clear = function clear(this: unknown, ...args: unknown[]) {
    full = false
    return originals.clear.apply(this, args)
  }
  market = await openTestMarket()
  shop = await market.products(3)
})
beforeEach(() => {
  full = false
})
afterAll(async () => {
  Object.assign(proto, originals)
  await market.close()
})

describe('a full disk', () => {
  it('turns no two gestures round: the last word stays the last', async () => {
    const person = await market.person()
    const device = newDevice(market)
    const tab = device.tab()
    await tab.call('user.login', { email: person.email, password: person.password })
    await tab.ready()
    device.network.faults.offline = true
    full = 'once'
    const favour = (on: boolean) => act(tab, 'favourite.set', { id: shop.ids[0]!, on })
    expect(await Promise.all([favour(true), favour(false)])).toEqual([{ kind: 'saved' }, { kind: 'saved' }])
    expect([full, device.dropped]).toEqual([false, ['caravan-pictures', 'caravan-packs']])
    const db = await device.userDb(person.uid)
    expect((await db.favourites.get(String(shop.ids[0])))?.shown?.on ?? false).toBe(false)
    db.close()
    await device.end()
  })

  it('gives way to what a person does, and to what the shop answers', async () => {
    const person = await market.person()
    const device = newDevice(market)
    const tab = device.tab()
    await tab.call('user.login', { email: person.email, password: person.password })
    const db = await device.userDb(person.uid)
    await until('it has pulled', async () => (await db.meta.get('cursor')) !== undefined)
    for (const id of shop.ids) await tab.want('catalogue.product', { id })
    await tab.want('catalogue.home', {})
    const catalogue = await device.catalogueDb()
    // Work that failed on the full disk starts again after some seconds.
    device.clock.speed = 10
    device.network.faults.offline = true
    await act(tab, 'favourite.set', { id: shop.ids[0]!, on: true })
    full = true
    expect(await act(tab, 'favourite.set', { id: shop.ids[1]!, on: true })).toEqual({ kind: 'saved' })
    expect(await db.outbox.count()).toBe(2)
    // Pictures and what else can be fetched again made room for it, not what is the person's own.
    expect(new Set(device.dropped)).toEqual(new Set(['caravan-pictures', 'caravan-packs']))
    await until(
      'the rest is gone',
      async () => !(await catalogue.products.toCollection().primaryKeys()).includes(shop.ids[2]!),
    )
    for (const table of ['products', 'details'] as const) {
      const left = await catalogue[table].toCollection().primaryKeys()
      expect([left.includes(shop.ids[0]!), left.includes(shop.ids[2]!)], table).toEqual([true, false])
    }
    for (const table of ['lists', 'homes', 'reviews'] as const) expect(await catalogue[table].count(), table).toBe(0)
    catalogue.close()
    full = true
    device.network.faults.offline = false
    await tab.flush(true).catch(() => undefined)
    await until('all was sent', async () => (await db.outbox.count()) === 0)
    db.close()
    await device.end()
  })
})
