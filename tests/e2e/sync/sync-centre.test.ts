import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { atTheShop, newPerson, type Person, type SimpleProduct } from '../people/people.ts'
import {
  addToCart,
  focused,
  goWithin,
  intoTunnel,
  logIn,
  open,
  shellKept,
  status,
  until,
  waitForToast,
} from '../people/shopper.ts'
import { command, makeTroubles, spareProducts } from '../people/troubles.ts'

// The sync centre in a real Chromium: a conflict and a refusal resolved once by touch and once by keyboard alone,
// and what waits taken back, without a network and when nobody knows whether it went through.

let market: Market
let proxy: FaultProxy
let products: SimpleProduct[]
let browser: BrowserWindow
let person: Person

beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  products = await spareProducts(market, 4, 0)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})
beforeEach(async () => {
  proxy.before = () => undefined
  person = await newPerson(market)
  browser = await openWindow({ hasTouch: true, isMobile: true })
})
afterEach(() => browser.dispose())

async function signedIn(): Promise<Page> {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await shellKept(page)
  return page
}

const item = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Needs you' }).getByRole('listitem').filter({ hasText: text })
/** A tap right after a change has left the list counts for nothing: a finger does not come so soon again. */
const notADoubleTap = (page: Page): Promise<void> => page.waitForTimeout(500)

