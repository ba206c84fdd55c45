import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import ar from '#locales/ar.json' with { type: 'json' }
import zh from '#locales/zh.json' with { type: 'json' }
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { pdfText } from '../../support/browsers/pdf-text.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { makeMembers } from '../../support/people/store-member.ts'
import { faultsHere } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { newPerson, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A line sheet of a store is printed and given away in a tunnel; a stranger opens its link, which then is revoked.

let market: Market
let proxy: FaultProxy
let ann: Person
let phone: BrowserWindow
let stranger: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  ann = await newPerson(market)
  await makeMembers(market, 1, [ann.email])
  proxy = await startFaultProxy(market.url)
  phone = await openWindow()
  stranger = await openWindow()
  await logIn(phone.page(), proxy.url, ann)
})
afterAll(async () => {
  await stranger?.dispose()
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const faults = async (page: Page, where: string): Promise<string[]> => [
  ...(await faultsHere(page, where)),
  ...(await keysShown(page)),
]
/** The server's answer at an address, to somebody without the app. */
const asked = (path: string): Promise<Response> =>
  fetch(new URL(path, market.url), { headers: { 'If-None-Match': '"x"', Accept: 'text/html' } })
let path = ''

it('is chosen, printed and given a link without a network; the link works once it is sent', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/centre/goods')
  await shellKept(page)
  const out = await intoTunnel(phone, proxy)
  await page.getByRole('link', { name: 'Line sheet' }).click()
  await page.getByRole('article', { name: 'Line sheet' }).getByRole('row').nth(1).waitFor()
  await page.getByLabel('Title').fill('')
  await button(page, 'Create private link').click()
  await page.getByText('Enter a title.').waitFor()
  await page.getByLabel('Title').fill('Spring range')
  await page.getByLabel('Ends (optional)').fill('2020-01-01T10:00')
  await button(page, 'Create private link').click()
  await page.getByText('Choose a time in the future.').waitFor()
  await page.getByLabel('Ends (optional)').fill('2099-01-01T10:00')
  expect(await faults(page, 'the line sheet')).toEqual([])
  await button(page, 'Create private link').click()
  await page.getByText('It works once you are online.').first().waitFor()
  await page.getByText('Works once it is sent', { exact: true }).waitFor()
  const link = page.getByRole('button', { name: 'Copy the link to “Spring range”' })
  path = new URL(await link.innerText()).pathname
  expect(path).toMatch(/^\/sheet\/[\w-]{24}$/)
  const text = pdfText(await page.pdf({ preferCSSPageSize: true }))
  expect(text).toContain('Spring range')
  expect(text).not.toContain('Revoke')
  expect((await asked(path)).status).toBe(404)
  await out()
  await page.getByText('Works once it is sent', { exact: true }).waitFor({ state: 'detached' })
})

it('opens for a stranger with the link, who goes on to a product; no cache and no list learns of it', async () => {
  const answer = await asked(path)
  const header = (name: string) => answer.headers.get(name)
  expect([
    answer.status,
    header('Cache-Control'),
    header('Referrer-Policy'),
    header('X-Robots-Tag'),
    header('ETag'),
  ]).toEqual([200, 'private, no-store', 'no-referrer', 'noindex', null])
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
  const page = stranger.page()
  await open(page, market.url, path)
  const paper = page.getByRole('article', { name: 'Spring range' })
  await paper.getByRole('row').nth(1).waitFor()
  expect(await faults(page, 'the sheet of a link')).toEqual([])
  expect(await page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=referrer]')?.content)).toBe(
    'no-referrer',
  )
  const first = paper.getByRole('row').getByRole('link').first()
  const title = await first.innerText()
  await first.click()
  await page.waitForURL((at) => at.pathname === '/goods')
  await page.getByRole('heading', { name: title }).first().waitFor()
  await page.goBack()
  await paper.waitFor()
})

it('is of the goods that were ticked in the table, too', async () => {
  const page = phone.page()
  await open(page, proxy.url, '/centre/goods/many')
  const rows = page.locator('[role=row][aria-selected]')
  await rows.nth(0).click()
  await rows.nth(1).click()
  await page.getByText('Selected: 2').waitFor()
  await page.getByRole('link', { name: 'Line sheet' }).click()
  const paper = page.getByRole('article', { name: 'Line sheet' })
  await paper.getByRole('row').nth(2).waitFor()
  expect([await page.getByLabel('Which products').inputValue(), await paper.getByRole('row').count()]).toEqual([
    'ticked',
    3,
  ])
})

it.each([
  { locale: 'ar-EG', texts: ar, dir: 'rtl' },
  { locale: 'zh-CN', texts: zh, dir: 'ltr' },
])('is read in $locale', async ({ locale, texts, dir }) => {
  const window = await openWindow({ locale })
  try {
    const page = window.page()
    await open(page, market.url, path)
    await page.getByText(texts.lineSheet.inStock).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(dir)
    expect(await faults(page, `the sheet of a link, ${locale}`)).toEqual([])
    expect(window.errors).toEqual([])
  } finally {
    await window.dispose()
  }
})

it('leads nowhere once it is revoked, and says so', async () => {
  const page = phone.page()
  await button(page, 'Revoke the link to “Spring range”').click()
  await button(page, 'Revoke').click()
  await page.getByText('No links yet.').waitFor()
  await until(
    async () => (await asked(path)).status,
    (status) => status === 404,
  )
  expect((await asked('/sheet/nothing')).status).toBe(404)
  await open(stranger.page(), market.url, path)
  await stranger.page().getByText('This link does not work').waitFor()
  expect(await faults(stranger.page(), 'a link that leads nowhere')).toEqual([])
  expect(phone.errors).toEqual([])
  expect(stranger.errors).toEqual([])
})
