import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until } from '../../support/device/world.ts'

let market: TestMarket
let shop: { shopId: number; ids: number[] }
beforeAll(async () => {
  market = await openTestMarket()
  shop = await market.products(5)
})
afterAll(() => market.close())

describe('tabs of one device', () => {
  it('one sends for all, and hands over when it closes', async () => {
    const person = await market.person()
    const device = newDevice(market)
    const first = device.tab()
    await first.call('user.login', { email: person.email, password: person.password })
    const second = device.tab()
    await second.ready()
    const set = (tab: typeof first, i: number) => act(tab, 'favourite.set', { id: shop.ids[i]!, on: true })
    const atServer = async () =>
      (await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', person.uid).execute()).length
    await set(second, 0)
    await until('the first tab has sent it', async () => (await atServer()) === 1)
    const db = await device.userDb(person.uid)
    const epoch = async () => ((await db.meta.get('lease')) as { epoch: number }).epoch
    const before = await epoch()
    first.kill()
    const since = performance.now()
    await set(second, 1)
    await until('the second tab has sent it', async () => (await atServer()) === 2)
    console.log(`handed over in ${Math.round(performance.now() - since)} ms`)
    expect(await epoch()).toBe(before + 1)
    db.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('five enqueue at once and nothing is lost or doubled', async () => {
    const person = await market.person()
    const device = newDevice(market)
    const tabs = Array.from({ length: 5 }, () => device.tab())
    await tabs[0]!.call('user.login', { email: person.email, password: person.password })
    await until('all tabs know who it is', async () =>
      (await Promise.all(tabs.map((t) => t.ready()))).every((r) => r.uid === person.uid),
    )
    await Promise.all(
      tabs.flatMap((tab) =>
        Array.from({ length: 4 }, () =>
          act(tab, 'cart.add', {
            id: shop.ids[0]!,
            shopId: shop.shopId,
            variantId: 0,
            num: 1,
            price: 500,
            currency: 'USD',
          }),
        ),
      ),
    )
    const num = async () =>
      (await market.db.selectFrom('cart_lines').select('num').where('user_id', '=', person.uid).executeTakeFirst())?.num
    const db = await device.userDb(person.uid)
    await until('everything was sent', async () => (await db.outbox.count()) === 0)
    expect(await num()).toBe(20)
    expect((await db.cartLines.toArray())[0]?.shown?.num).toBe(20)
    db.close()
    await device.end()
  })

  it('two phones of one person do not see each other but through the shop', async () => {
    const person = await market.person()
    const one = newDevice(market)
    const other = newDevice(market)
    const tab = one.tab()
    const away = other.tab()
    await tab.call('user.login', { email: person.email, password: person.password })
    await away.call('user.login', { email: person.email, password: person.password })
    other.network.faults.offline = true
    await act(tab, 'favourite.set', { id: shop.ids[0]!, on: true })
    const db = await other.userDb(person.uid)
    const here = await one.userDb(person.uid)
    await until('it is at the shop', async () => (await here.outbox.count()) === 0)
    expect(await db.favourites.count()).toBe(0)
    other.network.faults.offline = false
    await away.flush(true)
    await until('it came by the shop', async () => (await db.favourites.get(String(shop.ids[0])))?.shown?.on === true)
    db.close()
    here.close()
    await one.end()
    await other.end()
  })

  it('the one that sends is as patient as the one that is seen', async () => {
    const person = await market.person()
    // The longest pauses: up to five minutes while nobody looks, twenty seconds while somebody does.
    const device = newDevice(market, () => 0.999)
    const hidden = device.tab()
    await hidden.call('user.login', { email: person.email, password: person.password })
    await hidden.flush(false)
    const db = await device.userDb(person.uid)
    await until('the hidden one sends', async () => (await db.meta.get('cursor')) !== undefined)
    const seen = device.tab()
    await seen.ready()
    device.network.faults.lieFi = true
    await act(seen, 'favourite.set', { id: shop.ids[0]!, on: true })
    device.clock.speed = 50
    const since = performance.now()
    await until('it has failed for five minutes', () => performance.now() - since > 6_000)
    device.network.faults.lieFi = false
    await until('it is sent within a minute and a half', async () => (await db.outbox.count()) === 0, 1_800)
    db.close()
    await device.end()
  })
})
