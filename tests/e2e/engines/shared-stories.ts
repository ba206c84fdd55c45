import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import type { Market } from '../../support/servers/servers.ts'
import { newerVersion } from '../starting/newer-version.ts'
import { atTheShop, newPerson, ordersOf, simpleProducts, type Person } from '../people/people.ts'
import { until } from '../people/shopper.ts'
import type { Engine, StartOptions, Tab } from './engine.ts'
import { addToCart, cartShown, favourite, fill, goodsKept, leave, logIn, marks, open, see } from './person.ts'
import { setQuantity, shellKept, tap } from './person.ts'
import { openPhone, type Phone } from './phone.ts'

// The stories that the product stands on, told once for every engine. The network goes away at the proxy, so that a
// page has to find it out. Browsers end by SIGKILL, never by a goodbye.

type Products = Awaited<ReturnType<typeof simpleProducts>>

/** A person with a phone on the way to a market. */
export interface Scene {
  market: Market
  /** The first two are of two stores, sold in dollars. */
  products: Products
  proxy: FaultProxy
  person: Person
  phone: Phone
  offline(): void
  online(): void
  /** Waits until the market has these things of the person, and no others. */
  arrives(wanted: Awaited<ReturnType<typeof atTheShop>>): Promise<unknown>
  close(): Promise<void>
}

/** Products to tell stories with: the first two are of two stores, sold in dollars. */
export async function productsOf(market: Market): Promise<Products> {
  const all = await simpleProducts(market, 30)
  const first = all.find((p) => p.currency === 'USD')!
  const other = all.find((p) => p.currency === 'USD' && p.storeId !== first.storeId)!
  return [first, other, ...all.filter((p) => p !== first && p !== other)]
}

/** A new person with a new phone. */
export async function openScene(
  market: Market,
  products: Products,
  engine: Engine,
  options?: StartOptions,
): Promise<Scene> {
  const proxy = await startFaultProxy(market.url)
  const person = await newPerson(market)
  const phone = await openPhone(engine, options).catch(async (error: unknown) => {
    await proxy.close()
    throw error
  })
  return {
    market,
    products,
    proxy,
    person,
    phone,
    offline: () => {
      proxy.before = () => 'refuse'
    },
    online: () => {
      proxy.before = () => undefined
    },
    arrives: (wanted) => until(() => atTheShop(market, person), same(wanted)),
    close: async () => {
      await phone.dispose()
      await proxy.close()
    },
  }
}

export const same = (wanted: unknown) => (value: unknown) => isDeepStrictEqual(value, wanted)

/** Signs in, looks at some products, and waits until the device keeps the app. */
export async function browseOnline({ proxy, person, products, phone }: Scene, count: number): Promise<void> {
  const tab = phone.tab()
  await logIn(tab, proxy.url, person)
  for (const p of products.slice(0, count)) {
    await open(tab, `${proxy.url}/goods?id=${p.id}`)
    await see(tab, { role: 'heading', name: p.title })
    await goodsKept(tab, p.id)
  }
  await shellKept(tab)
}

/** A day without a network over a killed browser; what was done is sent once. `waits` is said by the sync centre. */
export async function dayWithoutNetwork(scene: Scene, waits?: string): Promise<void> {
  const { products, phone, proxy, arrives } = scene
  const [a, b] = products as [Products[0], Products[0]]
  const num = a.minimum + 2 * a.multiple
  await browseOnline(scene, 2)
  scene.offline()
  for (const p of [a, b]) await addToCart(phone.tab(), proxy.url, p.id)
  await open(phone.tab(), `${proxy.url}/shop`)
  await setQuantity(phone.tab(), a.title, num)
  await tap(phone.tab(), { role: 'button', name: `Remove ${b.title}` })
  await until(() => cartShown(phone.tab()), same({ [a.title]: num }))
  await favourite(phone.tab(), proxy.url, b.id, true)

  const tab = await phone.reopen()
  await open(tab, `${proxy.url}/shop`)
  await until(() => cartShown(tab), same({ [a.title]: num }))
  expect(await marks(tab)).toBeGreaterThan(0)
  await see(tab, { role: 'status', text: 'Offline' })
  await open(tab, `${proxy.url}/sync`)
  if (waits !== undefined) await see(tab, { css: 'p', text: waits })
  scene.online()
  await arrives({ cart: { [a.id]: num }, favourites: [b.id] })
  await open(tab, `${proxy.url}/shop`)
  await until(() => cartShown(tab), same({ [a.title]: num }))
  await until(() => marks(tab), same(0))
  await arrives({ cart: { [a.id]: num }, favourites: [b.id] })
}

