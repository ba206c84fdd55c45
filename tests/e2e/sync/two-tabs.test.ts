import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { atTheShop, newPerson, simpleProducts, type Person } from '../people/people.ts'
import { addToCart, logIn, open, setQuantity, until } from '../people/shopper.ts'

// Two tabs of one device: both show every change at once, one of them sends, and closing it hands over.

let market: Market
let products: Awaited<ReturnType<typeof simpleProducts>>
let browser: Browser
let person: Person

beforeAll(async () => {
  market = await startMarket()
  products = await simpleProducts(market, 2)
})
afterAll(() => market?.close())
beforeEach(async () => {
  person = await newPerson(market)
  browser = await openBrowser()
})
afterEach(() => browser.dispose())

describe('two tabs', () => {
  it('show each other’s changes at once, and only one of them sends', async () => {
    const first = browser.page()
    await logIn(first, market.url, person)
    await addToCart(first, market.url, products[0]!.id)
    await open(first, market.url, '/shop')
    const second = await browser.context().newPage()
    await open(second, market.url, '/shop')
    const senders = new Set<string>()
    for (const [name, page] of Object.entries({ first, second }))
      page.on('request', (request) => {
        if (request.url().endsWith('/api/sync/push')) senders.add(name)
      })

    const num = products[0]!.minimum + products[0]!.multiple
    const since = Date.now()
    await setQuantity(first, products[0]!.title, num)
    await until(
      () => second.getByRole('textbox', { name: 'Quantity', exact: true }).first().inputValue(),
      (shown) => shown === String(num),
      2000,
    )
    expect(Date.now() - since).toBeLessThan(3000)
    await setQuantity(second, products[0]!.title, num + products[0]!.multiple)
    await until(
      () => atTheShop(market, person),
      (held) => held.cart[products[0]!.id] === num + products[0]!.multiple,
    )
    expect([...senders]).toEqual(['first'])
  })

  it('hand over when the sending one is closed', async () => {
    const first = browser.page()
    await logIn(first, market.url, person)
    const second = await browser.context().newPage()
    await open(second, market.url, `/goods?id=${products[1]!.id}`)
    const button = second.getByRole('button', { name: 'Favourite', exact: true }).first()
    await button.waitFor()
    await first.close()
    await button.click()
    // A second for the hand-over; the rest is the way to the shop and this test's own question.
    await until(
      () => atTheShop(market, person),
      (held) => held.favourites.includes(products[1]!.id),
      3000,
    )
    expect((await atTheShop(market, person)).favourites).toEqual([products[1]!.id])
  })
})
