import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { atTheShop, newPerson, simpleProducts, type Person } from '../people/people.ts'
import {
  addToCart,
  favourite,
  goWithin,
  intoTunnel,
  logIn,
  open,
  shellKept,
  until,
  type WayOut,
} from '../people/shopper.ts'

// Habits people bring: pulling a screen down, searching from the start screen, signing out in the middle of work.

let market: Market
let proxy: FaultProxy
let product: { id: number; title: string; minimum: number }
let person: Person
let browser: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  product = (await simpleProducts(market, 1))[0]!
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})
beforeEach(async () => {
  person = await newPerson(market)
  browser = await openWindow({ hasTouch: true })
})
afterEach(() => browser.dispose())

/** Draws a finger over the screen, as the device would report it. */
async function draw(page: Page, [x, y]: [number, number], [dx, dy]: [number, number]): Promise<void> {
  const touch = await browser.context().newCDPSession(page)
  const point = (share: number) => [{ x: x + dx * share, y: y + dy * share }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) })
  for (let n = 1; n <= 20; n++)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(n / 20) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

describe('home', () => {
  it('shows again what one has seen, in the place of what sells best', async () => {
    const page = browser.page()
    await open(page, proxy.url, '/')
    await shellKept(page)
    // The list may just be giving way to itself.
    const best = page.getByRole('list', { name: 'Best sellers' })
    const before = (await until(
      () => best.boundingBox(),
      (box) => box !== null,
    ))!
    await open(page, proxy.url, `/goods?id=${product.id}`)
    // Left at once, before the page notes anything.
    await goWithin(page, '/')
    const seen = page.getByRole('list', { name: 'Recently viewed' })
    await seen.getByRole('link', { name: product.title }).waitFor()
    const { y, height } = (await seen.boundingBox())!
    expect([y, height]).toEqual([before.y, before.height])
  })
})

describe('a finger', () => {
  it('refreshes a screen by pulling it down, and not by swiping sideways', async () => {
    const page = browser.page()
    let asked = 0
    browser.context().on('request', (request) => {
      if (request.url().endsWith('/api/index/index')) asked++
    })
    await open(page, proxy.url, '/')
    await page.locator('a[href^="/goods"]').first().waitFor()
    const before = asked
    await draw(page, [300, 420], [-220, 180])
    await draw(page, [180, 320], [0, 40])
    await draw(page, [180, 320], [0, 260])
    await until(
      async () => asked,
      (n) => n > before,
    )
    expect(asked).toBe(before + 1)
  })

  it('refreshes the list of favourites, too', async () => {
    const page = browser.page()
    await favourite(page, proxy.url, product.id, true)
    await open(page, proxy.url, '/product?favourites=1')
    await page.locator('main a[href^="/goods"]').first().waitFor()
    // Favourites that were refreshed a moment ago are not asked for again.
    await page.waitForTimeout(6000)
    let asked = 0
    browser.context().on('request', (request) => {
      if (request.url().endsWith('/api/index/changes')) asked++
    })
    await draw(page, [180, 420], [0, 260])
    await until(
      async () => asked,
      (n) => n > 0,
    )
  })
})

describe('the start screen’s search field', () => {
  it('leads to the search, ready to type', async () => {
    const page = browser.page()
    await open(page, proxy.url, '/')
    await page.locator('a[href^="/goods"]').first().waitFor()
    await page.getByRole('link', { name: 'Search products and stores' }).click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await until(() => field.evaluate((input) => input === document.activeElement), Boolean)
    await page.keyboard.type('zzqqzz')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found for “zzqqzz”').waitFor()
  })
})

describe('a form that is left and opened again', () => {
  it('still has what was typed, but no password', async () => {
    const page = browser.page()
    await open(page, proxy.url, '/register')
    const field = (name: string) => page.locator(`input[name="${name}"]`)
    await field('nickname').fill('Amina')
    await field('password').fill('a long password')
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await field('nickname').waitFor({ state: 'detached' })
    await field('email').fill(person.email)
    await page.goBack()
    await until(
      () => field('nickname').inputValue(),
      (typed) => typed === 'Amina',
    )
    expect(await field('password').inputValue()).toBe('')
    await page.goForward()
    await field('nickname').waitFor({ state: 'detached' })
    await until(
      () => field('email').inputValue(),
      (typed) => typed === person.email,
    )
  })
})

