import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoLogins } from '#server/seed/buyers.ts'
import { FIRST_CONFIG } from '#server/signer/config/config.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { createSignerProcess, type SignerProcess } from '../../support/servers/signer-process.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, sessionOf, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// A withdrawal beyond the signer's limits: the operator makes a key on the desk, the signer's owner writes it into the
// signer's settings, and the operator's signature releases the payment.

const BUYER = demoLogins[0]!

const caps = (each: string) => ({ each, address: each, day: each })
const config = (operators: object[]) => ({
  ...FIRST_CONFIG,
  limits: { USDT: { alone: caps('50'), one: caps('500'), two: caps('500') } },
  operators,
})

let signer: SignerProcess
let market: Market
let browser: Browser
let operator: Person
beforeAll(async () => {
  signer = await createSignerProcess(config([]))
  await signer.start()
  market = await startMarket({ SIMULATED_BLOCK_SECONDS: '1', SIGNER_SOCKET: signer.place.socket })
  operator = await newPerson(market)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
  await signer?.close()
})

it('goes back to the operators, and is sent with the signature that they make on their device', async () => {
  await marketCommand(['newAddressHours', '0'], { DATA_DIR: market.dataDir })
  const asked = await market.call(
    '/api/withdraw/ask',
    {
      ...{ id: randomUUID(), network: 'tron', asset: 'tUSDT', address: 'test-tron-00112233445566778899' },
      ...{ amount: '100000000', fee: '1500000', password: BUYER.password },
    },
    await sessionOf(market, BUYER),
  )
  expect(asked).toMatchObject({ code: 1 })

  const page = browser.page()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  await open(page, market.url, '/operator/withdrawals')
  await page.getByText('The signer needs operators’ signatures to pay this').waitFor({ timeout: 60_000 })
  await button('Approve').click()
  await page.getByText('Your approval will be unsigned').waitFor()
  expect(await faultsHere(page, 'the desk before there is a key')).toEqual([])
  await button('Create my key').click()
  await page.getByText('The signer does not accept your key yet').waitFor()
  const key = /[A-Za-z0-9+/]{87}=/.exec(await page.locator('main').innerText())![0]
  expect(await faultsHere(page, 'the desk with a key')).toEqual([])

  await signer.kill()
  await signer.configure(config([{ name: operator.username, keys: [key] }]))
  await signer.start()
  await page.reload()
  await button('Approve').click()
  await page.getByText('The signer does not accept your key yet').waitFor({ state: 'detached' })
  await button('Yes, send 98.50 USDT').click()
  await page.getByText('No withdrawals waiting').waitFor()
  // The desk is read once for each choice.
  const isConfirmed = async () => {
    const state = page.getByLabel('State', { exact: true })
    await state.selectOption('waits')
    await page.getByText('No withdrawals waiting').waitFor()
    await state.selectOption('done')
    const sent = page.getByText('Transaction ID')
    await sent.or(page.getByText('No withdrawals found')).waitFor()
    return sent.isVisible()
  }
  await expect.poll(isConfirmed, { interval: 1_000 }).toBe(true)
  expect(browser.errors).toEqual([])
})
