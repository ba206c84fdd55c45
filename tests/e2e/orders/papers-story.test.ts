import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import ar from '#locales/ar.json' with { type: 'json' }
import en from '#locales/en.json' with { type: 'json' }
import zh from '#locales/zh.json' with { type: 'json' }
import { openDatabase } from '#server/db/open.ts'
import { openBrowser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { pdfText } from '../../support/browsers/pdf-text.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { signIn } from '../screens/axe.ts'
import { furnish, type Belongings } from '../screens/furnish.ts'
import { newPerson, ordersOf, type Person } from '../people/people.ts'
import { intoTunnel, open, shellKept } from '../people/shopper.ts'

// An order as a PDF that the browser makes of its page: with a network and without, in three languages, with text that
// can be copied out of it, and from right to left where that is how it is read. Its store prints the same order for
// the parcel, and saves its orders as a file.

let market: Market
let proxy: FaultProxy
let person: Person
let seller: Person
let has: Belongings
/** The store's own codes of what was ordered. */
let codes: string[]
beforeAll(async () => {
  market = await startMarket()
  await giveCodes()
  person = await newPerson(market)
  has = await furnish(market, person)
  const received = (await ordersOf(market, person)).find(({ id }) => id === has.received)!
  codes = received.lines.map(({ id }) => `OWN-${id}`)
  seller = await newPerson(market)
  await makeMembers(market, received.shopId, [seller.email])
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})

/** Gives every product a code of its store's own; the market stands still meanwhile. */
async function giveCodes(): Promise<void> {
  await market.kill()
  const { db, close } = await openDatabase({ dataDir: market.dataDir })
  try {
    await sql`update products set code = 'OWN-' || id`.execute(db)
  } finally {
    await close()
  }
  await market.restart()
}

/** Where the paper's title begins and ends across the page, as it is printed (parts of its width). */
async function titlePlace(page: Page): Promise<{ from: number; to: number }> {
  await page.emulateMedia({ media: 'print' })
  const place = await page
    .locator('article header p')
    .first()
    .evaluate((title) => {
      const range = document.createRange()
      range.selectNodeContents(title)
      const [box, whole] = [range.getBoundingClientRect(), title.closest('article')!.getBoundingClientRect()]
      return { from: (box.left - whole.left) / whole.width, to: (box.right - whole.left) / whole.width }
    })
  await page.emulateMedia({ media: null })
  return place
}

it.each([
  { locale: 'en-GB', texts: en, rtl: false },
  { locale: 'ar-EG', texts: ar, rtl: true },
  { locale: 'zh-CN', texts: zh, rtl: false },
])('an order is printed in $locale, with a network and without', async ({ locale, texts, rtl }) => {
  const browser = await openBrowser({ locale })
  try {
    const page = browser.page()
    await signIn(page, proxy.url, person)
    const at = `/print?id=${encodeURIComponent(has.received)}&kind=invoice`
    const printed = async (): Promise<void> => {
      await open(page, proxy.url, at)
      await page.locator('article header').getByText(texts.papers.invoice).waitFor()
      // Known once the account is opened.
      await page.locator('article').getByText(texts.papers.testMoney).waitFor()
      const number = (await page.locator('article dl bdi').first().innerText()).trim()
      const text = pdfText(await page.pdf({ preferCSSPageSize: true }))
      expect(text).toContain(number)
      expect(text).toContain('Amina Yusuf')
      expect(codes.filter((code) => !text.includes(code))).toEqual([])
      // Glyphs stand in the order in which they are drawn, and a machine may lack a font for some.
      const letters = [...texts.papers.testMoney.replace(/\s/g, '')]
      const found = letters.filter((letter) => text.includes(letter))
      expect(found.length / letters.length, text).toBeGreaterThan(0.8)
    }
    await printed()
    const { from, to } = await titlePlace(page)
    expect(rtl ? [to > 0.98, from > 0.3] : [from < 0.02, to < 0.7]).toEqual([true, true])
    await shellKept(page)
    await intoTunnel(browser, proxy)
    await printed()
    expect(browser.errors).toEqual([])
  } finally {
    proxy.before = () => undefined
    await browser.dispose()
  }
})

it("a store's papers name its own codes, and an order that left whole is no part; its orders are a file", async () => {
  const browser = await openBrowser()
  try {
    const page = browser.page()
    await signIn(page, proxy.url, seller)
    await open(page, proxy.url, '/centre?show=all')
    const file = page.getByRole('button', { name: en.centre.file })
    await file.waitFor()
    await shellKept(page)
    await intoTunnel(browser, proxy)
    const printed = async (kind: 'pick' | 'slip'): Promise<string> => {
      await open(page, proxy.url, `/centre/print?kind=${kind}&ids=${encodeURIComponent(has.received)}`)
      await page.getByRole('article', { name: en.centre.paper[kind] }).waitFor()
      return pdfText(await page.pdf({ preferCSSPageSize: true }))
    }
    const [slip, pick] = [await printed('slip'), await printed('pick')]
    expect(codes.filter((code) => !slip.includes(code) || !pick.includes(code))).toEqual([])
    expect(slip).toContain('Amina Yusuf')
    expect(slip).not.toContain('part of the order')

    await open(page, proxy.url, `/centre?show=all&q=${encodeURIComponent(codes.join(' '))}`)
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
    expect(download.suggestedFilename()).toBe('orders-all.csv')
    const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(rows).toHaveLength(1 + codes.length)
    expect(codes.filter((code, n) => !rows[n + 1]!.includes(`,${person.username},,DE,${code},,`))).toEqual([])
    expect(browser.errors).toEqual([])
  } finally {
    proxy.before = () => undefined
    await browser.dispose()
  }
})
