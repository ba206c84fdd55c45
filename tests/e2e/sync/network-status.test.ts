import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { goodsKept, intoTunnel, open, shellKept, status, until } from '../people/shopper.ts'

// The content of a screen while the network goes and comes.

let market: Market
let proxy: FaultProxy
let browser: BrowserWindow
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
  browser = await openWindow()
})
afterEach(() => browser.dispose())

/** Counts the layout shifts of a page from now on; the returned function reads their sum. */
async function movements(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = globalThis as unknown as { moved: number }
    seen.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  return () => page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
}

describe('the status of the network', () => {
  it.each(['/', '/product'])('comes and goes without moving anything on %s', async (path) => {
    const page = browser.page()
    await open(page, proxy.url, path)
    await page.locator('main a[href^="/goods"]').first().waitFor()
    await shellKept(page)
    await page.waitForLoadState('networkidle') // By then the device shows its own rows, after a reload too.
    const moved = await movements(page)
    const tools = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-tools] > *, header [href^="/search"]')].map(
          (one) => one.getBoundingClientRect().x,
        ),
      )
    const stood = await tools()
    for (const offline of [true, false, true, false]) {
      await browser.context().setOffline(offline)
      await until(
        () => status(page),
        (line) => line.startsWith('Offline') === offline,
      )
      expect(await tools()).toEqual(stood)
    }
    expect(await moved()).toBeLessThanOrEqual(0.01)
  })

  it('leaves what the document shows until the device has its rows', async () => {
    const page = browser.page()
    const goods = page.locator('main a[href^="/goods"]')
    let asked = 0
    proxy.before = ({ path }) => {
      if (!path.includes('document-answers')) return undefined
      asked += 1
      return 'refuse'
    }
    await open(page, proxy.url, '/')
    const moved = await movements(page)
    await until(
      async () => asked,
      (times) => times > 0,
    )
    const back = await intoTunnel(browser, proxy)
    await until(
      () => status(page),
      (line) => line.startsWith('Offline'),
    )
    expect(await goods.count()).toBeGreaterThan(10)
    await back()
    await until(
      () => status(page),
      (line) => !line.startsWith('Offline'),
    )
    await page.waitForLoadState('networkidle')
    expect(await goods.count()).toBeGreaterThan(10)
    expect(await moved()).toBeLessThanOrEqual(0.01)
    const href = (await goods.first().getAttribute('href'))!
    await goodsKept(page, Number(new URL(href, proxy.url).searchParams.get('id')), 'products')
  })
})

describe('a network that hangs', () => {
  it('leaves no placeholder standing once the status says Offline', async () => {
    const page = browser.page()
    await open(page, proxy.url, '/')
    await page.locator('main a[href^="/goods"]').first().waitFor()
    proxy.before = ({ path }) => (path.startsWith('/api/') ? 'hang' : undefined)
    try {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { get: () => false })
        dispatchEvent(new Event('offline'))
        const link = document.body.appendChild(document.createElement('a'))
        link.href = '/goods?id=99999999'
        link.click()
      })
      // Before its worker gives up on the answer, after 30 s.
      await page.getByText('We cannot show this product right now').waitFor({ timeout: 25_000 })
    } finally {
      proxy.before = () => undefined
      proxy.letGo()
    }
  })
})
