import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productCode } from '#contract/catalogue/product-code.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts, type SimpleProduct } from '../people/people.ts'
import { open, waitForToast, until } from '../people/shopper.ts'

// Five hundred rows of a CSV file become a cart, on a slow phone; what is wrong with a row is said on it, and it stays.

const ROWS = 500
const GOODS = 120
/** How long nothing may hold the page up (ms), with its processor four times as slow, beside other tests. */
const FREEZE = 1_500

let market: Market
let browser: BrowserWindow
let goods: SimpleProduct[]
beforeAll(async () => {
  market = await startMarket()
  goods = await simpleProducts(market, GOODS)
  browser = await openWindow()
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

/** The rows of the file: each product in its least quantity, those after the last one by codes of nothing. */
function file(): Buffer {
  const [short] = goods
  const rows = goods
    .slice(1)
    .map(({ id, minimum, multiple }) => `${productCode(id)};${Math.ceil(minimum / multiple) * multiple}`)
  const wrong = [
    `${productCode(short!.id)};a dozen`,
    `${productCode(short!.id).slice(0, -1)}-;5`,
    `=NOTHING;5`,
    ...Array.from({ length: ROWS - rows.length - 3 }, (_, n) => `UNKNOWN-${n};1`),
  ]
  return Buffer.from(`\uFEFFSKU;Quantity\r\n${[...rows, ...wrong].join('\r\n')}\r\n`)
}

/** The longest task of the page since its loading (ms). */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
        })
        watch.observe({ type: 'longtask', buffered: true })
        setTimeout(() => resolve(longest), 100)
      }),
  )

/** How many rows of the pad the device has kept. */
const keptRows = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('caravan-user-guest')
        request.onerror = () => resolve(-1)
        request.onsuccess = () => {
          const db = request.result
          const get = db.transaction('meta').objectStore('meta').get('pad')
          get.onsuccess = () => resolve((get.result as { rows: unknown[] } | undefined)?.rows.length ?? 0)
          get.onerror = () => resolve(-1)
          db.close()
        }
      }),
  )

it('five hundred rows become a cart, and what cannot be ordered stays with its reason', async () => {
  const page = browser.page()
  await open(page, market.url, '/quick-order')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.locator('input[type=file]').setInputFiles({ name: 'restock.csv', mimeType: 'text/csv', buffer: file() })
  await waitForToast(page, `${ROWS} rows added`)
  await page.getByText(`${GOODS - 1} of ${ROWS} rows ready`).waitFor()
  expect(await longestTask(page)).toBeLessThan(FREEZE)

  await page.getByRole('button', { name: `To correct: ${ROWS - GOODS + 1}` }).click()
  await page.getByText('Enter a whole number of pieces.').waitFor()
  await until(
    () => page.getByText('No product has this code.').count(),
    (count) => count > 2,
  )
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await waitForToast(page, `${GOODS - 1} products added to cart`)
  expect(await longestTask(page)).toBeLessThan(FREEZE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  // The remaining rows are kept, also for the next visit.
  await page.getByText(`0 of ${ROWS - GOODS + 1} rows ready`).waitFor()
  await until(
    () => keptRows(page),
    (rows) => rows === ROWS - GOODS + 1,
  )
  await page.reload()
  await page.getByText(`0 of ${ROWS - GOODS + 1} rows ready`).waitFor()

  // It goes out as it came in, and no cell of it is a formula.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a CSV file' }).click()
  const stream = await (await saving).createReadStream()
  const saved = Buffer.concat(await Array.fromAsync(stream)).toString()
  expect(saved).toContain(`'=NOTHING,5`)
  expect(saved.trim().split('\r\n')).toHaveLength(ROWS - GOODS + 2)
  expect(browser.errors).toEqual([])
})
