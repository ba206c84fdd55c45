import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, type Person } from '../people/people.ts'
import { goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// A store's goods in a real Chromium: a product is made in a tunnel, with a picture, and is on sale once there is a
// network; two phones change its price, and the second one is asked.

let market: Market
let proxy: FaultProxy
let ann: Person
let bob: Person
let annsPhone: BrowserWindow
let bobsPhone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  ann = await newPerson(market)
  bob = await newPerson(market)
  await makeMembers(market, 1, [ann.email, bob.email])
  proxy = await startFaultProxy(market.url)
  annsPhone = await openWindow()
  bobsPhone = await openWindow()
  await logIn(annsPhone.page(), proxy.url, ann)
  await logIn(bobsPhone.page(), market.url, bob)
})
afterAll(async () => {
  await annsPhone?.dispose()
  await bobsPhone?.dispose()
  await proxy?.close()
  await market?.close()
})

const TITLE = 'Tea glass with a star'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page) => page.getByRole('link', { name: TITLE })
const faults = async (page: Page): Promise<string[]> => [
  ...(await faultsHere(page, 'the centre')),
  ...(await keysShown(page)),
]

/** A picture as a camera would give one: drawn by the page itself. */
const drawn = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 200
    canvas.getContext('2d')!.fillRect(20, 20, 160, 160)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(base64, 'base64')
}

it('a product that is made in a tunnel, with its picture, is on sale once there is a network', async () => {
  const page = annsPhone.page()
  await open(page, proxy.url, '/centre/goods')
  await shellKept(page)
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByLabel('Price per piece').waitFor()
  await page.getByRole('combobox', { name: 'Category' }).fill('tableware')
  await page.getByRole('listbox', { name: 'Category' }).getByRole('option').first().click()
  const out = await intoTunnel(annsPhone, proxy)
  await button(page, 'Put on sale').click()
  await page.getByText('Enter a name').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill(TITLE)
  await page.getByLabel('Price per piece').fill('3.20')
  await page.getByLabel('Pieces in stock').fill('48')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'glass.png', mimeType: 'image/png', buffer: await drawn(page) })
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await button(page, 'Put on sale').click()
  await row(page).waitFor()
  await page.getByRole('img', { name: 'Waiting to be sent' }).first().waitFor()
  await out()
  await page.getByText('All changes sent').waitFor()
  expect(await faults(page)).toEqual([])
  await row(page).click()
  await page.getByRole('link', { name: 'See it in the market' }).waitFor()
  expect(await faults(page)).toEqual([])
})

