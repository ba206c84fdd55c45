import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoLogins } from '#server/seed/buyers.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { FIRST_CONFIG } from '#server/signer/config/config.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { createSignerProcess, type SignerProcess } from '../../support/servers/signer-process.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, sessionOf, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// A signer that starts with an empty log would use a number again: the withdrawal comes to the desk. Once the signer
// has its log back, an operator has it asked again.

const BUYER = demoLogins[0]!

let signer: SignerProcess
let market: Market
let browser: Browser
let operator: Person
beforeAll(async () => {
  signer = await createSignerProcess(FIRST_CONFIG)
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

async function withdraw(): Promise<void> {
  const asked = await market.call(
    '/api/withdraw/ask',
    {
      ...{ id: randomUUID(), network: 'tron', asset: 'tUSDT', address: 'test-tron-00112233445566778899' },
      ...{ amount: '100000000', fee: '1500000', password: BUYER.password },
    },
    await sessionOf(market, BUYER),
  )
  expect(asked).toMatchObject({ code: 1 })
}

it('comes to the desk where the signer has lost its log, and is sent once the signer is asked again', async () => {
  await marketCommand(['newAddressHours', '0'], { DATA_DIR: market.dataDir })
  const page = browser.page()
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  await open(page, market.url, '/operator/withdrawals')
  const state = page.getByLabel('State', { exact: true })
  /** The desk is read once for each choice. */
  const confirmed = (count: number) =>
    expect
      .poll(
        async () => {
          await state.selectOption('waits')
          await state.selectOption('done')
          return page.getByText('Confirmed', { exact: true }).and(page.locator('span')).count()
        },
        { timeout: 60_000 },
      )
      .toBe(count)
  await withdraw()
  await confirmed(1)

  const log = await readFile(signer.place.log)
  await signer.kill()
  await writeFile(signer.place.log, '')
  await signer.start()
  await withdraw()
  const alarm = page.getByText('Not sent. The signer’s answer was wrong')
  await expect
    .poll(
      async () => {
        await state.selectOption('done')
        await state.selectOption('waits')
        return alarm.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(await faultsHere(page, 'the desk with a wrong answer of the signer')).toEqual([])
  await page.getByRole('button', { name: 'Return the amount' }).click()
  await page.getByText('Takes two operators.').waitFor()
  expect(await faultsHere(page, 'giving back')).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  await signer.kill()
  await writeFile(signer.place.log, log)
  await signer.start()
  await page.getByRole('button', { name: 'Ask the signer again' }).click()
  await page.getByText('No withdrawals waiting').waitFor()
  await confirmed(2)
})
