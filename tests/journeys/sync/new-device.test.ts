import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { ownPictures } from '#localdb/queries/pictures.ts'
import type { Readers } from '#localdb/read.ts'
import { outbox, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { watched } from '../../support/people/watched.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

// A device that is new to an account: what the person has there can be ordered from it without a network, half a minute
// after signing in.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const LINES = 20
const FAVOURITES = 500

describe('a cart that came from the account', () => {
  it('can be ordered offline, with its pictures, also beside 500 favourites', async () => {
    const { shopId, ids } = await market.products(LINES + FAVOURITES)
    await sql`update products set pictures = jsonb_build_array(jsonb_build_object(
      'src', 'drawn/teapot/single-glow-' || id % 12, 'tint', '#f3ebdd')) where store_id = ${shopId}::int`.execute(
      market.db,
    )
    const person = await market.person()
    const credentials = { email: person.email, password: person.password }
    const old = newDevice(market)
    const before = old.tab()
    await before.call('user.login', credentials)
    for (const id of ids.slice(0, LINES))
      await act(before, 'cart.add', { id, shopId, variantId: 0, num: 2, price: 500, currency: 'USD' })
    await before.mutate(
      ids.slice(LINES).map((id) => ({ intentId: gesture(), name: 'favourite.set', payload: { id, on: true } })),
    )
    await settled({ device: old, person })
    await old.end()

    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.call('user.login', credentials)
    const user = await device.userDb(person.uid)
    const catalogue = await device.catalogueDb()
    const readers = { user, catalogue } as unknown as Readers
    await until('all has come', async () => (await catalogue.products.count()) >= LINES + FAVOURITES)
    // The details that an order needs came before the five hundred favourites.
    const details = log.findIndex(({ path }) => path === 'pro_infos')
    expect(details).toBeGreaterThanOrEqual(0)
    expect(details).toBeLessThan(log.findIndex(({ products }) => products.length > LINES))
    await until('the newest favourites have come in full', async () => (await catalogue.details.count()) === LINES + 50)
    device.network.faults.offline = true

    const { items } = await cartItems(readers)
    expect(items.filter(({ product, terms }) => product && terms)).toHaveLength(LINES)
    expect(await ownPictures(readers, 200)).toEqual(
      expect.arrayContaining(items.map(({ product }) => product!.picture!.src)),
    )
    const address = randomUUID()
    await act(tab, 'address.put', {
      id: address,
      patch: {
        country: 'LB',
        province: 'LB-JA',
        city: 'Tyre',
        detail: 'Port road 4',
        zip: '1601',
        recipient: 'Amal',
        mobile: '+9613123456',
      },
      baseRev: 0,
    })
    const group = randomUUID()
    const total = LINES * 2 * 500
    const placed = await act(tab, 'order.place', {
      clientOrderId: group,
      shopId,
      addressId: address,
      currency: 'USD',
      lines: items.map(({ id, num, product }) => ({ id, variantId: 0, num, price: product!.ladder[0]!.price })),
      goods: total,
      shipping: 0,
      tax: 0,
      total,
      remark: '',
    })
    expect(placed).toEqual({ kind: 'saved' })
    device.network.faults.offline = false
    await tab.flush(true)
    await until(
      'the order is placed',
      async () => (await user.orders.get(`${group}:${shopId}`))?.shown?.state === 'unpaid',
    )
    expect(await outbox({ device, person })).toEqual([])
    user.close()
    catalogue.close()
    expect(device.reports).toEqual([])
    await device.end()
  })

  it('is not asked for again and again where the server no longer has what is in it', async () => {
    const { shopId, ids } = await market.products(2)
    const person = await market.person()
    const old = newDevice(market)
    const before = old.tab()
    await before.call('user.login', { email: person.email, password: person.password })
    for (const id of ids) await act(before, 'favourite.set', { id, on: true })
    await settled({ device: old, person })
    await old.end()
    await market.db.updateTable('products').set({ offered: false }).where('id', '=', ids[1]!).execute()

    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    await tab.call('user.login', { email: person.email, password: person.password })
    const catalogue = await device.catalogueDb()
    await until('the one has come', async () => (await catalogue.details.get(ids[0]!)) !== undefined)
    for (let n = 0; n < 3; n++) {
      await act(tab, 'cart.add', { id: ids[0]!, shopId, variantId: 0, num: 1, price: 500, currency: 'USD' })
      await settled({ device, person })
    }
    expect(log.filter(({ path }) => path === 'pro_infos')).toHaveLength(1)
    catalogue.close()
    await device.end()
  })
})

it('the areas of the account’s addresses are known on a new device, also without a network', async () => {
  const person = await market.person()
  const credentials = { email: person.email, password: person.password }
  const old = newDevice(market)
  const before = old.tab()
  await before.call('user.login', credentials)
  await act(before, 'address.put', {
    id: randomUUID(),
    patch: {
      country: 'LB',
      province: 'LB-JA',
      city: 'Tyre',
      detail: 'Port road 4',
      zip: '1601',
      recipient: 'Amal',
      mobile: '+9613123456',
    },
    baseRev: 0,
  })
  await settled({ device: old, person })
  await old.end()

  const device = newDevice(market)
  const tab = device.tab()
  await tab.ready()
  await tab.call('user.login', credentials)
  const { areas } = await device.catalogueDb()
  await until('the province has come', async () => (await areas.get('LB-JA')) !== undefined)
  expect((await areas.get('LB'))?.open).toBe(true)
  await device.end()
})