it('what arrived on the shelf is counted at once', async () => {
  const page = annsPhone.page()
  await page.getByRole('button', { name: /^This product/ }).click()
  await page.getByLabel('How many pieces').fill('12')
  expect(await faults(page)).toEqual([])
  await page.locator('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('In stock: 60').waitFor()
})

it('what orders are charged, and when they leave and arrive, is said in a tunnel and read by a visitor', async () => {
  const page = annsPhone.page()
  await page.getByLabel('Ships within (days)').fill('3')
  await button(page, 'Save').click()
  await row(page).waitFor()
  await page.getByText('All changes sent').waitFor()
  await open(page, proxy.url, '/centre/store')
  // An owner finds here what protects the store.
  await page.getByRole('button', { name: /^Second factor/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Country' }).fill('japan')
  await page.getByRole('listbox', { name: 'Country' }).getByRole('option').first().waitFor()
  const out = await intoTunnel(annsPhone, proxy)
  await page.getByRole('listbox', { name: 'Country' }).getByRole('option').first().click()
  await page.getByLabel('Minimum, in days').fill('9')
  await page.getByLabel('Maximum, in days').fill('5')
  await button(page, 'Add delivery time').click()
  await page.getByText(/The maximum cannot be below the minimum/).waitFor()
  await page.getByLabel('Minimum, in days').fill('4')
  await button(page, 'Add delivery time').click()
  await page.getByText('4–5 days').waitFor()
  await page.getByLabel('Shipping per order, in USD').fill('12,50')
  await page.getByLabel('Taxes and fees, in %').fill('7.5')
  await page.locator('form', { hasText: 'Taxes and fees' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes not sent yet', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  await out()
  await page.getByText('All changes sent').waitFor()
  const visitor = await openWindow()
  try {
    const read = visitor.page()
    await open(read, market.url, `/search?q=${encodeURIComponent('glass with a star')}`)
    await open(read, market.url, (await read.getByRole('link', { name: TITLE }).first().getAttribute('href'))!)
    await read.getByText('plus 7.5% in taxes and fees').waitFor()
    await read.getByText('$12.50').waitFor()
    await read.locator('summary', { hasText: 'Delivery times to 4 areas' }).click()
    await read.getByText('Japan: 4–5 days').waitFor()
    expect(await faults(read)).toEqual([])
    expect(visitor.errors).toEqual([])
  } finally {
    await visitor.dispose()
  }
  await open(page, proxy.url, '/centre/goods?q=star')
  await row(page).click()
  await page.getByLabel('Price per piece').waitFor()
})

it('whose price another phone changed meanwhile is asked which holds', async () => {
  const [page, other] = [annsPhone.page(), bobsPhone.page()]
  await open(other, market.url, '/centre/goods')
  await other.getByLabel('Find by name, code or category').fill('star')
  await row(other).click()
  await other.getByLabel('Price per piece').fill('3.50')
  const out = await intoTunnel(annsPhone, proxy)
  await page.getByLabel('Price per piece').fill('2.90')
  await button(page, 'Save').click()
  await row(page).waitFor()
  await button(other, 'Save').click()
  await row(other).waitFor()
  await other.getByText('All changes sent').waitFor()
  await out()
  await page.getByText('Needs you').waitFor()
  await page.getByRole('link', { name: 'View product' }).click()
  await page.getByText('Choose which version to keep.').waitFor()
  await page.getByText('1: $3.50').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('radio', { name: /Yours/ }).waitFor()
  await button(page, 'Save').click()
  await goWithin(other, '/centre/goods?q=star')
  await other.getByText('$2.90', { exact: false }).waitFor()
  expect([...annsPhone.errors, ...bobsPhone.errors]).toEqual([])
})

it('a store that is closed in a tunnel says so to its buyers, and sells again when it is opened', async () => {
  const page = annsPhone.page()
  const visitor = await openWindow()
  const bought = visitor.page()
  await open(bought, market.url, `/search?q=${encodeURIComponent('glass with a star')}`)
  const href = (await bought.getByRole('link', { name: TITLE }).first().getAttribute('href'))!
  await goWithin(page, '/centre/store')
  await button(page, 'Close the store').waitFor()
  const out = await intoTunnel(annsPhone, proxy)
  await button(page, 'Close the store').click()
  await page.getByText('Orders in progress continue', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  await button(page, 'Close it now').click()
  await page.getByText('This store is closed.', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  await out()
  await page.getByText('All changes sent').waitFor()
  await goWithin(page, '/centre/goods?q=star')
  await page.getByText('Not on sale now').waitFor()
  expect(await faults(page)).toEqual([])
  try {
    await open(bought, market.url, '/store/1')
    await bought.getByText('This store is closed for now.', { exact: false }).waitFor()
    expect(await faults(bought)).toEqual([])
    await open(bought, market.url, href)
    await bought.getByText('This store is closed for now.', { exact: false }).first().waitFor()
    expect(await bought.getByText('no longer sold').count()).toBe(0)
    await goWithin(page, '/centre/store')
    await button(page, 'Open the store').click()
    await button(page, 'Close the store').waitFor()
    await page.getByText('All changes sent').waitFor()
    await open(bought, market.url, href)
    await button(bought, 'Add to cart').first().waitFor()
    expect([...annsPhone.errors, ...visitor.errors]).toEqual([])
  } finally {
    await visitor.dispose()
  }
})
