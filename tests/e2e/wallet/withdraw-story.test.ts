import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoLogins } from '#server/seed/buyers.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, sessionOf, type Person } from '../people/people.ts'
import { intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// Somebody withdraws on a simulated network to another person: the address is checked in a tunnel, the first attempt is
// stopped by the mail's link, the second one is sent, confirmed, and arrives.

const BUYER = demoLogins[0]!

const usdt = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

let market: Market
let proxy: FaultProxy
let browser: Browser
let other: Person
let address: string
const command = (...args: string[]) => marketCommand(args, { DATA_DIR: market.dataDir })
beforeAll(async () => {
  market = await startMarket({ SIMULATED_BLOCK_SECONDS: '1', PUBLIC_URL: 'https://market.example' })
  proxy = await startFaultProxy(market.url)
  other = await newPerson(market)
  const given = await market.call('/api/recharge/address', { network: 'tron' }, await sessionOf(market, other))
  ;({ address } = given.data as { address: string })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

/** The path of the link that the newest mail about a withdrawal has; undefined before there is one. */
async function stopLink(): Promise<string | undefined> {
  const files = (await readdir(market.dataDir, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && /mail/.test(file.parentPath))
    .map((file) => join(file.parentPath, file.name))
    .sort()
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return texts.map((text) => /https:\/\/market\.example(\/withdrawStop#\S+)/.exec(text)?.[1]).findLast(Boolean)
}

it('a withdrawal is checked in a tunnel, stopped by mail, asked for again, sent and confirmed', async () => {
  const page = browser.page()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await logIn(page, proxy.url, BUYER)
  await open(page, proxy.url, '/wallet')
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('link', { name: /^USDT/ }).click()
  await page.getByRole('link', { name: /^Tron/ }).click()
  await field('Address').waitFor()
  await shellKept(page)

  const out = await intoTunnel(browser, proxy)
  await page.getByText(/^You need to be online to withdraw/).waitFor()
  const fails = async (text: string, why: string) => {
    await field('Address').fill(text)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(why).waitFor()
  }
  await fails('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'This address is mistyped or incomplete. Copy it again.')
  await fails('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'This address is on Ethereum (ERC\u201120).')
  await field('Amount in USDT').fill('25000.01')
  await fails(address, 'Insufficient balance')
  await page.getByRole('button', { name: 'Max' }).click()
  const most = Number(await field('Amount in USDT').inputValue())
  await page.getByText(`${usdt.format(most - 1.5)} USDT`).waitFor()
  await field('Amount in USDT').fill('100')
  await out()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This address is new, so we wait 24 hours before we send. You can cancel until then.').waitFor()
  await page.getByText('98.50 USDT', { exact: true }).waitFor()
  await field('Fund password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Withdraw 100.00 USDT' }).click()
  await page.getByText(/^The address is new, so the withdrawal waits until/).waitFor()

  await expect.poll(stopLink, { timeout: 60_000 }).toBeDefined()
  const stranger = await browser.context().browser()!.newContext()
  const door = await stranger.newPage()
  await door.goto(market.url + (await stopLink())!)
  await door.getByRole('button', { name: 'Stop this withdrawal' }).click()
  await door.getByText('Withdrawal stopped').waitFor()
  await stranger.close()
  await page.getByText('It was cancelled. The money is back in your balance.').waitFor()

  await command('newAddressHours', '0')
  await open(page, proxy.url, '/withdraw?coin=USDT&network=tron')
  await field('Address').fill(address)
  await field('Amount in USDT').fill('50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await field('Fund password').fill(BUYER.password)
  await page.getByRole('button', { name: 'Withdraw 50.00 USDT' }).click()
  await page.getByText('The network has confirmed the payment.').waitFor({ timeout: 120_000 })
  await open(page, proxy.url, '/withdrawRecode')
  await page.getByRole('link', { name: /48\.50 USDT/ }).waitFor()
  await page.getByRole('link', { name: /98\.50 USDT/ }).waitFor()
  await open(page, proxy.url, '/wallet')
  await page
    .getByText(`${usdt.format(most - 50)} USDT`)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText(/^Your balance is correct\. Entries checked: \d+\.$/).waitFor()
  const recharged = await market.call('/api/user/recharge_list', {}, await sessionOf(market, other), 'GET')
  expect((recharged.data as { list: { amount: string }[] }).list.map(({ amount }) => amount)).toEqual(['48500000'])
  expect(browser.errors).toEqual([])
})
