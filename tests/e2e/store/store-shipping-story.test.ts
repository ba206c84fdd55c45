import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '#contract/catalogue/schema.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, sessionOf, simpleProducts, type Person, type SimpleProduct } from '../people/people.ts'
import { addToCart, goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// Where a store ships to, in a real Chromium: written in a tunnel, read by a visitor, and charged to a buyer by the
// country of their address.

let market: Market
let proxy: FaultProxy
let phone: BrowserWindow
let product: SimpleProduct | undefined
beforeAll(async () => {
  market = await startMarket()
  for (const one of await simpleProducts(market, 40)) {
    const { store } = (await market.call('/api/index/shop_info', { id: one.storeId })).data as { store: Store }
    const cheap = one.price * one.minimum < 20_000
    if (cheap && one.currency === 'USD' && store.currency === 'USD' && !store.least) product ??= one
  }
  const ann = await newPerson(market)
  await makeMembers(market, product!.storeId, [ann.email])
  proxy = await startFaultProxy(market.url)
  phone = await openWindow()
  await logIn(phone.page(), proxy.url, ann)
})
afterAll(async () => {
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const faults = async (page: Page): Promise<string[]> => [
  ...(await faultsHere(page, 'the centre')),
  ...(await keysShown(page)),
]
const inSheet = (page: Page) => page.getByRole('dialog')
const ZONE = /\$5\.00 per kg or part of one, free from \$500\.00, 3–7 days/

it('a zone is made in a tunnel, found in another language, and tells what an order costs before it is saved', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/centre/store')
  await shellKept(page)
  await button(page, 'Add a zone').click()
  await page.getByRole('combobox', { name: 'Add a country' }).fill('مصر')
  await page.getByRole('listbox', { name: 'Add a country' }).getByRole('option', { name: 'Egypt' }).waitFor()
  const out = await intoTunnel(phone, proxy)
  await inSheet(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose at least one country.').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Add a country' }).fill('埃及')
  await page.getByRole('option', { name: 'Egypt' }).click()
  await button(page, 'Remove Egypt').waitFor()
  await page.getByLabel('Shipping is charged').selectOption('weight')
  await page.getByLabel('Price, in USD').fill('5')
  await page.getByLabel('Free shipping from, in USD').fill('500')
  await page.getByLabel('Minimum delivery time, in days').fill('3')
  await page.getByLabel('Maximum delivery time, in days').fill('7')
  await page.getByText('To Egypt: shipping $40.00', { exact: false }).waitFor()
  await page.getByLabel('Weight, in kg').fill('8.001')
  await page.getByText('To Egypt: shipping $45.00', { exact: false }).waitFor()
  await page.getByLabel('Order value, in USD').fill('500')
  await page.getByText('To Egypt: shipping free', { exact: false }).waitFor()
  expect(await faults(page)).toEqual([])
  await inSheet(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(ZONE).waitFor()
  await page.getByText('You do not ship to countries outside these zones.').waitFor()
  await page.getByText(/products on sale have no weight/).waitFor()
  await button(page, 'Add a country').click()
  await inSheet(page).getByRole('combobox', { name: 'Country' }).fill('egypt')
  await page.getByRole('option', { name: 'Egypt' }).click()
  await page.getByLabel('Rate, in %').fill('14')
  await inSheet(page).getByText('My prices include tax').click()
  await inSheet(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('14%, included in your prices').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByText('Changes not sent yet', { exact: false }).waitFor()
  await out()
  await page.getByText('All changes sent').waitFor()
})

it('a visitor reads where it ships to, and for how much', async () => {
  const visitor = await openWindow()
  try {
    const page = visitor.page()
    await open(page, market.url, `/goods?id=${product!.id}`)
    await page.locator('summary', { hasText: 'By country' }).first().click()
    await page.getByText(ZONE).waitFor()
    expect(await faults(page)).toEqual([])
    expect(visitor.errors).toEqual([])
  } finally {
    await visitor.dispose()
  }
})

/** A buyer with a default address, signed in. */
async function buyer(country: string): Promise<{ window: BrowserWindow; page: Page }> {
  const person: Person = await newPerson(market)
  const fields = { country, province: '', city: 'Port', detail: 'Road 4', zip: '1601', mobile: '+201001234567' }
  const patch = { ...fields, province: 'Coast', recipient: 'Amal Haddad' }
  const token = await sessionOf(market, person)
  const id = randomUUID()
  expect((await market.call('/api/aera/addEdit', { id, baseRev: 0, patch }, token)).code).toBe(1)
  const window = await openWindow()
  const page = window.page()
  await logIn(page, market.url, person)
  return { window, page }
}

it('a buyer there is charged by weight, and told what is missing until it is free', async () => {
  const { window, page } = await buyer('EG')
  try {
    await open(page, market.url, `/goods?id=${product!.id}`)
    await page.getByText('to Egypt', { exact: false }).first().waitFor()
    await addToCart(page, market.url, product!.id)
    await goWithin(page, '/shop')
    await page.getByText('more at this store for free shipping', { exact: false }).first().waitFor()
    expect(await faults(page)).toEqual([])
    await goWithin(page, '/orderChecked')
    await page
      .getByText(/Includes .+ in taxes/)
      .first()
      .waitFor()
    await button(page, 'Place order').click()
    await page.waitForURL((at) => at.pathname === '/success')
    expect(window.errors).toEqual([])
  } finally {
    await window.dispose()
  }
})

it('a buyer elsewhere is told that the store does not ship there', async () => {
  const { window, page } = await buyer('JP')
  try {
    await open(page, market.url, `/goods?id=${product!.id}`)
    await page.getByText('Does not ship to Japan').waitFor()
    expect(await faults(page)).toEqual([])
    await addToCart(page, market.url, product!.id)
    await goWithin(page, '/shop')
    await page.getByText('This store does not ship to Japan', { exact: false }).first().waitFor()
    expect(await faults(page)).toEqual([])
    expect(window.errors).toEqual([])
  } finally {
    await window.dispose()
  }
})
