import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// A store's profile in a real Chromium: written in a tunnel, read by visitors with a script and without.

let market: Market
let proxy: FaultProxy
let ann: Person
let phone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  ann = await newPerson(market)
  await makeMembers(market, 1, [ann.email])
  proxy = await startFaultProxy(market.url)
  phone = await openWindow()
  await logIn(phone.page(), proxy.url, ann)
})
afterAll(async () => {
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const NAME = 'Lanterns of Lin'
const ABOUT = `Lamps and lanterns since 1987. ${'We solder each of them by hand. '.repeat(6)}`.trim()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const form = (page: Page) => page.locator('form', { hasText: 'About your store' })
const faults = async (page: Page): Promise<string[]> => [
  ...(await faultsHere(page, 'the centre')),
  ...(await keysShown(page)),
]
const drawn = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 200
    canvas.getContext('2d')!.fillRect(20, 20, 160, 160)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(base64, 'base64')
}

it('an owner writes it in a tunnel, and it is what visitors read once that is sent', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/centre/store')
  await shellKept(page)
  await page.getByRole('heading', { name: 'Your store' }).waitFor()
  await page.getByRole('combobox', { name: 'Ships from' }).fill('egypt')
  await page.getByRole('listbox', { name: 'Ships from' }).getByRole('option').first().click()
  const out = await intoTunnel(phone, proxy)
  await page.getByLabel('Store name').fill('!')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Enter a name of 2 to 60 characters/).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByLabel('Store name').fill(NAME)
  await page.getByLabel('About your store').fill(ABOUT)
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawn(page) })
  await button(page, 'Remove logo').waitFor()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes not sent yet', { exact: false }).waitFor()
  await out()
  await page.getByText('All changes sent').waitFor()
  // The centre is headed by the list of the person's stores, which comes in their own feed.
  await page.getByRole('heading', { name: NAME }).first().waitFor()
  expect(await faults(page)).toEqual([])

  const visitor = await openWindow()
  try {
    const read = visitor.page()
    await open(read, market.url, '/store/1')
    await read.getByText('Ships from Egypt').waitFor()
    await read.getByText('Lamps and lanterns since 1987').waitFor()
    await button(read, 'More').click()
    await button(read, 'Less').waitFor()
    expect(await faults(read)).toEqual([])
    expect(visitor.errors).toEqual([])
  } finally {
    await visitor.dispose()
  }
  // Without a script: in the document, and in what search engines show of it.
  const html = await (await fetch(`${market.url}/store/1`)).text()
  expect(html).toContain(`<title>${NAME}`)
  expect(html).toContain('<meta name="description" content="Lamps and lanterns since 1987.')
  expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain('Lamps and lanterns since 1987.')
})

it('another store’s name is refused with the reason, and the rest stays', async () => {
  const page = phone.page()
  const { name } = ((await market.call('/api/index/shop_info', { id: 2 })).data as { store: { name: string } }).store
  await page.getByLabel('Store name').fill(name)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(/Another store has this name or a similar one/).waitFor()
  await button(page, 'Got it').click()
  expect(await page.getByLabel('Store name').inputValue()).toBe(NAME)
  expect(await faults(page)).toEqual([])
})

it('another currency says what it takes along, and is refused while goods have theirs', async () => {
  const page = phone.page()
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR')
  await page.getByText(/Shipping prices and a minimum order amount are then cleared/).waitFor()
  expect(await faults(page)).toEqual([])
  await button(page, 'Use EUR').click()
  await page.getByText(/Price all of them in EUR first/).waitFor()
  await button(page, 'Got it').click()
})
