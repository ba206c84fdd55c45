import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { atTheShop, newPerson, simpleProducts, type Person } from '../people/people.ts'
import {
  addToCart,
  cartShown,
  favourite,
  goodsKept,
  intoTunnel,
  logIn,
  marks,
  open,
  removeLine,
  setQuantity,
  shellKept,
  status,
  type WayOut,
  until,
} from '../people/shopper.ts'

// A day without a network, in a real Chromium at 360×740 against the production build.

type Product = Awaited<ReturnType<typeof simpleProducts>>[number]

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)
const quantityOf = (p: Product): number => p.minimum + 2 * p.multiple

export let market: Market
let products: Product[]
export let proxy: FaultProxy
let browser: Browser
let person: Person

/** A market for the file that calls it, and a person, a browser and a proxy for each of its tests. */
export function withItsOwnDevice(): void {
  beforeAll(async () => {
    market = await startMarket()
    products = await simpleProducts(market, 3)
  })
  afterAll(() => market?.close())
  beforeEach(async () => {
    proxy = await startFaultProxy(market.url)
    person = await newPerson(market)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await browser.dispose()
    await proxy.close()
  })
}

/** Online: log in, browse, let the device keep the shell and three products. */
export async function browseOnline(): Promise<void> {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, '/product')
  await page.getByRole('link', { name: products[0]!.title }).first().waitFor()
  for (const p of products) {
    await open(page, proxy.url, `/goods?id=${p.id}`)
    await page.getByRole('heading', { name: p.title }).first().waitFor()
    await goodsKept(page, p.id)
  }
  await open(page, proxy.url, '/shop')
  await shellKept(page)
}

/**
 * Offline: everything of the story, then the browser is closed and opened again, still offline. Returns what gives the
 * network back.
 */
export async function tradeOffline(): Promise<WayOut> {
  const [a, b, c] = products as [Product, Product, Product]
  const out = await intoTunnel(browser, proxy)
  let page = browser.page()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await open(page, proxy.url, `/goods?id=${a.id}`)
  await page.getByRole('heading', { name: a.title }).first().waitFor()

  for (const p of [a, b, c]) await addToCart(page, proxy.url, p.id)
  await open(page, proxy.url, '/shop')
  await until(
    () => cartShown(page),
    (cart) => Object.keys(cart).length === 3,
  )
  await setQuantity(page, a.title, quantityOf(a))
  await removeLine(page, c.title)
  await favourite(page, proxy.url, a.id, true)
  await favourite(page, proxy.url, b.id, true)
  await favourite(page, proxy.url, a.id, false)

  page = await browser.reopen({ offline: true })
  await open(page, proxy.url, '/shop')
  await until(
    () => cartShown(page),
    (cart) => cart[a.title] === quantityOf(a) && cart[b.title]! > 0 && !(c.title in cart),
  )
  await expect.poll(() => page.title()).toMatch(/Cart/)
  await expect.poll(() => marks(page)).toBeGreaterThanOrEqual(2)
  await expect.poll(() => status(page)).toMatch(/^Offline/)
  await open(page, proxy.url, '/collect')
  await page.getByRole('link', { name: b.title }).first().waitFor()
  expect(await page.getByRole('link', { name: a.title }).count()).toBe(0)
  return out
}

/** The server comes to hold exactly what the device shows, and the marks go; prints how long that took. */
export async function arrivesExactlyOnce(): Promise<void> {
  const since = performance.now()
  const [a, b] = products as [Product, Product]
  const wanted = { cart: { [a.id]: quantityOf(a), [b.id]: b.minimum }, favourites: [b.id] }
  const page = browser.page()
  await until(
    () => atTheShop(market, person),
    (held) => same(held, wanted),
  )
  await open(page, proxy.url, '/shop')
  const shown = { [a.title]: quantityOf(a), [b.title]: b.minimum }
  await until(
    async () => ({ cart: await cartShown(page), marks: await marks(page) }),
    (now) => now.marks === 0 && same(now.cart, shown),
  )
  console.log(`all of it arrived ${((performance.now() - since) / 1000).toFixed(1)} s after the network`)
  expect(await atTheShop(market, person)).toEqual(wanted)
  expect(browser.errors).toEqual([])
}
