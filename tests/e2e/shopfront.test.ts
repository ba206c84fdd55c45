import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoLogins } from '#server/db/seed/buyers.ts'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { simpleProducts, type SimpleProduct } from './people.ts'
import { addToCart, logIn, open, status, until } from './shopper.ts'

// What a buyer does in the shop, by hand: narrows and compares lists, picks a step of the ladder, orders with notes and
// thinks better of it. What it takes in taps and screens is counted.

const PHONE = { width: 360, height: 740 }
let market: Market
let products: SimpleProduct[]
let browser: BrowserWindow
let page: Page
beforeAll(async () => {
  market = await startMarket()
  products = (await simpleProducts(market, 12)).filter((p) => p.price * p.minimum < 200_000)
})
afterAll(() => market?.close())
beforeEach(async () => {
  browser = await openWindow({ viewport: PHONE })
  page = browser.page()
})
afterEach(() => browser.dispose())

const buyer = { ...demoLogins[0]!, username: 'Demo' }

/** The address of a demo buyer, over the API. */
async function withAddress(): Promise<void> {
  const { userinfo } = (await market.call('/api/user/login', buyer)).data as { userinfo: { token: string } }
  const patch = {
    country: 'LB',
    province: 'LB-JA',
    city: 'Tyre',
    detail: 'Port road 4',
    zip: '1601',
    recipient: 'Amal Haddad',
    mobile: '+9613123456',
  }
  const id = crypto.randomUUID()
  const put = await market.call('/api/aera/addEdit', { id, patch, baseRev: 0 }, userinfo.token)
  if (put.code !== 1) throw new Error(put.msg)
  await market.call('/api/aera/default', { id }, userinfo.token)
}

describe('lists', () => {
  it('are narrowed by brand with counts that hold, and the address carries it', async () => {
    await open(page, market.url, '/product')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const brands = page.getByRole('dialog').getByRole('group', { name: 'Brand', exact: true })
    const first = brands.getByRole('checkbox').first()
    const [, brand, count] = /^(.*) (\d+)$/.exec((await brands.locator('label').first().innerText()).trim())!
    await first.check()
    await page.getByRole('dialog').getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL((at) => at.searchParams.get('mark') === `brand=${brand}`)
    await page.getByText(`${count} products`).first().waitFor()
    await page.reload()
    await page.getByText(`${count} products`).first().waitFor()
    await page.getByRole('button', { name: `Remove filter: ${brand}` }).click()
    await page.waitForURL((at) => !at.searchParams.has('mark'))
    expect(browser.errors).toEqual([])
  })

  it('show forty unit prices on five screens of dense rows', async () => {
    await open(page, market.url, '/product')
    await page.getByRole('button', { name: 'Show as a list' }).click()
    await page.getByRole('button', { name: 'Show as a grid' }).waitFor()
    const seen = new Set<string>()
    for (let screen = 0; screen < 5; screen++) {
      await page.waitForFunction(() => document.querySelectorAll('main a[href^="/goods"]').length > 0)
      await expect
        .poll(async () => (await pricesInSight(page)).length, { message: 'rows of a whole screen' })
        .toBeGreaterThan(6)
      for (const href of await pricesInSight(page)) seen.add(href)
      await page.evaluate(() => scrollBy(0, innerHeight - 100))
    }
    console.log(`unit prices on five phone screens of the dense list: ${seen.size}`)
    expect(seen.size).toBeGreaterThanOrEqual(40)
  })
})

/** The products whose row stands whole between the bars of the screen. */
const pricesInSight = (of: Page): Promise<string[]> =>
  of.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/goods"]')].flatMap((link) => {
      const row = (link.closest('li, article') ?? link).getBoundingClientRect()
      return row.top >= 0 && row.bottom <= innerHeight ? [link.getAttribute('href')!] : []
    }),
  )

it('a step of the ladder is taken by a tap, and the bar says what it comes to', async () => {
  const info = (await market.call('/api/index/pro', {})).data as {
    products: { id: number; choices: number; stock: number; ladder: { from: number }[] }[]
  }
  const one = info.products.find((p) => p.choices === 0 && p.ladder.length > 2 && p.stock > p.ladder.at(-1)!.from)!
  await open(page, market.url, `/goods?id=${one.id}`)
  const steps = page.getByRole('list', { name: 'Price by quantity' }).getByRole('button')
  const bar = page.getByRole('group', { name: 'Buy this product' }).last()
  const before = await bar.innerText()
  await steps.last().click()
  const quantity = bar.getByRole('textbox', { name: 'Quantity' })
  await expect.poll(async () => Number((await quantity.inputValue()).replace(/\D/g, ''))).toBeGreaterThan(1)
  expect(await bar.innerText()).not.toBe(before)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'Your price' }) })
    .waitFor()
})

it('the theme is switched in the settings, and stays', async () => {
  await open(page, market.url, '/setting')
  await page.getByRole('button', { name: /^Appearance/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dark' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
})

it('a known buyer pays an order within six taps of home, with notes; a cancellation is undone', async () => {
  await withAddress()
  await logIn(page, market.url, buyer)
  await addToCart(page, market.url, products[0]!.id)
  await open(page, market.url, '/')
  let taps = 0
  const tap = async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
    taps++
    await page.getByRole(role, { name }).last().click()
  }
  await tap('link', /^Cart/)
  await tap('button', /^Check out/)
  await page.getByText('Amal Haddad').first().waitFor()
  // Notes are no part of the way.
  await page.getByText('Your order number and notes').click()
  await page.getByLabel(/purchase order number/).fill('PO-2026/17')
  await page
    .getByLabel(/^Note on/)
    .first()
    .fill('in blue')
  await tap('button', /^Place order/)
  await page.waitForURL((at) => at.pathname === '/success')
  await tap('link', /^Pay\b/)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await tap('button', /^Pay \$/)
  await page.getByRole('link', { name: 'See the order' }).waitFor()
  console.log(`taps from home to a paid order: ${taps}`)
  expect(taps).toBeLessThanOrEqual(6)

  await open(page, market.url, '/order')
  await page.locator('[data-order]').first().click()
  await page.getByText('PO-2026/17').waitFor()
  await page.getByText('Note: in blue').waitFor()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const undo = page.getByRole('button', { name: 'Undo' }).first()
  await undo.waitFor()
  expect(await status(page)).not.toMatch(/Sending/)
  await undo.click()
  await page.getByRole('button', { name: 'Cancel order' }).waitFor()
  await until(
    () => status(page),
    (said) => !/Sending/.test(said),
  )
  // Found again by its store's name, and not by another's.
  await open(page, market.url, '/order?q=nobody+sells+this')
  await expect.poll(() => page.locator('[data-order]').count()).toBe(0)
  expect(browser.errors).toEqual([])
}, 60_000)