/** Presses Tab until the thing so named has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)).includes(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${name}; the focus is on ${await focused(page)}`)
}

describe('what needs the person', () => {
  it('is resolved by touch: mine is kept, and what sold out goes through once there is some again', async () => {
    const page = await signedIn()
    const { address, other, soldOut } = await makeTroubles(page, { market, proxy }, person, products[0]!)
    await page
      .getByRole('status')
      .getByRole('link', { name: /^Needs you/ })
      .tap()
    await page.waitForURL(/\/sync\?at=needs$/)
    await expect.poll(() => focused(page)).toBe('H2 Needs you2')
    const conflict = item(page, 'Amal Haddad')
    await expect
      .poll(() => conflict.getByRole('definition').allTextContents())
      .toEqual(['YoursSidon', 'The other versionBeirut'])
    await conflict.getByRole('button', { name: /^Keep mine/ }).tap()
    await waitForToast(page, 'Your version was kept')
    await conflict.waitFor({ state: 'detached' })
    await until(
      () => other.cityOf(address),
      (city) => city === 'Sidon',
    )
    const refusal = item(page, soldOut.title)
    expect(await refusal.getByRole('note').textContent()).toContain('Sold out')
    // The focus went on to what is next.
    await expect.poll(() => focused(page)).toContain(soldOut.title)
    await command(market, 'stock', String(soldOut.id), '100000')
    await notADoubleTap(page)
    await refusal.getByRole('button', { name: /^Try again/ }).tap()
    await waitForToast(page, 'Trying again')
    await until(
      () => atTheShop(market, person),
      ({ cart }) => cart[soldOut.id] === soldOut.minimum,
    )
    await page.getByText('Nothing needs your attention.').waitFor()
    await page.getByText('More', { exact: true }).tap()
    await page.getByRole('list', { name: 'Recently synced' }).getByText(soldOut.title).waitFor()
    expect(browser.errors).toEqual([])
  })

  it('is resolved by keyboard alone: theirs is taken, and the refusal is put away', async () => {
    const page = await signedIn()
    const { address, other, soldOut } = await makeTroubles(page, { market, proxy }, person, products[1]!)
    await until(
      () => status(page),
      (text) => text.startsWith('Needs you'),
    )
    await tabTo(page, 'Needs you')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sync\?at=needs$/)
    await expect.poll(() => focused(page)).toBe('H2 Needs you2')
    await tabTo(page, 'Use the other one')
    await page.keyboard.press('Enter')
    await waitForToast(page, 'The other version was kept')
    await expect.poll(() => focused(page)).toContain(soldOut.title)
    await tabTo(page, `Discard: ${soldOut.title}`)
    await page.keyboard.press('Space')
    await waitForToast(page, 'Discarded')
    // Nothing is left: the heading has the focus.
    await expect.poll(() => focused(page)).toBe('H2 Needs you')
    expect(await other.cityOf(address)).toBe('Beirut')
    expect(await atTheShop(market, person)).toEqual({ cart: {}, favourites: [] })
    await until(
      () => status(page),
      (text) => !text.startsWith('Needs you'),
    )
    expect(browser.errors).toEqual([])
  })
})

describe('an address in conflict', () => {
  it('that is deleted from the list asks nothing more', async () => {
    const page = await signedIn()
    const { address, other, soldOut } = await makeTroubles(page, { market, proxy }, person, products[0]!)
    await open(page, proxy.url, '/address')
    await page.getByText('This address also changed on another device').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).tap()
    await waitForToast(page, 'Address deleted')
    await until(
      () => other.cityOf(address),
      (city) => city === 'none',
    )
    await open(page, proxy.url, '/sync?at=needs')
    await item(page, soldOut.title).waitFor()
    expect(await page.getByRole('list', { name: 'Needs you' }).getByRole('listitem').count()).toBe(1)
    // Each of several ways has its own name.
    await page.getByRole('link', { name: `Edit: ${soldOut.title}` }).waitFor()
    expect(browser.errors).toEqual([])
  })

  it('that was deleted before anybody knew can be given up, and the refusal that was put away too comes back', async () => {
    const page = await signedIn()
    const { address, other, soldOut } = await makeTroubles(page, { market, proxy }, person, products[1]!, async () => {
      await open(page, proxy.url, '/address')
      await page.getByRole('button', { name: 'Delete', exact: true }).tap()
      await waitForToast(page, 'Address deleted')
    })
    await open(page, proxy.url, '/sync?at=needs')
    await page.getByRole('button', { name: `Discard: ${soldOut.title}` }).tap()
    await waitForToast(page, 'Discarded')
    await item(page, soldOut.title).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).tap()
    await waitForToast(page, 'Restored')
    await item(page, soldOut.title).waitFor()
    await notADoubleTap(page)
    await item(page, 'This was changed on another device')
      .getByRole('button', { name: /^Discard/ })
      .tap()
    await until(
      () => other.cityOf(address),
      (city) => city === 'none',
    )
    await expect.poll(() => page.getByRole('list', { name: 'Needs you' }).getByRole('listitem').count()).toBe(1)
    expect(browser.errors).toEqual([])
  })
})

describe('what waits', () => {
  const waiting = (page: Page) => page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  const cartNow = async () => (await atTheShop(market, person)).cart

  it('says why, and is taken back without a network', async () => {
    const page = await signedIn()
    const [one, two] = [products[2]!, products[3]!]
    const add = page.getByRole('button', { name: 'Add to cart', exact: true })
    for (const p of [one, two]) {
      await open(page, proxy.url, `/goods?id=${p.id}`)
      await add.waitFor()
    }
    // Within one page: Chromium tells a worker that starts later nothing of the network that is taken away here.
    const out = await intoTunnel(page, proxy)
    await expect
      .poll(() => Promise.all(page.workers().map((worker) => worker.evaluate(() => navigator.onLine))))
      .toEqual([false])
    await add.click()
    await page.getByText('Added to cart').first().waitFor()
    await goWithin(page, `/goods?id=${one.id}`)
    await page.getByRole('heading', { name: one.title }).first().waitFor()
    await add.click()
    await page
      .getByRole('status')
      .getByRole('button', { name: /^Offline/ })
      .tap()
    await page.getByRole('link', { name: 'Sync centre' }).tap()
    await waiting(page).nth(1).waitFor()
    expect(await waiting(page).first().textContent()).toMatch(/Add .* to the cart.*No network/s)
    await page.getByRole('button', { name: `Take back: ${one.title}` }).tap()
    await waitForToast(page, 'Taken back')
    await expect.poll(() => waiting(page).count()).toBe(1)
    await out()
    await page.getByText('All saved').first().waitFor()
    expect(await cartNow()).toEqual({ [two.id]: two.minimum })
    expect(browser.errors).toEqual([])
  })

  it('is taken back one by one, however fast one taps, and waits again when that is undone', async () => {
    const page = browser.page()
    const [one, two] = [products[2]!, products[3]!]
    // A guest's work waits for the guest.
    for (const p of [one, two]) await addToCart(page, proxy.url, p.id)
    await open(page, proxy.url, '/sync')
    await waiting(page).nth(1).waitFor()
    // The finger taps once more, and the next one has moved to where it is: in the same moment, as no test can from
    // outside of a busy page.
    await page.getByRole('list', { name: 'Waiting' }).evaluate((list) => {
      const before = list.childElementCount
      const watch = new MutationObserver(() => {
        if (list.childElementCount === before) return
        watch.disconnect()
        const button = [...list.querySelectorAll('button')].find((b) => b.textContent === 'Take back')
        button!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
        list.setAttribute('data-tapped-again', '')
      })
      watch.observe(list, { childList: true })
    })
    await page.getByRole('button', { name: `Take back: ${one.title}` }).tap()
    await page.locator('[data-tapped-again]').waitFor()
    await waitForToast(page, 'Taken back')
    await notADoubleTap(page)
    expect(await waiting(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await waitForToast(page, 'Restored')
    await waiting(page).filter({ hasText: one.title }).waitFor()
    expect(await waiting(page).count()).toBe(2)
    expect(browser.errors).toEqual([])
  })

  it.each([true, false])(
    'is taken back, or not any more, when its answer was lost (it had arrived: %s)',
    async (arrived) => {
      const page = await signedIn()
      const product = products[2]!
      // At the proxy: the service worker sends too, as soon as a page goes. The feed would tell of it as well.
      proxy.before = ({ path }) =>
        path === '/api/sync/push'
          ? arrived
            ? 'lost'
            : 'refuse'
          : path.startsWith('/api/sync/pull')
            ? 'refuse'
            : undefined
      await addToCart(page, proxy.url, product.id)
      await open(page, proxy.url, '/sync')
      await waiting(page)
        .getByText(/whether it went through/)
        .waitFor()
      await page.getByRole('button', { name: `Take back: ${product.title}` }).tap()
      await waitForToast(page, arrived ? 'Too late to take back. It was already sent.' : 'Taken back')
      await expect.poll(() => waiting(page).count()).toBe(0)
      proxy.before = () => undefined
      await page.getByRole('button', { name: 'Sync now' }).tap()
      await page.getByText('All saved').first().waitFor()
      expect(await cartNow()).toEqual(arrived ? { [product.id]: product.minimum } : {})
      await open(page, proxy.url, '/shop')
      await page
        .getByText(arrived ? product.title : /cart is empty/i)
        .first()
        .waitFor()
      expect(browser.errors).toEqual([])
    },
  )
})
