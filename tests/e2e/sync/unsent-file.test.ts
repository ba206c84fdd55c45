import { readFile, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { atTheShop, newPerson, simpleProducts, type Person, type SimpleProduct } from '../people/people.ts'
import { addToCart, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// The sync centre in a real Chromium: what waits goes from one browser to another in a sealed file, by keyboard alone;
// and a row that was spoilt on the disk is found and mended.

let market: Market
let proxy: FaultProxy
let product: SimpleProduct
let person: Person
let folder: string
const browsers: Browser[] = []

beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  product = (await simpleProducts(market, 1))[0]!
  person = await newPerson(market)
  folder = await mkdtemp(join(tmpdir(), 'caravan-file-'))
})
afterAll(async () => {
  for (const browser of browsers) await browser.dispose()
  await proxy?.close()
  await market?.close()
  await rm(folder, { recursive: true, force: true })
})

async function signedIn(url = market.url): Promise<Browser> {
  const browser = await openBrowser()
  browsers.push(browser)
  await logIn(browser.page(), url, person)
  await shellKept(browser.page())
  return browser
}

/** Presses Tab until the control so named has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null
      return at ? `${at.getAttribute('aria-label') ?? ''}|${at.labels?.[0]?.textContent ?? ''}|${at.textContent}` : ''
    })
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused()).split('|').includes(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${name}`)
}
const type = async (page: Page, field: string, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
const press = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button }).waitFor()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}

describe('unsent work', () => {
  it('goes to another browser in a file, by keyboard alone, and happens once', async () => {
    const first = await signedIn(proxy.url)
    const page = first.page()
    await open(page, proxy.url, `/goods?id=${product.id}`)
    const buy = page.getByRole('button', { name: 'Add to cart', exact: true })
    await buy.waitFor()
    const out = await intoTunnel(page, proxy)
    await buy.click()
    await page.getByText('Added to cart').first().waitFor()
    await open(page, proxy.url, '/sync?at=more')
    await press(page, 'Save a backup')
    const sheet = page.getByRole('dialog', { name: 'Save a backup' })
    await type(page, 'Passphrase', 'too few')
    await type(page, 'Repeat the passphrase', 'a phrase of mine')
    await page.keyboard.press('Enter')
    await sheet.getByText('Use at least 8 characters.').waitFor()
    await sheet.getByText('The passphrases do not match.').waitFor()
    expect(await faultsHere(page, 'unsent work')).toEqual([])
    await type(page, 'Passphrase', 'a phrase of mine')
    const download = page.waitForEvent('download')
    await press(page, 'Save file')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^unsent-\d{4}-\d\d-\d\d\.sealed$/)
    await page
      .getByRole('status')
      .filter({ hasText: /Saved as .unsent-.*Changes in the file: 1/ })
      .waitFor()
    const path = join(folder, file.suggestedFilename())
    await file.saveAs(path)
    expect((await readFile(path)).toString('latin1')).not.toContain('cart.add')

    const second = (await signedIn()).page()
    await open(second, market.url, '/sync?at=more')
    await press(second, 'Import a backup')
    const taking = second.getByRole('dialog', { name: 'Import a backup' })
    await second.getByLabel('File', { exact: true }).setInputFiles(path)
    await type(second, 'Passphrase', 'another phrase')
    await second.keyboard.press('Enter')
    await taking.getByText('The passphrase is wrong, or the file is damaged. Nothing was changed.').waitFor()
    expect(await faultsHere(second, 'unsent work')).toEqual([])
    await type(second, 'Passphrase', 'a phrase of mine')
    await second.keyboard.press('Enter')
    await second.getByRole('listitem').filter({ hasText: 'Imported and waiting to be sent: 1' }).waitFor()
    const there = async () => (await atTheShop(market, person)).cart[product.id] ?? 0
    await expect.poll(there).toBeGreaterThan(0)
    const pieces = await there()
    await out()
    await page.getByText('Nothing is waiting.').first().waitFor()
    expect(await there()).toBe(pieces)
    expect([...first.errors, ...browsers[1]!.errors]).toEqual([])
  })
})

describe('a check of this device', () => {
  it('says that everything fits; finds what was spoilt on the disk, and mends it', async () => {
    const page = (await signedIn()).page()
    await addToCart(page, market.url, product.id)
    await open(page, market.url, '/sync?at=more')
    await press(page, 'Check now')
    await page.getByText(/^Checked [\d,]+ records? and \d+ unsent changes?\. No problems found\.$/).waitFor()
    await page.evaluate(async () => {
      const name = (await indexedDB.databases())
        .map((d) => d.name!)
        .find((n) => n.startsWith('caravan-user-') && n !== 'caravan-user-guest')!
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
      await new Promise<void>((resolve) => {
        const at = db.transaction('cartLines', 'readwrite')
        const all = at.objectStore('cartLines').getAll()
        all.addEventListener('success', () => {
          for (const row of all.result as { shown: { num: number } }[])
            at.objectStore('cartLines').put({ ...row, shown: { ...row.shown, num: 77 } })
        })
        at.addEventListener('complete', () => resolve())
      })
      db.close()
    })
    await press(page, 'Check again')
    await page
      .getByRole('list', { name: 'Problems found' })
      .getByRole('listitem')
      .filter({ hasText: 'Cart · 1' })
      .waitFor()
    expect(await faultsHere(page, 'unsent work')).toEqual([])
    await press(page, 'Repair')
    await page.getByText(/^Repaired\. Checked .*\. No problems found\.$/).waitFor()
    expect(browsers.at(-1)!.errors).toEqual([])
  })
})
