import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { demoLogins } from '#server/seed/buyers.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts } from '../people/people.ts'
import { addToCart, logIn, open } from '../people/shopper.ts'

// Specification §2, written out by hand: what each screen and the frame around it show, found as somebody finds it.
// The stories test the behaviour of a screen.

let market: Market
let browser: BrowserWindow
let page: Page
beforeAll(async () => {
  market = await startMarket()
  browser = await openWindow()
  page = browser.page()
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

const at = (path: string): Promise<void> => open(page, market.url, path)
/** Each is there, on the screen of now. */
const shows = async (...parts: readonly Locator[]): Promise<void> => {
  await Promise.all(parts.map((part) => part.first().waitFor()))
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })
const text = (what: string | RegExp) => page.getByText(what, { exact: typeof what === 'string' })
const term = (name: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
const tabs = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

describe('a visitor sees', () => {
  it('home: what it recommends, its footer, the tabs with one to register before their own', async () => {
    await at('/')
    await shows(
      link('Search products and stores'),
      heading('Daily updates'),
      heading('Recommended'),
      text(/ sold\/month$/),
      heading('Best sellers'),
      heading('Recommended stores'),
      text(/^Credit \d+ · [$€]/),
    )
    await expect.poll(() => tabs().allInnerTexts()).toEqual(['Home', 'Products', 'Cart', 'Register', 'Account'])
    const footer = page.getByRole('navigation', { name: 'More about the market' })
    const links = footer.getByRole('link', { includeHidden: true })
    expect(await links.count()).toBeGreaterThanOrEqual(15)
    await shows(
      page.getByRole('list', { name: 'Payment methods' }),
      page.getByRole('list', { name: 'Partners' }),
      text(`© ${new Date().getFullYear()} Caravan`),
    )
  })

  it('the service button, 36 and 100 px from the corner', async () => {
    const box = await page.getByRole('link', { name: 'Customer service' }).boundingBox()
    const { width, height } = page.viewportSize()!
    expect([width - box!.x - box!.width, height - box!.y - box!.height]).toEqual([36, 100])
  })

  it('the product list: its orders, categories, filter and favourites', async () => {
    await at('/product')
    expect(await page.getByLabel('Sort by').getByRole('option').allInnerTexts()).toEqual([
      'Popular',
      'Best selling',
      'Price, lowest first',
      'Price, highest first',
      'New',
    ])
    await shows(button('Filter'), button('Favourites only'), page.locator('main a[href^="/category/"]'))
  })

  it('a store: its search, its figures, and how one follows it', async () => {
    await at('/store/1')
    await shows(
      page.getByRole('search').getByRole('textbox'),
      button(/^Follow /),
      term('Sales'),
      term('Pieces sold'),
      term('Credit'),
      text(/^[\d,]+ products$/),
      text(/^[\d,]+ followers?$/),
    )
    await shows(button('Back'), heading(await page.title().then((title) => title.split(' · ')[0]!)))
  })

  it('a product: price, choices, terms, reviews by kind, and what one may do with it', async () => {
    await at(`/goods?id=${await reviewed()}`)
    await shows(
      text(/^[$€£]/),
      text(/ sold, .* this month/),
      page.getByRole('group', { name: 'Options' }),
      page.getByLabel(/^Quantity: /),
      term('Shipping'),
      term('Taxes and fees'),
      heading('Description'),
      text(/^\d+% positive$/),
      ...['With image', 'Positive', 'Medium', 'Negative'].map((kind) => button(new RegExp(`^${kind} \\d`))),
      button('Favourite'),
      link('Ask the store'),
      link(/^Cart/),
      button('Buy now'),
      button('Add to cart'),
    )
  })

  it('the search: what was looked for, categories, products and stores that go with it', async () => {
    await at('/search')
    await shows(heading('Categories'), heading('Recommended stores'))
    await page.getByRole('combobox').fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL((to) => to.searchParams.get('q') === 'lamp')
    await shows(page.getByRole('tab', { name: 'Stores' }).or(button('Stores')).or(link('Stores')))
    await shows(heading('Related products').or(heading('Stores that sell this')))
    await at('/search')
    await shows(heading('Recent searches'))
  })

  it('the forms to log in and to register', async () => {
    await at('/login')
    await shows(field('Email'), field('Password'), link('Register'), button('Log in'))
    await at('/login?n=1')
    await shows(text('Your session ended. Nothing was lost. Log in again to continue.'))
    await at('/register')
    await shows(
      ...['Username', 'Email', 'Email verification code', 'Password', 'Confirm password'].map(field),
      field('Invitation code (optional)'),
      button('Send code'),
      link('Log in'),
    )
  })

  it('the languages, each with its icon and by its own name', async () => {
    await at('/lang')
    await shows(button('English'), button('简体中文'), button('العربية'))
    const first = page
      .locator('main li')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('[lang]')?.textContent))
    expect(await first).toEqual(['En', '简', 'ع'])
  })

  it('an empty cart, with a word and a way on', async () => {
    await at('/shop')
    await shows(text('Your cart is empty'), link('Browse products'))
    expect(await tabs().count()).toBe(5)
  })
})

