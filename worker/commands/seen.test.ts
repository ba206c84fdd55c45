import { afterAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { cheaperProducts, personalHome, recentlySeen } from '#localdb/queries/catalogue/seen.ts'
import type { Readers } from '#localdb/read.ts'
import { GUEST } from '#localdb/schema.ts'
import { act, endDevices, newDevice } from '../../tests/support/device/world.ts'

const silent = { fetch: () => Promise.reject<Response>(new TypeError('no network')) }
afterAll(endDevices)

const product = (id: number, price: number, more: Partial<Product> = {}): Product => ({
  id,
  storeId: 3,
  categoryId: 1,
  title: { en: `Product ${id}` },
  picture: null,
  currency: 'USD',
  ladder: [{ from: 1, price }],
  minimum: 1,
  multiple: 1,
  stock: 10,
  choices: 0,
  monthlySales: 0,
  sales: 0,
  createdAt: id,
  rev: 1,
  ...more,
})

async function setting() {
  const device = newDevice(silent)
  device.network.faults.offline = true
  const tab = device.tab()
  await tab.ready()
  const [user, catalogue] = [await device.userDb(GUEST), await device.catalogueDb()]
  const readers = { user, catalogue } as unknown as Readers
  const note = (id?: number) => tab.call('seen.note', id === undefined ? {} : { id })
  return { device, tab, user, catalogue, readers, note }
}

it('remembers the last products that were opened, the newest first and each once', async () => {
  const { device, user, catalogue, readers, note } = await setting()
  await catalogue.products.bulkPut([product(1, 500), product(2, 700), product(3, 900, { stock: 0 })])
  for (const id of [1, 2, 3, 9, 1]) await note(id)
  // Products that are sold out, or not on the device, are not shown.
  expect((await recentlySeen(readers)).map(({ id }) => id)).toEqual([1, 2])
  for (let id = 100; id < 170; id++) await note(id)
  const row = await user.meta.get('seen')
  expect(row?.key === 'seen' && row.products.length).toBe(60)
  const bounds = await device.tab().call('device.bounds', {})
  expect(bounds.kind === 'accepted' && bounds.data.bounds.find(({ name }) => name === 'seen')).toMatchObject({
    use: 60,
    limit: 60,
  })
  user.close()
  catalogue.close()
})

it('says what became cheaper since it was seen or saved; what was seen again at that price is no news', async () => {
  const { tab, user, catalogue, readers, note } = await setting()
  await catalogue.products.bulkPut([product(1, 500), product(2, 1000), product(3, 300), product(4, 100)])
  await act(tab, 'favourite.set', { id: 2, on: true })
  await note(1)
  await note(3)
  await note(4)
  await catalogue.products.bulkPut([
    product(1, 450),
    product(2, 600),
    product(3, 200, { currency: 'EUR' }),
    product(4, 120),
  ])
  const found = async () => (await cheaperProducts(readers)).map(({ product, before }) => [product.id, before])
  expect(await found()).toEqual([
    [2, 1000],
    [1, 500],
  ])
  await note(1)
  expect(await found()).toEqual([[2, 1000]])
  await act(tab, 'favourite.set', { id: 2, on: false })
  await note()
  expect(await found()).toEqual([])
  user.close()
  catalogue.close()
})

it('brings what a person ordered, follows and has in the cart', async () => {
  const { tab, user, catalogue, readers } = await setting()
  await catalogue.products.bulkPut([product(1, 500), ...[5, 6, 7, 8].map((id) => product(id, 100, { storeId: 4 }))])
  await act(tab, 'follow.set', { id: 4, on: true })
  await act(tab, 'cart.add', { id: 1, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' })
  const line = { id: 1, variantId: 0, num: 4, price: 5, amount: 20, title: { en: 'x' }, label: null, picture: null }
  const order = { shopName: 'Looms', lines: [line, { ...line, id: 77 }], createdAt: 1 }
  const rows = (['received', 'shipped', 'cancelled'] as const).map((state) => ({
    key: state,
    server: null,
    shown: { ...order, id: state, state },
    rev: 1,
    pending: 0,
    conflict: false,
  }))
  await user.orders.bulkPut(rows as never)
  const home = await personalHome(readers)
  expect(home.news.map(({ id }) => id)).toEqual([8, 7, 6])
  expect(home.again.map(({ id }) => id)).toEqual([1])
  expect(home.missing).toEqual([77])
  expect(home.underWay).toEqual([{ id: 'shipped', state: 'shipped', shopName: 'Looms', pieces: 8, picture: null }])
  expect(home).toMatchObject({ cartLines: 1, follows: [4] })
  user.close()
  catalogue.close()
})
