import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoLogins } from '#server/seed/buyers.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts, type SimpleProduct } from '../people/people.ts'
import { addToCart, logIn, open, status, until } from '../people/shopper.ts'

// A buyer's acts in the shop, by hand: narrowing and comparing lists, picking a step of the ladder, ordering with notes
// and thinking better of it. The taps and screens that this takes are counted.

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

// Whose cart is empty.
const buyer = { ...demoLogins[2]!, username: 'Demo' }
const operate = (...args: string[]): Promise<unknown> => marketCommand(args, { DATA_DIR: market.dataDir })

/** The default address of a demo buyer, over the API. */
async function withAddress(of: { email: string; password: string } = buyer, other = {}): Promise<void> {
  const { userinfo } = (await market.call('/api/user/login', of)).data as { userinfo: { token: string } }
  const patch = {
    country: 'LB',
    province: 'LB-JA',
    city: 'Tyre',
    detail: 'Port road 4',
    zip: '1601',
    recipient: 'Amal Haddad',
    mobile: '+9613123456',
    ...other,
  }
  const id = crypto.randomUUID()
  const put = await market.call('/api/aera/addEdit', { id, patch, baseRev: 0 }, userinfo.token)
  if (put.code !== 1) throw new Error(put.msg)
  await market.call('/api/aera/default', { id }, userinfo.token)
}

it('cards and products say that an area is closed, to who lives there alone', async () => {
  // This takes an area that nobody has asked the market for yet: the market keeps its answers for a while.
  const other = { ...demoLogins[0]!, username: 'Demo' }
  await withAddress(other, { country: 'JO', province: '', city: 'Amman' })
  const { id } = products[2]!
  const notice = page.getByText('Your area is not open yet')
  await operate('area', 'close', 'JO')
  try {
    await open(page, market.url, `/goods?id=${id}`)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).waitFor()
    expect(await notice.count()).toBe(0)
    await logIn(page, market.url, other)
    await open(page, market.url, '/product')
    await notice.first().waitFor()
    await open(page, market.url, `/goods?id=${id}`)
    // The first of them stands on a desk.
    await notice.last().waitFor()
    expect(await page.getByRole('button', { name: 'Add to cart', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Notify me when you deliver there' }).last().waitFor()
  } finally {
    await operate('area', 'open', 'JO')
  }
  expect(browser.errors).toEqual([])
})

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

it('the keys of a desk lead to the search and to screens, and are told by one', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, market.url, '/faqs')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  // The keys are heard once the screen has settled.
  await until(
    async () => {
      await page.keyboard.press('?')
      return help.isVisible()
    },
    (shown) => shown,
  )
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  for (const [key, path] of [
    ['h', '/'],
    ['c', '/shop'],
    ['o', '/order'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForURL((at) => at.pathname === path)
  }
  await page.keyboard.press('/')
  await page.waitForURL((at) => at.pathname === '/search')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  // In a field they are letters.
  await page.keyboard.type('g/h?')
  expect(await field.inputValue()).toBe('g/h?')
  expect(browser.errors).toEqual([])
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
  await tap('button', /^Buy now/)
  await page.getByText('Amal Haddad').first().waitFor()
  // Notes are no part of the way.
  await page.getByText('Purchase order number and notes').click()
  await page.getByLabel(/purchase order number/).fill('PO-2026/17')
  await page
    .getByLabel(/^Note on/)
    .first()
    .fill('in blue')
  await tap('button', /^Place order/)
  await page.waitForURL((at) => at.pathname === '/success')
  await tap('link', /^Pay\b/)
  await page.getByLabel('Fund password', { exact: true }).fill(buyer.password)
  await tap('button', /^Pay .+ USDT$/)
  await page.getByRole('link', { name: 'View order' }).waitFor()
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
    (text) => !/Sending/.test(text),
  )
  // Found again by its store's name, and not by another's.
  await open(page, market.url, '/order?q=nobody+sells+this')
  await expect.poll(() => page.locator('[data-order]').count()).toBe(0)
  expect(browser.errors).toEqual([])
})

it('a guest who buys now signs in on the way, and is at the checkout', async () => {
  await withAddress()
  const { id } = products[1]!
  await open(page, market.url, `/goods?id=${id}`)
  await page.getByRole('button', { name: 'Buy now' }).last().click()
  await page.waitForURL((at) => at.pathname === '/login')
  await page.getByLabel('Email', { exact: true }).fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  // No card that says so stands between the form and the checkout, not for a moment.
  await page.evaluate(() => {
    const seen = globalThis as unknown as { cards: number }
    seen.cards = 0
    new MutationObserver(() => {
      const main = document.querySelector('main')!
      if (location.pathname === '/login' && !main.querySelector('[name=password]') && main.querySelector('button'))
        seen.cards++
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/orderChecked')
  await page.locator(`main a[href="/goods?id=${id}"]`).first().waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { cards: number }).cards)).toBe(0)
  await page.getByText('Amal Haddad').first().waitFor()
  expect(browser.errors).toEqual([])
})

it('prices are asked for in the chosen currency, and the list says by which rate', async () => {
  await operate('rate', 'NGN', '0.00065')
  await open(page, market.url, '/setting')
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /NGN/ }).click()
  await open(page, market.url, '/product')
  await page
    .getByText(/(?:NGN\s?|₦)1 = \$0\.00065/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Unit price in NGN').waitFor()
  await sheet.getByLabel('To', { exact: true }).fill('5100')
  await sheet.getByRole('button', { name: 'Show products' }).click()
  await page.waitForURL((at) => at.search.includes('332'))
  await page.getByRole('button', { name: /Remove filter: Up to (?:NGN\s?|₦)5,100\.00/ }).waitFor()
  expect(browser.errors).toEqual([])
})
