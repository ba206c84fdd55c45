import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, openWindow, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { testPicture } from '../../support/market/pictures.ts'
import { newPerson, simpleProducts } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A buyer asks a store from a product in a tunnel, is answered, reads what the market tells, waits for a price, and
// puts the service button where it disturbs nobody.

let market: Market
let proxy: FaultProxy
let browser: Browser
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

const operate = (...args: string[]) => marketCommand(args, { DATA_DIR: market.dataDir })

it('what is asked in a tunnel arrives once, and the answer and the news are read', async () => {
  const [product] = await simpleProducts(market, 1)
  const person = await newPerson(market)
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, '/message')
  await page.getByText('No messages yet').waitFor()
  await open(page, proxy.url, `/goods?id=${product!.id}`)
  await page.getByRole('link', { name: 'Ask the store' }).click()
  const field = page.getByRole('textbox', { name: 'Your message' })
  await shellKept(page)
  await field.waitFor()

  const wayOut = await intoTunnel(browser, proxy)
  await field.fill('Is it blue?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Will be sent when you are online').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'corner.png', mimeType: 'image/png', buffer: await testPicture(71, 400) })
  await page.getByRole('button', { name: 'Remove picture 1' }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log').getByRole('img', { name: 'Picture 1' }).waitFor()
  expect((await operate('answer')).text).not.toContain(person.email)
  await wayOut()
  await until(
    async () => (await operate('answer')).text,
    (text) => text.includes(person.email),
  )
  const [waiting, ...more] = (await operate('answer')).text.split('\n').filter((row) => row.includes(person.email))
  expect(more).toEqual([])
  await operate('answer', waiting!.split('  ')[0]!, 'Blue as the sea.')
  await page.getByText('Blue as the sea.').waitFor()
  // The store sees the picture by now, at an address that the market gave it; a tap enlarges it.
  await page.getByRole('log').getByRole('button', { name: 'Enlarge picture 1' }).click()
  const enlarged = page.getByRole('dialog').locator('img')
  await expect.poll(() => enlarged.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await operate('message', person.email, 'en', 'Closed on Friday', 'Back on Monday.')
  await open(page, proxy.url, '/message')
  await page.getByText('Closed on Friday').waitFor()
  await page.getByRole('button', { name: 'Mark as read: Closed on Friday' }).click()
  await page.getByRole('button', { name: 'Mark as unread: Closed on Friday' }).waitFor()
})

/** Where the device has it that the service button stands. */
const keptPlace = (page: Page): Promise<{ inline: number; block: number } | undefined> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('caravan-device')
        request.onerror = () => reject(request.error as Error)
        request.onsuccess = () => {
          const db = request.result
          const get = db.transaction('records').objectStore('records').get('servicePlace')
          get.onsuccess = () => resolve(get.result as { inline: number; block: number } | undefined)
          get.onerror = () => reject(get.error as Error)
          db.close()
        }
      }),
  )

it('a price is waited for at its bell; the service button goes by its keys, and stays there', async () => {
  const [product] = await simpleProducts(market, 1)
  const page = browser.page()
  await open(page, proxy.url, `/goods?id=${product!.id}`)
  await page.getByRole('button', { name: 'Notify me when the price drops' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('0')
  await dialog.getByRole('button', { name: 'Notify me', exact: true }).click()
  await dialog.getByText('Enter a price below').waitFor()
  await dialog.getByRole('textbox').fill('0.01')
  await dialog.getByRole('button', { name: 'Notify me', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  // A screen opened before the browser has taken the dialog's history entry away would go away with it.
  await page.waitForFunction(() => (history.state as { sheet?: string }).sheet === undefined)
  await open(page, proxy.url, '/watches')
  await page.getByText('When it costs $0.01 or less').waitFor()
  await page.getByRole('button', { name: 'Remove alert:' }).click()
  await page.getByText('No alerts yet').waitFor()

  const service = page.getByRole('link', { name: 'Customer service' })
  const before = (await service.boundingBox())!
  expect([360 - before.x - before.width, 740 - before.y - before.height]).toEqual([36, 100])
  await service.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  const after = (await service.boundingBox())!
  expect([before.x - after.x, before.y - after.y]).toEqual([24, 24])
  // A place is kept a moment after it is shown.
  await until(
    () => keptPlace(page),
    (kept) => kept?.inline === 60 && kept.block === 124,
  )
  await open(page, proxy.url, '/order')
  await until(
    async () => (await service.boundingBox())!,
    (box) => box.x === after.x && box.y === after.y,
  )
  // It never leaves the window, however small that becomes.
  await page.setViewportSize({ width: 320, height: 400 })
  const small = (await service.boundingBox())!
  expect(small.x >= 0 && small.y >= 0 && small.x + small.width <= 320 && small.y + small.height <= 400).toBe(true)
  await service.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/talks')
})

it('the service button is dragged, and opens the page that the operator names in a tab of its own', async () => {
  const page = browser.page()
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, proxy.url, '/order')
  const service = page.getByRole('link', { name: 'Customer service' })
  const before = (await service.boundingBox())!
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 60, y - 90, { steps: 6 })
  await page.mouse.move(x - 120, y - 180, { steps: 6 })
  await page.mouse.up()
  const after = (await service.boundingBox())!
  expect([before.x - after.x, before.y - after.y]).toEqual([120, 180])
  // The end of a drag is no press.
  expect(new URL(page.url()).pathname).toBe('/order')

  expect((await operate('setting', 'service_url', `${market.url}/install`)).exit).toBe(0)
  const other = await openWindow()
  try {
    const visitor = other.page()
    await open(visitor, market.url, '/mine')
    const outside = visitor.locator('a[target=_blank][aria-label="Customer service"]')
    await outside.waitFor()
    const [tab] = await Promise.all([visitor.waitForEvent('popup'), outside.click()])
    await tab.waitForURL(`${market.url}/install`)
    expect(await tab.evaluate(() => opener === null)).toBe(true)
    expect(new URL(visitor.url()).pathname).toBe('/mine')
  } finally {
    await other.dispose()
    await operate('setting', 'service_url', '')
  }
})
