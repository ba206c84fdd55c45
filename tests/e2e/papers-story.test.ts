import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import ar from '#locales/ar.json' with { type: 'json' }
import en from '#locales/en.json' with { type: 'json' }
import zh from '#locales/zh.json' with { type: 'json' }
import { openBrowser } from '../support/browser.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { pdfText } from '../support/pdf-text.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { signIn } from './axe.ts'
import { furnish, type Belongings } from './furnish.ts'
import { newPerson, type Person } from './people.ts'
import { intoTunnel, open, shellKept } from './shopper.ts'

// An order as a PDF that the browser makes of its page: with a network and without, in three languages, with text that
// can be copied out of it, and from right to left where that is how it is read.

let market: Market
let proxy: FaultProxy
let person: Person
let has: Belongings
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  person = await newPerson(market)
  has = await furnish(market, person)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})

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
