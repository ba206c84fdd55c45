import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { testPicture } from '../../support/market/pictures.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// Half a shipment: a problem with it is reported with a picture in a tunnel, the store offers some of the money, the
// buyer takes it, and confirms the parcel.

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

const operate = async (...args: string[]): Promise<string> =>
  (await marketCommand(args, { DATA_DIR: market.dataDir })).text
const demo = { email: 'demo@caravan.example', password: 'caravan-demo' }

it('half a shipment, a problem with a picture in a tunnel, some of the money back, the parcel confirmed', async () => {
  const listed = (await operate('orders', 'paid')).split('\n').find((row) => row.includes(demo.email))!
  const [number, id] = listed.split('  ') as [string, string]
  const page = browser.page()
  await logIn(page, proxy.url, demo as Parameters<typeof logIn>[2])
  await open(page, proxy.url, `/order?id=${id}`)
  const goods = await page.locator('main a[href*="/goods?id="]').first().getAttribute('href')
  await shellKept(page)
  const product = new URL(goods!, proxy.url).searchParams.get('id')!
  expect(await operate('ship', number, '--lines', `${product}=2`, '--carrier', 'DHL', '4711')).toContain(
    'partlyShipped',
  )
  await page.getByRole('heading', { name: 'Parcel 1' }).waitFor()
  await page.getByText('DHL 4711').waitFor()
  await page.getByText('Not shipped yet').waitFor()

  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByRole('radio', { name: 'It is damaged' }).waitFor()
  const wayOut = await intoTunnel(browser, proxy)
  await page.getByRole('button', { name: 'Report the problem' }).click()
  await page.getByText('Describe the problem briefly, or add a picture.').waitFor()
  await page.getByRole('radio', { name: 'It is damaged' }).check()
  await page.getByRole('radio', { name: 'A refund' }).check()
  await page.getByRole('textbox', { name: 'Tell the store what you see' }).fill('Both lids are cracked.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lid.png', mimeType: 'image/png', buffer: await testPicture(51, 400) })
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await page.getByRole('button', { name: 'Report the problem' }).click()
  await page.getByText('Both lids are cracked.').waitFor()
  // Another of theirs was there from the beginning.
  const reported = async () => (await operate('report')).split('\n').filter((row) => row.includes(number))
  expect(await reported()).toEqual([])
  await wayOut()
  const reports = await until(reported, (rows) => rows.length > 0)
  expect(reports).toHaveLength(1)

  await operate('report', reports[0]!.split('  ')[0]!, 'offer', '1.25', 'Sorry about that.')
  await page.getByText('Sorry about that.').waitFor()
  await page.getByRole('button', { name: 'Accept $1.25' }).click()
  await page.getByRole('heading', { name: 'Refunds' }).waitFor()
  await page.getByRole('button', { name: 'Confirm this parcel' }).click()
  await page.getByRole('button', { name: /^Release \$/ }).click()
  await page.getByText(/You can report a problem until/).waitFor()
  await until(
    () => operate('orders', 'paid'),
    (text) => text.includes(number),
  )
})
