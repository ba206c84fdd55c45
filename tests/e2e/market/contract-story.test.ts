import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import zh from '#locales/zh.json' with { type: 'json' }
import { demoLogins } from '#server/seed/buyers.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere, signIn } from '../screens/axe.ts'
import { keysShown } from '../screens/keys-shown.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// An operator writes another version of the sellers' contract, sees it before anybody else, and publishes it. A seller
// reads in Chinese, on a phone, that there is one, signs it, and has both contracts in a tunnel.

const NEW = '乙方每周盘点一次库存。'
/** The demo's seller, who signed the first version in Chinese. */
const lin = demoLogins[1]!

let market: Market
let proxy: FaultProxy
let operator: Person
let desk: BrowserWindow
let phone: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  operator = await newPerson(market)
  desk = await openWindow()
  phone = await openWindow({ locale: 'zh-CN', viewport: { width: 360, height: 740 } })
})
afterAll(async () => {
  await desk?.dispose()
  await phone?.dispose()
  await proxy?.close()
  await market?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const faults = async (page: Page, where: string): Promise<string[]> => [
  ...(await faultsHere(page, where)),
  ...(await keysShown(page)),
]

it('an operator writes a version, sees it, and publishes it', async () => {
  const page = desk.page()
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  await open(page, market.url, '/operator/contract')
  await page.getByText('Version 1: the standard text').waitFor()
  await page.getByText('Signed by 1 of 1 sellers').waitFor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: '简体中文' })
  await button(page, 'Start from the current text').click()
  const body = page.getByRole('textbox', { name: 'Text', exact: true })
  const begun = await body.inputValue()
  expect(begun).toContain('{{ship}}')
  await body.fill('<b>一</b>')
  await button(page, 'Preview').click()
  await page.getByText('Line 1: HTML is not supported.').waitFor()
  await body.fill(`${begun}\n## 十、盘点\n\n- ${NEW}\n`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText(NEW).waitFor()
  await preview.getByText(/付款后 24\s?小时内发出/).waitFor()
  expect(await faults(page, 'the desk of the contract')).toEqual([])
  await button(page, 'Save draft').click()
  await button(page, 'Publish version 2').click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(/You cannot change it afterwards/).waitFor()
  await sheet.getByText(/There is no draft in English/).waitFor()
  await sheet.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByText(/^Version 2, published on/).waitFor()
  await page.getByText('Signed by 0 of 1 sellers').waitFor()
  await open(page, market.url, '/operator/audit')
  await page.getByText('Sellers’ contract: version 2 published').waitFor()
  expect(desk.errors).toEqual([])
})

/** Signs by keys: the pen is put down, and moved. */
async function sign(page: Page): Promise<void> {
  const field = page.getByRole('application', { name: zh.merchant.signature })
  await field.focus()
  await page.keyboard.press('Space')
  for (let n = 0; n < 14; n++) await page.keyboard.press(n % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
  await button(page, zh.merchant.sign).click()
}

it('a seller reads on a phone that there is one, signs it, and has both without a network', async () => {
  const page = phone.page()
  await signIn(page, proxy.url, lin)
  await open(page, proxy.url, '/merchant')
  await page.getByText(/^合同第 2 版，发布于/).waitFor()
  await page.getByText('您已签署的第 1 版继续有效').waitFor()
  expect(await faults(page, 'the application')).toEqual([])
  await page.getByRole('link', { name: zh.merchant.readAndSign }).click()
  await page.getByText(NEW).waitFor()
  // The fee stands there before they sign.
  await page.getByText(zh.fees.none).waitFor()
  expect(await faults(page, 'the contract')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await button(page, zh.merchant.sign).click()
  await page.getByText(zh.refusals.notSigned).waitFor()
  await sign(page)
  await page.getByText('第 2 版已签署').first().waitFor()
  await page.getByText(/^合同第 2 版，发布于/).waitFor({ state: 'detached' })

  await shellKept(page)
  await intoTunnel(phone, proxy)
  await open(page, proxy.url, '/merchant?view=receipt')
  await page.getByText(zh.merchant.verified.whole).waitFor()
  await page.getByText(NEW).waitFor()
  const versions = page.getByLabel(zh.merchant.signedVersion)
  expect(await versions.locator('option').count()).toBe(2)
  await versions.selectOption({ index: 1 })
  await page.getByText(NEW).waitFor({ state: 'detached' })
  await page.getByText(zh.merchant.verified.whole).waitFor()
  expect(phone.errors).toEqual([])
})

it('what the market promises is set on a desk, and stands on a product’s page', async () => {
  const page = desk.page()
  const { data } = await market.call('/api/index/index', {})
  const { id } = (data as { products: { id: number }[] }).products[0]!
  const document = async (): Promise<string> => (await fetch(`${market.url}/goods?id=${id}`)).text()
  expect(await document()).toContain('Within 24 hours')
  await open(page, market.url, '/operator/site')
  const days = page.getByLabel('Orders ship within (days)', { exact: true })
  const save = page.getByRole('button', { name: 'Save “Orders ship within (days)”' })
  await days.fill('40')
  await save.click()
  await page.getByText('Enter whole days from 1 to 30.').first().waitFor()
  await days.fill('٣')
  await save.click()
  await expect.poll(document).toContain('Within 3 days')
  expect(await faults(page, 'the desk of the website')).toEqual([])
})
