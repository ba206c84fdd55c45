import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '#contract/sync/schema-rows.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, ordersOf, simpleProducts, type Person } from '../people/people.ts'
import {
  addToCart,
  goodsKept,
  intoTunnel,
  logIn,
  open,
  shellKept,
  status,
  type WayOut,
  until,
} from '../people/shopper.ts'

// An order in a real Chromium: an address and a checkout for two shops without a network.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const address = {
  Recipient: 'Zephyrine Quillfeather',
  'Mobile number': '+961 3 123 456',
  City: 'Tyre',
  'Street and number': 'Lighthouse lane 77',
  'Zip code': '1601',
}
export const personal = ['Zephyrine', 'Quillfeather', 'Lighthouse lane', '961 3 123 456', '9613123456']

export let market: Market
let products: Awaited<ReturnType<typeof simpleProducts>>
export let proxy: FaultProxy
export let browser: Browser
let person: Person

/** A market for the file that calls it, and a person, a browser and a proxy for each of its tests. */
export function withItsOwnBuyer(): void {
  beforeAll(async () => {
    market = await startMarket()
    const all = await simpleProducts(market, 30)
    const cheap = all.filter((p) => p.currency === 'USD' && p.price * p.minimum < 200_000)
    const first = cheap[0]!
    products = [first, cheap.find((p) => p.storeId !== first.storeId)!]
  })
  afterAll(() => market?.close())
  beforeEach(async () => {
    proxy = await startFaultProxy(market.url)
    person = await newPerson(market)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await browser.dispose()
    await proxy.close()
  })
}

const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/market.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: market.dataDir },
  })

export async function browseOnline(): Promise<Page> {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  for (const p of products) {
    await open(page, proxy.url, `/goods?id=${p.id}`)
    await page.getByRole('heading', { name: p.title }).first().waitFor()
    await goodsKept(page, p.id)
  }
  await shellKept(page)
  return page
}

/** Without a network: two shops in the cart, an address, the order. Returns what gives the network back. */
export async function orderOffline(): Promise<WayOut> {
  const out = await intoTunnel(browser, proxy)
  const page = browser.page()
  for (const p of products) await addToCart(page, proxy.url, p.id)
  await open(page, proxy.url, '/insertAddress')
  await page.getByLabel('Country', { exact: true }).first().fill('Lebanon')
  await page.getByLabel('Country', { exact: true }).first().press('Tab')
  for (const [label, value] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).first().fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((at) => at.pathname !== '/insertAddress')
  await open(page, proxy.url, '/orderChecked')
  await page.getByText(address.Recipient).first().waitFor()
  await page.getByRole('button', { name: 'Place order', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/success')
  await page.getByText('Saved, not placed yet').first().waitFor()
  await expect.poll(() => status(page)).toMatch(/^Offline/)
  return out
}

/** The orders are at the shop once each, unpaid; paid, shipped by command, received. */
export async function goesThrough(): Promise<void> {
  const page = browser.page()
  const fresh = async (): Promise<Order[]> =>
    (await ordersOf(market, person)).filter((o) => ['unpaid', 'paid', 'shipped'].includes(o.state))
  const orders = await until(fresh, (now) => now.length === 2 && now.every((o) => o.state === 'unpaid'))
  expect(new Set(orders.map((o) => o.groupId)).size).toBe(1)
  await open(page, proxy.url, `/pay?ids=${orders.map((o) => o.id).join(',')}`)
  await page.getByLabel('Fund password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: /^Pay .+ USDT$/ }).click()
  await until(fresh, (now) => now.every((o) => o.state === 'paid'))
  for (const o of orders) await command('ship', o.id, 'by camel')
  const received = async () =>
    (await ordersOf(market, person)).filter((o) => o.groupId === orders[0]!.groupId && o.state === 'received').length
  for (let n = 1; n <= 2; n++) {
    await open(page, proxy.url, '/order?tab=shipped')
    await page.getByRole('button', { name: 'Confirm receipt', exact: true }).first().click()
    await page.getByRole('button', { name: /^Release \$/ }).click()
    await until(received, (now) => now === n)
    // One stays with the order.
    await page.getByRole('button', { name: 'Buy again', exact: true }).waitFor()
    expect(page.url()).toContain('/order?id=')
  }
  expect((await ordersOf(market, person)).filter((o) => o.groupId === orders[0]!.groupId)).toHaveLength(2)
  expect(browser.errors).toEqual([])
}

/** The wallet has both payments, and is verified, with a network and without. */
export async function walletHolds(): Promise<void> {
  const page = browser.page()
  await open(page, proxy.url, '/wallet')
  await expect.poll(() => page.getByText('Order paid').count()).toBe(2)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Your balance is correct. Entries checked: 3.').waitFor()
  const out = await intoTunnel(browser, proxy)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText(/^Your balance is correct as of .+ Entries checked: 3\.$/).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export JSON' }).click()
  const entries = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as { amount: string }[]
  expect(entries.map(({ amount }) => amount)).toEqual([
    '25000',
    expect.stringMatching(/^-/),
    expect.stringMatching(/^-/),
  ])
  await out()
}