describe('somebody signed in', () => {
  beforeEach(async () => {
    await logIn(browser.page(), proxy.url, person)
    await shellKept(browser.page())
  })

  it('has the pictures of what another device put into the cart', async () => {
    const other = await openWindow()
    await logIn(other.page(), proxy.url, person)
    await addToCart(other.page(), proxy.url, product.id)
    const src = await other.page().locator('main img').first().getAttribute('src')
    await until(
      () =>
        browser
          .page()
          .evaluate(async (path) => (await caches.match(path)) !== undefined, src!.replace(/\d+(?=\.)/, '160')),
      (kept) => kept,
      20_000,
    )
    await other.dispose()
  })

  /** Leaves one addition unsent and opens the way out. Returns what gives the network back. */
  async function leaveInTheMiddle(page: Page): Promise<WayOut> {
    await open(page, proxy.url, `/goods?id=${product.id}`)
    await page.getByText('Ships', { exact: true }).waitFor()
    const out = await intoTunnel(page, proxy)
    await addToCart(page, proxy.url, product.id)
    await open(page, proxy.url, '/setting')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    return out
  }

  it('is told so on the register screen', async () => {
    await open(browser.page(), proxy.url, '/register')
    await browser.page().getByText(`You are logged in as ${person.username}`).waitFor()
    expect(await browser.page().getByRole('textbox').count()).toBe(0)
  })

  it('sends first and then leaves', async () => {
    const page = browser.page()
    const out = await leaveInTheMiddle(page)
    const send = page.getByRole('button', { name: 'Send now and sign out' })
    await send.click()
    // A page that was just loaded may think that it has a network: then 20 s are tried.
    await page.getByText('Nothing was sent, and you are still logged in').waitFor()
    await out()
    await send.click()
    await page.getByText('Welcome to Caravan').waitFor()
    expect((await atTheShop(market, person)).cart).toEqual({ [product.id]: product.minimum })
    expect(browser.errors).toEqual([])
  })

  it('is asked also when nothing waits but something was set aside, which keeping keeps', async () => {
    const page = browser.page()
    const aside = (add: boolean): Promise<number> =>
      page.evaluate(async (put) => {
        const name = (await indexedDB.databases())
          .map((db) => db.name!)
          .find((each) => /^caravan-user-(?!guest)/.test(each))!
        const done = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error!)
          })
        const db = await done(indexedDB.open(name))
        const store = db.transaction('quarantine', 'readwrite').objectStore('quarantine')
        if (put) await done(store.put({ id: 'spoilt', reason: 'schema', row: {}, at: 1 }))
        const count = await done(store.count())
        db.close()
        return count
      }, add)
    await aside(true)
    await open(page, proxy.url, '/setting')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('Not sent yet: 1').waitFor()
    await page.getByRole('button', { name: 'Keep them on this device' }).click()
    await page.getByText('Welcome to Caravan').waitFor()
    expect(await aside(false)).toBe(1)
    expect(browser.errors).toEqual([])
  })

  it('discards only by the word, also without a network', async () => {
    const page = browser.page()
    const out = await leaveInTheMiddle(page)
    await page.getByText('Discard them', { exact: true }).click()
    const word = page.getByLabel('Type “discard” to confirm')
    await word.fill('delete')
    await page.getByRole('button', { name: 'Discard and sign out' }).click()
    await page.getByText('Type the word exactly as shown.').waitFor()
    await word.fill('discard')
    await page.getByRole('button', { name: 'Discard and sign out' }).click()
    await page.getByText('Welcome to Caravan').waitFor()
    await out()
    await logIn(page, proxy.url, person)
    await open(page, proxy.url, '/shop')
    await page.getByText('Your cart is empty').waitFor()
    expect((await atTheShop(market, person)).cart).toEqual({})
  })
})
