import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { statsOf } from '../../support/bitcoin/address-stats.ts'
import { startRegtest, type Regtest } from '../../support/bitcoin/regtest.ts'
import { BITCOIN_WALLET, bitcoinSettings } from '../../support/bitcoin/signing.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { createSignerProcess, type SignerProcess } from '../../support/servers/signer-process.ts'
import { signerXpubs } from '../../support/withdrawals/signing.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { sessionOf, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// An operator sees what collecting deposits would bring, has them collected through a signer in a process of its own,
// and follows that at the desk until the network has confirmed it.

const operator: Person = { email: 'cashier@example.test', password: 'a long enough one', username: 'Ottilie' }

let regtest: Regtest
let signer: SignerProcess
let dataDir: string
let market: Market
let browser: Browser
const command = (...args: string[]) => marketCommand(args, { DATA_DIR: dataDir })
beforeAll(async () => {
  regtest = await startRegtest()
  const sweeps = { to: 'wallet', transactions: 100 }
  signer = await createSignerProcess(bitcoinSettings({ api: regtest.settings.api, sweeps }))
  await signer.start()
  dataDir = await mkdtemp(join(tmpdir(), 'caravan-sweeps-'))
  const before = await openDatabase({ dataDir })
  const { email, username } = operator
  const account = { id: randomUUID(), email, username, password_hash: await hash(operator.password) }
  await before.db.insertInto('users').values(account).execute()
  await before.close()
  const opened = await startMarket({
    ...{ DATA_DIR: dataDir, DEMO: '0', SIGNER_SOCKET: signer.place.socket, BITCOIN_API: regtest.settings.api },
    ...{ BITCOIN_NETWORK: 'regtest', BITCOIN_XPUB: signerXpubs.bitcoin, BITCOIN_WALLET },
  })
  market = { ...opened, dataDir }
  await command('rate', 'BTC', '60000', 'fixed')
  await command('setting', 'wallet_caps', 'bitcoin BTC 1')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
  await signer?.close()
  await regtest?.close()
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
})

it('shows what there is, collects it, and follows it until it is confirmed', async () => {
  const page = browser.page()
  // Before the second factor, which this way in does not know.
  const asked = await market.call('/api/recharge/address', { network: 'bitcoin' }, await sessionOf(market, operator))
  const { address } = (asked as { data: { address: string } }).data
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
  regtest.send([[address, 400_000n]])
  regtest.mine(3)
  await open(page, market.url, '/operator/sweeps')
  const look = page.getByRole('button', { name: 'Check for deposits: BTC, Bitcoin' })
  const collect = page.getByRole('button', { name: 'Collect', exact: true })
  await look.waitFor()
  expect(await faultsHere(page, 'the desk for collecting deposits')).toEqual([])
  // The market follows the chain at its own pace.
  await expect
    .poll(
      async () => {
        await look.click()
        await page.getByText('Goes to the paying wallet').waitFor()
        return collect.count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await page.getByText(BITCOIN_WALLET).waitFor()
  expect(await faultsHere(page, 'a dry run')).toEqual([])
  await collect.click()
  await page.getByRole('button', { name: 'Yes, collect 0.004 BTC' }).click()
  await page.getByText('On its way', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await faultsHere(page, 'a sweep under way')).toEqual([])
  regtest.mine(3)
  await page.getByText('Collected', { exact: true }).waitFor({ timeout: 60_000 })
  const { funded_txo_sum: got } = statsOf(regtest.blocks, BITCOIN_WALLET)
  expect([got > 399_000, got < 400_000]).toEqual([true, true])
  const { text } = await command('sweep')
  expect(text).toContain('done')
  expect(browser.errors).toEqual([])
})
