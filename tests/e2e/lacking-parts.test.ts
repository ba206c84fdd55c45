import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { simpleProducts } from './people.ts'
import { goodsKept, goWithin, open, until } from './shopper.ts'

// A network that fails for a moment of a first visit. What the page or its worker could not load then comes once there
// is a network, in the same page: engines remember of a module that it could not be loaded.

let market: Market
let proxy: FaultProxy
let browser: BrowserWindow
/** How many requests were refused of which the path begins so. */
let refused = 0
const refuse = (beginning: string): void => {
  refused = 0
  proxy.before = ({ path }) => {
    if (!path.startsWith(beginning)) return undefined
    refused++
    return 'refuse'
  }
}
const wasRefused = (): Promise<number> =>
  until(
    () => Promise.resolve(refused),
    (n) => n > 0,
  )
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})
beforeEach(async () => {
  proxy.before = () => undefined
  // The service worker would bring the rest of the shell by itself.
  browser = await openWindow({ serviceWorkers: 'block' })
})
afterEach(() => browser.dispose())

describe('what could not be loaded at first', () => {
  it('is loaded by another worker, and the gesture that needed it is saved', async () => {
    const [product] = await simpleProducts(market, 1)
    const page = browser.page()
    refuse('/assets/worker-part-')
    await open(page, proxy.url, `/goods?id=${product!.id}`)
    await wasRefused()
    proxy.before = () => undefined
    await goodsKept(page, product!.id)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByText('Added to cart').first().waitFor()
  })

  it('is loaded by the same page, when its screen is opened again', async () => {
    const page = browser.page()
    refuse('/assets/know-screen')
    await open(page, proxy.url, '/')
    await goWithin(page, '/know')
    await wasRefused()
    await goWithin(page, '/')
    proxy.before = () => undefined
    await goWithin(page, '/know')
    await until(
      () => page.locator('main').innerText(),
      (text) => text.includes('For buyers'),
    )
    expect(browser.errors).toEqual([])
  })
})
