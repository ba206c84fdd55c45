import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { goWithin, logIn, open } from '../../tests/e2e/people/shopper.ts'
import { openBrowser } from '../../tests/support/browsers/browser.ts'
import type { Market } from '../../tests/support/servers/servers.ts'
import type { Shop } from './market.ts'
import { watchDesk } from './watch.ts'

/** The longest that one step of many goods may take (ms). */
const LONG = { timeout: 1_800_000 }

/** How one change of many goods went; times in ms. */
export interface Many {
  /** How many products of the file, or of those chosen, it was about. */
  count: number
  /** From the choice until it was said what it would change. */
  looked: number
  /** From the word to go until all was kept on the device, and until all was sent. */
  kept: number
  sent: number
  /** The progress bar's values meanwhile. */
  progress: number[]
}

/** The export, and the preview of importing it again. */
export interface Again {
  form: 'csv' | 'jsonl'
  bytes: number
  /** From the press until the file was there, and from its choice until the preview (ms). */
  written: number
  looked: number
  /** How many stay as they are; undefined when something would change. */
  stays: number | undefined
}

export interface GoodsSeen {
  imported: Many
  raised: Many
  again: Again[]
  /** How many exported products have a price a tenth above the file's. */
  dearer: number
}

const figure = (n: number): string => n.toLocaleString('en-GB')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const since = (begun: number): number => performance.now() - begun

/** Brings a file of products into an empty store, makes all a tenth dearer, takes them out and brings them in again. */
export async function goodsAtDesk(market: Market, { owner }: Shop, file: string, count: number): Promise<GoodsSeen> {
  const browser = await openBrowser({ viewport: { width: 1280, height: 800 } })
  try {
    const page = browser.page()
    await page.addInitScript(watchDesk)
    await logIn(page, market.url, owner)
    await open(page, market.url, '/centre/goods')
    await page.getByRole('link', { name: 'Import' }).click()
    const imported = await importAll(page, file, count)
    const raised = await raiseAll(page, count)
    const again: Again[] = []
    for (const form of ['csv', 'jsonl'] as const) again.push(await exportAgain(page, form, file, count))
    if (browser.errors.length > 0) throw new Error(browser.errors.join('\n'))
    return { imported, raised, again, dearer: await dearerThan(file, `${file}.out.jsonl`) }
  } finally {
    await browser.dispose()
  }
}

/** Chooses a file, and resolves when it has been looked at; the time that took (ms). */
async function chosen(page: Page, file: string): Promise<number> {
  await button(page, 'Choose a file').waitFor()
  const begun = performance.now()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText(/^Unchanged: /).waitFor(LONG)
  return since(begun)
}

/** Presses what begins a change of so many, and watches it until all is sent. */
async function carriedOut(page: Page, go: string, count: number): Promise<Omit<Many, 'looked'>> {
  await page.evaluate(() => window.progress())
  const begun = performance.now()
  await button(page, go).click()
  await page.getByText(`${figure(count)} of ${figure(count)}`, { exact: true }).waitFor(LONG)
  const kept = since(begun)
  await page.getByText('Done, and everything is sent.').waitFor(LONG)
  const sent = since(begun)
  const progress = await page.evaluate(() => window.progress())
  await button(page, 'Close').click()
  return { count, kept, sent, progress }
}

async function importAll(page: Page, file: string, count: number): Promise<Many> {
  const looked = await chosen(page, file)
  await page.getByRole('combobox', { name: 'New products without a state' }).selectOption('listed')
  // The market has few of the file's categories: the member says where its products go.
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option').first().click()
  await button(page, `New ${figure(count)}`).waitFor({ timeout: 120_000 })
  return { looked, ...(await carriedOut(page, `Import: ${figure(count)}`, count)) }
}

async function raiseAll(page: Page, count: number): Promise<Many> {
  await goWithin(page, '/centre/goods/many')
  await page.getByLabel(`Select all shown (${figure(count)})`).check(LONG)
  await button(page, 'Price').click()
  await page.getByRole('combobox', { name: 'How the price changes' }).selectOption('dearer')
  await page.getByLabel('Percent').fill('10')
  const begun = performance.now()
  await page.keyboard.press('Enter')
  await button(page, `Change: ${figure(count)}`).waitFor(LONG)
  const looked = since(begun)
  return { looked, ...(await carriedOut(page, `Change: ${figure(count)}`, count)) }
}

async function exportAgain(page: Page, form: Again['form'], file: string, count: number): Promise<Again> {
  await goWithin(page, '/centre/goods')
  await button(page, 'Export').click(LONG)
  const begun = performance.now()
  const [download] = await Promise.all([
    page.waitForEvent('download', LONG),
    button(page, form === 'csv' ? 'Save as CSV' : 'Save as JSON Lines').click(),
  ])
  const path = join(`${file}.out.${form}`)
  await download.saveAs(path)
  const written = since(begun)
  await page.getByRole('link', { name: 'Import' }).click()
  const looked = await chosen(page, path)
  const same = await page.getByText('Nothing would change').isVisible()
  const stays = await page.getByText(`Unchanged: ${figure(count)}`).isVisible()
  return { form, bytes: (await readFile(path)).length, written, looked, stays: same && stays ? count : undefined }
}

/** How many products of an export cost a tenth more than in the file that they came from, to the cent. */
async function dearerThan(file: string, exported: string): Promise<number> {
  const read = async (path: string) =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { sourceId?: string; code?: string; price: string })
  const before = new Map((await read(file)).map(({ sourceId, price }) => [sourceId, Number(price)]))
  const after = await read(exported)
  return after.filter(({ code, price }) => Math.abs(Number(price) - before.get(code)! * 1.1) <= 0.0051).length
}
