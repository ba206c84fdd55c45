import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts } from '../people/people.ts'
import { addToCart, intoTunnel, line, open, shellKept, until } from '../people/shopper.ts'

// A line that is put aside in a tunnel: out of the cart and its count, still there after a start without a network, and
// back when it is wanted.

let market: Market
let proxy: FaultProxy
let browser: Browser
let page: Page
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  browser = await openBrowser()
  page = browser.page()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

it('is saved for later, kept without a network, and moved back into the cart', async () => {
  const [one, other] = await simpleProducts(market, 2)
  await addToCart(page, proxy.url, one!.id)
  await addToCart(page, proxy.url, other!.id)
  await open(page, proxy.url, '/shop')
  await line(page, other!.title).waitFor()
  await shellKept(page)
  const back = await intoTunnel(page, proxy)
  await page
    .getByRole('button', { name: `Save ${one!.title} for later`, exact: true })
    .first()
    .click()
  const later = page.getByRole('region', { name: 'Saved for later' })
  await later.getByRole('link', { name: one!.title }).waitFor()
  await line(page, one!.title).waitFor({ state: 'detached' })

  await open(page, proxy.url, '/shop')
  await later.getByRole('link', { name: one!.title }).waitFor()
  expect(await line(page, one!.title).count()).toBe(0)
  const cart = page.getByRole('navigation').getByRole('link', { name: /^Cart/ })
  await until(
    () => cart.first().getAttribute('aria-label'),
    (label) => label === 'Cart, 1',
  )
  await later.getByRole('button', { name: `Move to cart: ${one!.title}`, exact: true }).click()
  await line(page, one!.title).waitFor()
  await later.waitFor({ state: 'detached' })
  await back()
  expect(browser.errors).toEqual([])
})
