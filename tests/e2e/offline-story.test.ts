import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startFaultProxy, type FaultProxy, type Passing } from '../support/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { killedInMidPush } from './killed-in-mid-push.ts'
import { atTheShop, newPerson, simpleProducts, type Person } from './people.ts'
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
} from './shopper.ts'

// The one path this product stands on, in a real Chromium at 360×740 against the production build:
// browse, lose the network, go on, close the browser, open it without a network, find everything; with
// the network back the shop has each thing exactly once.

type Product = Awaited<ReturnType<typeof simpleProducts>>[number]

let market: Market
let products: Product[]
let proxy: FaultProxy
let browser: Browser
let person: Person

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

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)
const quantityOf = (p: Product): number => p.minimum + 2 * p.multiple

/** Online: log in, browse, let the device keep the shell and three products. */
async function browseOnline(): Promise<void> {
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
async function tradeOffline(): Promise<WayOut> {
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

/** Within ten seconds the server has exactly what the device shows, and the marks are gone. */
async function arrivesExactlyOnce(since: number): Promise<void> {
  const [a, b] = products as [Product, Product]
  const wanted = { cart: { [a.id]: quantityOf(a), [b.id]: b.minimum }, favourites: [b.id] }
  const page = browser.page()
  await until(
    () => atTheShop(market, person),
    (held) => same(held, wanted),
    Math.max(1000, since + 10_000 - Date.now()),
  )
  await open(page, proxy.url, '/shop')
  const shown = { [a.title]: quantityOf(a), [b.title]: b.minimum }
  await until(
    async () => ({ cart: await cartShown(page), marks: await marks(page) }),
    (now) => now.marks === 0 && same(now.cart, shown),
    Math.max(1000, since + 10_000 - Date.now()),
  )
  expect(await atTheShop(market, person)).toEqual(wanted)
  expect(browser.errors).toEqual([])
}

/** What a push carries; the same work sent again is the same, whatever its time stamp says. */
function workOf({ method, path, body }: Passing): string {
  if (path !== '/api/sync/push') return `${method} ${path}`
  const text = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body).toString() : body.toString()
  return (JSON.parse(text) as { intents: { seq: number }[] }).intents.map((i) => i.seq).join()
}

describe('a day without a network', () => {
  it('is kept over a closed browser and reaches the shop exactly once', async () => {
    await browseOnline()
    const out = await tradeOffline()
    await out()
    await arrivesExactlyOnce(Date.now())
  })

  it('also when every answer is lost once', async () => {
    await browseOnline()
    const out = await tradeOffline()
    const seen = new Set<string>()
    await out((passing) => {
      if (!passing.path.startsWith('/api/sync/pu') || seen.has(workOf(passing))) return undefined
      seen.add(workOf(passing))
      return 'lost'
    })
    await arrivesExactlyOnce(Date.now())
    expect(
      [...seen].some((work) => /^\d/.test(work)),
      'a push whose answer was lost',
    ).toBe(true)
  })

  it('also when the server is killed in the middle and started again', async () => {
    await browseOnline()
    const pushes = await killedInMidPush(await tradeOffline(), proxy, market)
    await arrivesExactlyOnce(Date.now())
    expect(pushes()).toBeGreaterThan(1)
  })
})
