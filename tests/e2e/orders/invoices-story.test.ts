import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SCHEMA } from '#contract/sync/schema.ts'
import ar from '#locales/ar.json' with { type: 'json' }
import en from '#locales/en.json' with { type: 'json' }
import zh from '#locales/zh.json' with { type: 'json' }
import { openWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { pdfText } from '../../support/browsers/pdf-text.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere, signIn } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { changesOf, newPerson, ordersOf, sessionOf, type Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { intoTunnel, open, shellKept, until } from '../people/shopper.ts'

// A store and a buyer say how their invoices name them; then the order is paid, a part of it given back, and both print
// what was issued: in three languages, without a network, on paper of each size.

/** Of the longest names that are taken, without a place to break them. */
const LONG = 'Handelsgesellschaft'.repeat(5)
let market: Market
let proxy: FaultProxy
let buyer: Person
let seller: Person
let order: string
beforeAll(async () => {
  market = await startMarket()
  buyer = await newPerson(market)
  seller = await newPerson(market)
  order = await placeOrder(market, buyer)
  await makeMembers(market, Number(order.split(':')[1]), [seller.email])
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})

const faults = async (page: Page, where: string): Promise<string[]> => [
  ...(await faultsHere(page, where)),
  ...(await keysShown(page)),
]
/** The rows of the store's feed, as text. */
async function ofStore(): Promise<string> {
  const uids = (await changesOf(market, seller)).flatMap((one) => (one.table === 'memberships' ? [one.row.uid] : []))
  const path = `/api/sync/pull?uid=${uids[0]}&cursor=0&schema=${SCHEMA}`
  return JSON.stringify((await market.call(path, {}, await sessionOf(market, seller), 'GET')).data)
}
/** The sizes of a PDF's pages in points, each once. */
const pageSizes = (pdf: Buffer): string[] => [
  ...new Set(
    [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
      ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
    ),
  ),
]
const printed = (page: Page): Promise<Buffer> => page.pdf({ preferCSSPageSize: true })
/** How far what is printed sticks out of its paper (px), and whether its title begins where reading does. */
async function layout(page: Page): Promise<{ beyond: number; begins: boolean }> {
  await page.emulateMedia({ media: 'print' })
  const found = await page
    .locator('article')
    .first()
    .evaluate((paper) => {
      const range = document.createRange()
      range.selectNodeContents(paper.querySelector('header p')!)
      const [title, whole] = [range.getBoundingClientRect(), paper.getBoundingClientRect()]
      const rtl = getComputedStyle(paper).direction === 'rtl'
      return {
        beyond: Math.max(0, paper.scrollWidth - paper.clientWidth),
        begins: Math.abs(rtl ? whole.right - title.right : title.left - whole.left) < 3,
      }
    })
  await page.emulateMedia({ media: null })
  return found
}

it('both say how their papers name them, and a proforma says that it is no invoice', async () => {
  const window = await openWindow()
  try {
    const page = window.page()
    await signIn(page, proxy.url, seller)
    await open(page, proxy.url, '/centre/store')
    const legal = page.getByRole('region', { name: en.centre.legal })
    await legal.getByLabel(en.centre.legalName).fill(LONG)
    await legal.getByLabel(en.centre.legalAddress).fill('4 Port road\nTyre')
    await legal.getByLabel(en.centre.legalTaxNumber).fill('LB 601')
    await legal.getByLabel(en.centre.legalPrefix).fill('n-b')
    await legal.getByRole('button', { name: en.centre.save }).click()
    await legal.getByText('Use up to 8 capital letters').waitFor()
    expect(await faults(page, 'the store’s business')).toEqual([])
    await legal.getByLabel(en.centre.legalPrefix).fill('nb')
    await legal.getByRole('button', { name: en.centre.save }).click()
    await legal.getByText('INV-NB-000001').waitFor()
    await until(ofStore, (rows) => rows.includes('LB 601'))
  } finally {
    await window.dispose()
  }
  const own = await openWindow()
  try {
    const page = own.page()
    await signIn(page, proxy.url, buyer)
    await open(page, proxy.url, '/setting')
    await page.getByRole('button', { name: en.settings.billing }).click()
    const sheet = page.locator('dialog[open]')
    await sheet.getByLabel(en.settings.billingCompany).fill('Nile Traders')
    await sheet.getByLabel(en.settings.billingTaxNumber).fill('EG 123')
    expect(await faults(page, 'invoice details')).toEqual([])
    await sheet.getByRole('button', { name: en.settings.billingSave }).click()
    await sheet.waitFor({ state: 'detached' })
    await open(page, proxy.url, `/print?id=${encodeURIComponent(order)}`)
    await page.locator('article').getByText(en.papers.proformaHint).waitFor()
    await page.locator('article').getByText('EG 123').waitFor()
    await until(
      () => changesOf(market, buyer),
      (rows) => rows.some(({ table }) => table === 'billing'),
    )
    expect(await page.getByRole('button', { name: en.papers.invoice, exact: true }).count()).toBe(0)
    expect(own.errors).toEqual([])
  } finally {
    await own.dispose()
  }
})

it('paid, it has an invoice; what is given back of it, a credit note that both print', async () => {
  const token = await sessionOf(market, buyer)
  const paid = await market.call('/api/order/pay', { ids: [order], password: buyer.password }, token)
  expect(paid.code, paid.msg).toBe(1)
  const cancelled = await market.call('/api/order/cancel', { id: order }, token)
  expect(cancelled.code, cancelled.msg).toBe(1)
  const { number } = (await ordersOf(market, buyer)).find(({ id }) => id === order)!
  const window = await openWindow()
  try {
    const page = window.page()
    await signIn(page, proxy.url, buyer)
    await open(page, proxy.url, `/print?id=${encodeURIComponent(order)}`)
    await page.getByRole('article', { name: 'TEST-INV-NB-000001' }).waitFor()
    expect(await faults(page, 'an invoice')).toEqual([])
    const text = pdfText(await printed(page))
    for (const part of ['TEST-INV-NB-000001', 'Nile Traders', 'EG 123', 'LB 601', number!]) expect(text).toContain(part)
    await page.getByRole('button', { name: 'TEST-CRN-NB-000001' }).click()
    const note = page.getByRole('article', { name: 'TEST-CRN-NB-000001' })
    await note.getByText('TEST-INV-NB-000001').waitFor()
    expect(await faults(page, 'a credit note')).toEqual([])
    expect(window.errors).toEqual([])
  } finally {
    await window.dispose()
  }
})

it.each([
  { locale: 'en-GB', texts: en },
  { locale: 'ar-EG', texts: ar },
  { locale: 'zh-CN', texts: zh },
])('a store prints them in a tunnel, on paper of each size, in $locale', async ({ locale, texts }) => {
  const window = await openWindow({ locale })
  const page = window.page()
  try {
    await signIn(page, proxy.url, seller)
    const show = async (kind: string): Promise<void> => {
      await open(page, proxy.url, `/centre/print?kind=${kind}&ids=${encodeURIComponent(order)}`)
      await page.locator('article').first().waitFor()
    }
    await show('invoice')
    await shellKept(page)
    await intoTunnel(window, proxy)
    await show('invoice')
    await page.getByRole('article', { name: 'TEST-CRN-NB-000001' }).waitFor()
    expect(await layout(page)).toEqual({ beyond: 0, begins: true })
    const invoices = await printed(page)
    expect(pageSizes(invoices)).toEqual(['595 × 842'])
    expect(pdfText(invoices)).toContain('TEST-CRN-NB-000001')
    await show('label')
    await page.getByText('Zephyrine').waitFor()
    expect(pageSizes(await printed(page))).toEqual(['298 × 420'])
    await page.getByRole('button', { name: 'A4', exact: true }).click()
    expect(pageSizes(await printed(page))).toEqual(['595 × 842'])
    await show('pick')
    await page.getByRole('button', { name: texts.papers.receipt }).click()
    expect(pageSizes(await printed(page))).toEqual(['227 × 842'])
    await open(page, proxy.url, '/centre/earnings')
    const save = page.getByRole('button', { name: texts.earnings.papersFile })
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1)
    expect(rows[0]).toMatch(/^TEST-INV-NB-000001,invoice,/)
    expect(rows.at(-1)).toMatch(/^TEST-CRN-NB-000001,creditNote,.*,TEST-INV-NB-000001,/)
    // Gross amounts: what was credited is what was invoiced.
    const gross = rows.map((row) => Math.round(Number(row.split(',')[14]) * 100))
    expect(gross.reduce((sum, cents) => sum + cents, 0)).toBe(0)
    expect(window.errors).toEqual([])
  } finally {
    proxy.before = () => undefined
    await window.dispose()
  }
})