describe('a buyer sees', () => {
  beforeAll(async () => {
    const [one] = await simpleProducts(market, 1)
    await logIn(page, market.url, demoLogins[0]!)
    await addToCart(page, market.url, one!.id)
  })

  it('the cart: all of it chosen, its total, and the ways on', async () => {
    await at('/shop')
    await shows(button('All'), button('Clear'), text('Total'), button(/^Buy now/))
  })

  it('the confirmation of an order: items, shipping, taxes and total', async () => {
    await at('/orderChecked')
    await shows(term('Items'), term('Shipping'), term('Total'), button('Place order'))
  })

  it('their account: money, orders by state, selling, loan, language and settings', async () => {
    await at('/mine')
    await shows(
      text(/^Balance/),
      link(/^All orders/),
      ...['Paid', 'Shipped', 'Received', 'To assess', 'After sales'].map((name) => link(new RegExp(`^${name}`))),
      link(/^Sell on this market/),
      link(/^Loan application/),
      link(/^Language/),
      link(/^Settings/),
    )
    expect(await tabs().allInnerTexts()).not.toContain('Register')
  })

  it('their orders, by state', async () => {
    await at('/order?status=shipped')
    const lists = page.getByRole('tab')
    await lists.first().waitFor()
    expect((await lists.allInnerTexts()).map((name) => name.replace(/\d+$/, '').trim())).toEqual(
      expect.arrayContaining(['All', 'Paid', 'Shipped', 'Received', 'To assess']),
    )
    expect(await page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Shipped/)
  })

  it('the settings: picture, password (original, new, repeated), addresses, signing out', async () => {
    await at('/setting')
    await shows(button(/^Change picture/), link(/^Delivery address/), button('Sign out'))
    await button(/^Login password/).click()
    await shows(field('Original password'), field('New password'), field('Repeat the new password'))
    await page.keyboard.press('Escape')
  })

  it('the form of an address, and the list with what one does there', async () => {
    await at('/insertAddress')
    await shows(
      ...['Country', 'City', 'Recipient'].map((name) => page.getByLabel(new RegExp(`^${name}`))),
      page.getByLabel(/^(Province|State|County|Region|Governorate)$/),
      page.getByLabel(/^(Street and number|Street)/),
      page.getByLabel(/^(Zip code|Postcode|Postal code)$/),
      page.getByLabel(/^Mobile number/),
      page.getByRole('checkbox', { name: /default/i }),
    )
  })

  it('the steps and the form of becoming a seller', async () => {
    await at('/merchant')
    await shows(
      text('Provide documents'),
      text('Wait 2 to 48 hours'),
      text('Start selling'),
      ...['Store logo', 'Store name', 'Document or passport number', 'Real name'].map((name) => page.getByLabel(name)),
      ...['Front of the document', 'Back of the document', 'Photo of you holding the document'].map((name) =>
        page.getByLabel(name),
      ),
      page.getByLabel('Seller invitation code'),
      page.getByRole('checkbox'),
      button('Submit'),
    )
    expect(browser.errors).toEqual([])
  })
})

/** A product with choices of two kinds, sold this month, and with reviews. */
async function reviewed(): Promise<number> {
  for (let after: string | null | undefined; after !== null;) {
    const list = (await market.call('/api/index/pro', { sort: 'sales', ...(after && { after }) })).data as {
      products: { id: number; choices: number; stock: number; minimum: number; monthlySales: number }[]
      next: string | null
    }
    for (const { id } of list.products.filter((p) => p.choices > 3 && p.stock > p.minimum * 9 && p.monthlySales > 0)) {
      const { detail } = (await market.call('/api/index/pro_info', { id })).data as {
        detail: { reviewCount: number; variants: { label: { en: string } }[] }
      }
      if (detail.reviewCount > 0 && detail.variants.every(({ label }) => label.en.includes(' / '))) return id
    }
    after = list.next
  }
  throw new Error('no such product in the demo market')
}