/** An order for two stores, made without a network and over a killed browser; `placed` says when it is sent. */
export async function orderForTwoStores(scene: Scene, placed: string): Promise<void> {
  const { products, phone, proxy, market, person } = scene
  const two = products.slice(0, 2)
  await browseOnline(scene, 2)
  scene.offline()
  let tab = phone.tab()
  for (const p of two) await addToCart(tab, proxy.url, p.id)
  await open(tab, `${proxy.url}/insertAddress`)
  await fill(tab, { role: 'textbox', name: 'Country' }, 'Lebanon')
  await tab.press('Tab')
  for (const [label, value] of Object.entries({
    Recipient: 'Zephyrine Quillfeather',
    'Mobile number': '+961 3 123 456',
    City: 'Tyre',
    'Street and number': 'Lighthouse lane 77',
    'Zip code': '1601',
  }))
    await fill(tab, { role: 'textbox', name: label }, value)
  await tap(tab, { role: 'button', name: 'Save' })
  await leave(tab, '/insertAddress')
  await open(tab, `${proxy.url}/orderChecked`)
  await see(tab, { css: 'main', text: 'Zephyrine' })
  await tap(tab, { role: 'button', name: 'Place order' })
  await leave(tab, '/orderChecked')
  await see(tab, { css: 'main', text: 'Saved, not placed yet' })
  await see(tab, { css: 'main', text: placed })
  tab = await phone.reopen()
  await open(tab, `${proxy.url}/order`)
  await see(tab, { css: 'main', text: 'Not placed yet' })
  scene.online()
  const orders = await until(
    () => ordersOf(market, person),
    (now) => now.length > 0 && now.every((o) => o.state === 'unpaid'),
    30_000,
  )
  expect(orders.map((o) => o.shopId).toSorted()).toEqual(two.map((p) => p.storeId).toSorted())
  expect(new Set(orders.map((o) => o.groupId)).size).toBe(1)
  await until(() => marks(tab), same(0))
  expect(await ordersOf(market, person)).toHaveLength(2)
}

/** A newer version comes into every tab when that is agreed to, and what waits is kept. */
export async function updateInEveryTab(scene: Scene): Promise<void> {
  const { products, phone, proxy } = scene
  const [a] = products as [Products[0]]
  await browseOnline(scene, 1)
  proxy.before = ({ path }) => (path.startsWith('/api/sync/push') ? 'refuse' : undefined)
  await addToCart(phone.tab(), proxy.url, a.id)
  const other = await phone.another()
  await open(other, `${proxy.url}/lang`)
  const { index, worker } = await newerVersion('2')
  proxy.overrides.set('/index.html', index)
  proxy.overrides.set('/sw.js', worker)
  await open(phone.tab(), `${proxy.url}/shop`)
  await phone.tab().run('navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => undefined)')
  await see(phone.tab(), { css: 'body', text: 'New update available! Refresh to apply.' })
  const version = (tab: Tab): Promise<string | null> =>
    // A page that is just being replaced answers nothing.
    tab.run<string | null>('document.querySelector("meta[name=version]")?.content ?? null').catch(() => null)
  expect(await version(phone.tab())).toBeNull()
  await tap(phone.tab(), { role: 'button', name: 'Update Now' }).catch(() => 'it came by itself')
  for (const tab of [phone.tab(), other]) await until(() => version(tab), same('2'))
  await until(() => cartShown(phone.tab()), same({ [a.title]: a.minimum }))
  scene.online()
  await scene.arrives({ cart: { [a.id]: a.minimum }, favourites: [] })
}
