import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, simpleProducts, type SimpleProduct } from '../people/people.ts'
import { addToCart, focused, open, waitForToast } from '../people/shopper.ts'

// Manners that people notice only where they are missing: the focus, toasts that stay too long, bars that are gone when
// they are wanted, a number that changes without a word.

let market: Market
let product: SimpleProduct
let browser: BrowserWindow
let page: Page
beforeAll(async () => {
  market = await startMarket()
  product = (await simpleProducts(market, 1))[0]!
})
afterAll(() => market?.close())
beforeEach(async () => {
  browser = await openWindow()
  page = browser.page()
})
afterEach(async () => {
  const { errors } = browser
  await browser.dispose()
  if (errors.length > 0) throw new Error(errors.join('\n'))
})

it('a thumb meets everything: 44 px high, but for links within a sentence', async () => {
  await addToCart(page, market.url, product.id)
  const paths = ['/', '/product', '/category/1', `/goods?id=${product.id}`, '/store/1', '/search', '/shop', '/setting']
  for (const path of paths) {
    await open(page, market.url, path)
    expect(await page.evaluate(lowTargets), path).toEqual([])
  }
})

/** The targets lower than 44 px; runs in the page. Targets that a pseudo-element enlarges are left out. */
const lowTargets = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary), header :is(a, button), nav a')]
    .filter(
      (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('p, [aria-hidden]'),
    )
    .filter((one) => ['::before', '::after'].every((of) => getComputedStyle(one, of).position !== 'absolute'))
    .map((one) => ({ name: one.getAttribute('aria-label') ?? one.innerText, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.width > 0 && box.height < 43.5)
    .map(({ name, box }) => `${name} ${box.width} × ${box.height}`)

it('a sheet gives the focus back to what opened it', async () => {
  await open(page, market.url, '/setting')
  await page.getByRole('button', { name: /^Appearance/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toMatch(/^BUTTON Appearance/)
})

it('the first field that is wrong is seen with its label, below the bar', async () => {
  await open(page, market.url, '/register')
  const email = page.getByLabel('Email', { exact: true })
  await email.evaluate((input) => scrollTo(0, scrollY + input.getBoundingClientRect().top - 20))
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await page.getByText('Please enter your email').waitFor()
  await expect.poll(() => focused(page)).toMatch(/^INPUT/)
  const bar = (await page.getByRole('banner').first().boundingBox())!
  const label = (await page.getByText('Email', { exact: true }).boundingBox())!
  expect(label.y).toBeGreaterThanOrEqual(bar.y + bar.height)
})

it('a toast leaves with its screen', async () => {
  await open(page, market.url, '/product')
  await page
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click()
  await waitForToast(page, 'Added to favourites')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/')
  await expect.poll(() => page.getByRole('log').innerText()).not.toContain('Added to favourites')
})

it('a toast that made way for typing is not in the way of the press that follows', async () => {
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Added to cart')
  await open(page, market.url, `/goods?id=${product.id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).last().click()
  await toast.waitFor()
  // At the end of the typing it stays above, where no button is.
  const field = page.getByRole('textbox').first()
  await field.focus()
  const above = (await toast.boundingBox())!
  expect(above.y).toBeLessThan(200)
  await field.blur()
  expect((await toast.boundingBox())!.y).toBeLessThan(200)
})

it('search, order and filter are there again as soon as one scrolls up a little', async () => {
  await open(page, market.url, '/product')
  await page.locator('main a[href^="/goods"]').nth(5).waitFor()
  await page.mouse.move(180, 400)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const inSight = async () => {
    const box = await filter.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height < 120
  }
  for (let n = 0; n < 4; n++) await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await page.mouse.wheel(0, -200)
  await expect.poll(inSight).toBe(true)
})

it('more than there is becomes all there is, and that is said', async () => {
  await open(page, market.url, `/goods?id=${product.id}`)
  const bar = page.getByRole('group', { name: 'Buy this product' }).last()
  await bar.getByRole('textbox', { name: 'Quantity' }).fill('99999999')
  await page.keyboard.press('Enter')
  await bar.getByText(/^Only [\d,]+ in stock$/).waitFor()
})

it('the badge of the cart counts lines, and a line is low', async () => {
  await addToCart(page, market.url, product.id)
  await open(page, market.url, '/shop')
  await page.getByRole('link', { name: 'Cart, 1' }).waitFor()
  await page.getByRole('button', { name: 'Buy now (1)' }).waitFor()
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Quantity', { exact: true }) })
    .last()
  expect((await line.boundingBox())!.height).toBeLessThanOrEqual(96)
})

it('whoever checks out as a guest is at the checkout once they have signed in', async () => {
  const person = await newPerson(market)
  await addToCart(page, market.url, product.id)
  await open(page, market.url, '/shop')
  await page.getByRole('button', { name: /^Buy now/ }).click()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/orderChecked')
  await page.getByText(product.title).first().waitFor()
})

it('a desk begins with goods: two rows of categories at most, and products in the first window', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['/', '/product']) {
    await open(page, market.url, path)
    const first = page.locator('main a[href^="/goods"]').first()
    await first.waitFor()
    const { x, y } = (await first.boundingBox())!
    expect(y, path).toBeLessThan(800)
    // The column of categories stands beside the goods.
    const places = await page.locator('main a[href^="/category/"]').evaluateAll((links) =>
      links
        .filter((a) => a.checkVisibility())
        .map((a) => a.getBoundingClientRect())
        .map(({ right, top }) => ({ right, top })),
    )
    const above = places.filter(({ right }) => right > x).map(({ top }) => Math.round(top))
    expect(new Set(above).size, path).toBeLessThanOrEqual(2)
  }
})
