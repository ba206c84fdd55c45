import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { backAt, browse, cards, place, scrollThrough, settled } from '../screens/lists.ts'
import { open, status, until } from '../people/shopper.ts'

// Finding without a network, in a real Chromium at 360×740: browse, lose the network, search what is on the device,
// filter it, open a
// product, and come back to the very place; also after a reload.

let market: Market
let browser: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.close())
beforeEach(async () => {
  browser = await openWindow()
})
afterEach(() => browser.dispose())

/** Opens the first product that is wholly seen and comes back. */
async function openSeen(page: Page): Promise<void> {
  const { seen } = await place(page)
  await page.evaluate((href) => {
    ;[...document.querySelectorAll<HTMLAnchorElement>('main a')].find((a) => a.href === href)?.click()
  }, seen)
  await page.waitForURL(seen!)
  await page.getByRole('button', { name: 'Favourite', exact: true }).first().waitFor()
}

describe('finding without a network', () => {
  it('searches and filters what is on the device, and comes back to the very place', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await browser.context().setOffline(true)
    await open(page, market.url, '/')
    await page.getByRole('link', { name: 'Search products and stores' }).click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await until(() => field.evaluate((input) => input === document.activeElement), Boolean)

    // By the keyboard: the suggestions go on from what is typed, and Enter takes the one that is active.
    await page.keyboard.type('se')
    const options = page.getByRole('option')
    // Categories and stores are there before the words, and stand below them.
    await until(
      () => options.allTextContents(),
      (texts) => /^se/i.test(texts[1] ?? ''),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const taken = await page.locator('[role=option][aria-selected=true]').textContent()
    expect(taken).toMatch(/^se/i)
    await page.keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    await field.fill('set')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=set$/)
    const searched = page.getByText(/^Offline: searched \d+ saved products$/)
    await searched.waitFor()
    expect(Number(/\d+/.exec((await searched.textContent())!)![0])).toBeGreaterThanOrEqual(100)
    await until(
      () => cards(page).count(),
      (n) => n >= 3,
    )
    const unfiltered = await cards(page).count()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('To', { exact: true }).fill('25')
    await page.getByLabel('In stock', { exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL(/to=2500&stock=1/)
    await page.getByRole('button', { name: 'Filter, 2 on' }).waitFor()
    await until(
      () => cards(page).count(),
      (n) => n > 0 && n < unfiltered,
    )

    await page.evaluate(() => scrollTo(0, 240))
    const before = await settled(page)
    await openSeen(page)
    await page.goBack()
    await until(() => place(page), backAt(before))
    await page.getByRole('button', { name: 'Remove filter: Up to $25.00' }).waitFor()

    // The same after the app was started again meanwhile.
    await openSeen(page)
    await page.reload()
    await page.getByRole('button', { name: 'Favourite', exact: true }).first().waitFor()
    await page.goBack()
    await until(() => place(page), backAt(before))
    await page.getByRole('button', { name: 'Remove filter: In stock' }).click()
    await page.getByRole('button', { name: 'Filter, 1 on' }).waitFor()

    // A search is remembered, and forgotten on request.
    await page.goBack()
    await page.getByRole('button', { name: 'set', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove “set”' }).click()
    await page.getByRole('button', { name: 'set', exact: true }).waitFor({ state: 'detached' })
    expect(browser.errors).toEqual([])
  })

  it('finds a long list where it was left, in every order, also after a reload', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await browser.context().setOffline(true)
    // Once in the shop's own order, once in one that only the device can give.
    for (const [path, wanted] of [
      ['/product', 80],
      ['/product?sort=priceUp', 60],
    ] as const) {
      await open(page, market.url, path)
      await cards(page).first().waitFor()
      await scrollThrough(page, wanted)
      await page.evaluate(() => scrollTo(0, Math.round(document.documentElement.scrollHeight * 0.6)))
      const before = await settled(page)
      await openSeen(page)
      await page.goBack()
      await until(() => place(page), backAt(before))
      await openSeen(page)
      await page.reload()
      await page.getByRole('button', { name: 'Favourite', exact: true }).first().waitFor()
      await page.goBack()
      await until(() => place(page), backAt(before))
    }
    expect(browser.errors).toEqual([])
  })

  it('finds it also when the line about the network was not there, or is there no more', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await open(page, market.url, '/product')
    await cards(page).first().waitFor()
    for (const offline of [true, false]) {
      await page.evaluate(() => scrollTo(0, 240))
      const before = await settled(page)
      await openSeen(page)
      await browser.context().setOffline(offline)
      await until(
        () => status(page),
        (line) => line.startsWith('Offline') === offline,
      )
      await page.goBack()
      await until(() => place(page), backAt(before))
    }
    expect(browser.errors).toEqual([])
  })
})

describe('the shop’s results', () => {
  it('take the place of the device’s when they come at once, and wait to be asked for when they come late', async () => {
    const page = browser.page()
    await browse(page, market.url)
    let answer = (): void => {}
    let held: Promise<void> | undefined = new Promise((resolve) => {
      answer = resolve
    })
    await browser.context().route('**/api/index/search_pro', async (route) => {
      await held
      await route.continue()
    })
    await open(page, market.url, '/search?q=set')
    await page.getByText(/^Searched \d+ saved products$/).waitFor()
    // A person who scrolls is reading.
    await page.evaluate(() => scrollTo(0, 60))
    const before = await settled(page)
    answer()
    held = undefined
    const offer = page.getByRole('button', { name: 'Show all results' })
    await offer.waitFor()
    expect((await place(page)).seen).toBe(before.seen)
    await offer.click()
    await page.getByText(/Searched \d+ saved products/).waitFor({ state: 'detached' })

    await open(page, market.url, '/search?q=box')
    await cards(page).first().waitFor()
    await until(
      () => page.getByText(/Searched \d+ saved products/).count(),
      (n) => n === 0,
    )
    expect(browser.errors).toEqual([])
  })
})

describe('somebody who finds by the keyboard', () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const press = async (page: Page, name: string | RegExp) => {
    const button = page.getByRole('button', { name }).first()
    await button.focus()
    const label = await focused(page)
    await page.keyboard.press('Enter')
    return label!
  }

  it('keeps their place when what they pressed is gone', async () => {
    const page = browser.page()
    await open(page, market.url, '/search?q=set&to=2500&stock=1')
    await cards(page).first().waitFor()
    // The search's chips stay while it is asked again: a chip that left for a moment would take the focus along.
    await page.evaluate(() => {
      const labels: (string | null)[] = []
      document.addEventListener('focusin', ({ target }) => labels.push((target as Element).getAttribute('aria-label')))
      Object.assign(globalThis, { labels })
    })
    await press(page, 'Remove filter: In stock')
    await until(
      () => focused(page),
      (name) => name?.startsWith('Show only') === true,
    )
    // The chip that narrows the search is the same element before and after.
    const narrow = (await press(page, /^Show only/)).replace('Show only ', '')
    await until(
      () => focused(page),
      (name) => name === `Remove filter: ${narrow}`,
    )
    await cards(page).first().waitFor()
    await press(page, 'Remove filter: Up to $25.00')
    await until(
      () => focused(page),
      (name) => name === `Remove filter: ${narrow}`,
    )
    expect(await page.evaluate(() => (globalThis as { labels?: unknown }).labels)).toEqual([
      'Remove filter: In stock',
      `Show only ${narrow}`,
      'Remove filter: Up to $25.00',
      `Remove filter: ${narrow}`,
    ])
  })

  it('keeps it also before the device has opened its databases', async () => {
    const page = browser.page()
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await browser.context().route('**/assets/worker-*', async (route) => {
      await held
      await route.continue()
    })
    await open(page, market.url, '/search?q=set&to=2500')
    const narrow = (await press(page, /^Show only/)).replace('Show only ', '')
    await until(
      () => focused(page),
      (name) => name === `Remove filter: ${narrow}`,
    )
    await press(page, 'Remove filter: Up to $25.00')
    await until(
      () => focused(page),
      (name) => name === `Remove filter: ${narrow}`,
    )
    expect(await page.evaluate(() => indexedDB.databases())).not.toContainEqual(
      expect.objectContaining({ name: 'caravan-catalogue' }),
    )
    answer()
  })

  it('goes to what was searched for next when that is forgotten', async () => {
    const page = browser.page()
    await open(page, market.url, '/search')
    for (const text of ['tea', 'box', 'set']) {
      await page.getByRole('combobox', { name: 'Search' }).fill(text)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/search?q=${text}`)
      await page.goBack()
      await page.getByRole('button', { name: `Remove “${text}”` }).waitFor()
    }
    await press(page, 'Remove “set”')
    await until(
      () => focused(page),
      (name) => name === 'Remove “box”',
    )
    await press(page, 'Clear all')
    await until(
      () => focused(page),
      (name) => name === 'Search products and stores',
    )
  })
})
