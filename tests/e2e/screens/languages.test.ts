import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { keysShown } from './keys-shown.ts'
import { goWithin, intoTunnel, open, shellKept, until } from '../people/shopper.ts'

// The texts come with the screens that say them, in the language spoken then. Whichever way a person takes through
// screens and languages, no key stands where a text should.

let market: Market
let proxy: FaultProxy
let browser: Browser
let page: Page
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy.close()
  await market.close()
})
beforeEach(async () => {
  proxy.before = () => undefined
  browser = await openBrowser({ locale: 'en-GB' })
  page = browser.page()
})
afterEach(() => browser.dispose())

const LANGUAGES = { English: 'en', العربية: 'ar', 简体中文: 'zh' }

/** Chooses a language on its screen, without loading the page anew. */
async function choose(name: keyof typeof LANGUAGES): Promise<void> {
  await goWithin(page, '/lang')
  await page.getByRole('button', { name }).click()
  await until(
    () => page.evaluate(() => document.documentElement.lang),
    (lang) => lang === LANGUAGES[name],
  )
}
/** Opens a screen within the page; answers its title. */
async function visit(path: string): Promise<string> {
  const before = await page.locator('h1').textContent()
  await goWithin(page, path)
  return (await until(
    () => page.locator('h1').textContent(),
    (title) => title !== before,
  ))!
}

describe('the texts of screens and languages', () => {
  it('are there in each language, also of screens that were first opened in another', async () => {
    await open(page, proxy.url, '/')
    expect(await visit('/order')).toBe('My orders')
    expect(await keysShown(page)).toEqual([])
    await choose('العربية')
    // Opened in Arabic only: English has never had its texts.
    await visit('/sync')
    await visit('/order')
    expect(await keysShown(page)).toEqual([])
    await choose('English')
    expect(await visit('/sync?at=more')).toBe('Sync centre')
    await page.getByRole('button', { name: 'Check', exact: false }).first().waitFor()
    expect(await keysShown(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })

  it('are on the device once it is installed: every screen without a network, in the languages that it has spoken', async () => {
    await open(page, proxy.url, '/')
    await shellKept(page)
    await choose('العربية')
    const texts = (language: string): Promise<number> =>
      page.evaluate(async (of) => {
        const names = (await caches.keys()).filter((name) => name.startsWith('caravan-shell-'))
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return keys.flat().filter(({ url }) => new RegExp(`/texts-.*-${of}-`).test(url)).length
      }, language)
    const english = await texts('en')
    await until(
      () => texts('ar'),
      (n) => n === english,
    )
    expect(await texts('zh')).toBe(0)
    await intoTunnel(page, proxy)
    for (const name of ['English', 'العربية'] as const) {
      await choose(name)
      for (const path of ['/sync', '/order', '/setting', '/shop', '/mine', '/login', '/address', '/search', '/']) {
        await visit(path)
        await until(
          () => page.locator('main').innerText(),
          (text) => text.trim() !== '',
        )
        expect(await keysShown(page), `${name} ${path}`).toEqual([])
      }
    }
  })

  it('stay as they are when a language cannot be fetched, and are chosen again with a network', async () => {
    await open(page, proxy.url, '/')
    await shellKept(page)
    const leave = await intoTunnel(page, proxy)
    await goWithin(page, '/lang')
    await page.getByRole('button', { name: '简体中文' }).click()
    await page.getByText('简体中文 has not been loaded yet').last().waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    expect(await keysShown(page)).toEqual([])
    await leave()
    await choose('简体中文')
    await visit('/sync')
    expect(await keysShown(page)).toEqual([])
  })
})
