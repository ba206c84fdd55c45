import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { parseEther, type Address, type Hex } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { onAnvil, rich, type Anvil } from '../../support/ethereum/anvil.ts'
import { startEthereum } from '../../support/ethereum/anvil-market.ts'
import { compileTokens } from '../../support/ethereum/compile.ts'
import { giveFundPassword } from '../../support/market/fund-password.ts'
import { makeShop } from '../../support/market/orders.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { createSignerProcess, type SignerProcess } from '../../support/servers/signer-process.ts'
import { ethereumSettings, wallet } from '../../support/withdrawals/signing.ts'
import { faultsHere } from '../screens/axe.ts'
import type { Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { logIn, open } from '../people/shopper.ts'

// Somebody tops up ether and tokens on a local Ethereum chain, loses one payment to a reorganisation and gets it back,
// pays an order, and withdraws through a signer in a process of its own.

const person: Person = { email: 'buyer@example.test', password: 'a long enough one', username: 'Ottilie' }
const ELSEWHERE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const [title, runs] = onAnvil('money on a real Ethereum chain')

describe.runIf(runs)(title, () => {
  let anvil: Anvil
  let usdt: Hex
  let dataDir: string
  let signer: SignerProcess
  let market: Market
  let browser: Browser
  const command = (...args: string[]) => marketCommand(args, { DATA_DIR: dataDir })
  beforeAll(async () => {
    const started = await startEthereum()
    ;({ anvil, usdt } = started)
    await anvil.mint(usdt, rich.address, 1_000_000_000n)
    await anvil.sendEther(wallet.address, '10')
    await anvil.mine()
    signer = await createSignerProcess(ethereumSettings({ rpc: anvil.url, usdt }))
    await signer.start()
    dataDir = await mkdtemp(join(tmpdir(), 'caravan-ethereum-'))
    const before = await openDatabase({ dataDir })
    await makeShop(
      before.db,
      Array.from({ length: 30 }, () => ({})),
    )
    const uid = randomUUID()
    const { email, username } = person
    const account = { id: uid, email, username, password_hash: await hash(person.password) }
    await before.db.insertInto('users').values(account).execute()
    // A fund password that is set now holds withdrawals for a day.
    await giveFundPassword(before.db, uid)
    await before.close()
    const { rpc, chainId, xpub } = started.settings
    const opened = await startMarket({
      ...{ DATA_DIR: dataDir, DEMO: '0', SIGNER_SOCKET: signer.place.socket },
      ...{ ETHEREUM_RPC: rpc, ETHEREUM_CHAIN_ID: String(chainId), ETHEREUM_XPUB: xpub },
      ...{ ETHEREUM_USDT: usdt, ETHEREUM_WALLET: wallet.address },
    })
    market = { ...opened, dataDir }
    for (const [coin, rate] of [
      ['USDT', '1'],
      ['ETH', '3000'],
    ] as const)
      await command('rate', coin, rate, 'fixed')
    await command('setting', 'deposit_terms', 'ethereum USDT 20 3; ethereum ETH 0.01 3')
    await command('newAddressHours', '0')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.dispose()
    await market?.close()
    await signer?.close()
    await anvil?.close()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  /** Opens the deposit address of a coin, and reads it. */
  async function addressFor(coin: 'ETH' | 'USDT'): Promise<Address> {
    const page = browser.page()
    await open(page, market.url, `/recharge?coin=${coin}&network=ethereum`)
    await page.getByRole('img', { name: 'Your deposit address as a QR code' }).waitFor()
    return /0x[0-9a-fA-F]{40}/.exec(await page.locator('main').innerText())![0] as Address
  }

  it('is credited, reversed, credited again, spent and withdrawn', async () => {
    const page = browser.page()
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await logIn(page, market.url, person)
    const to = await addressFor('ETH')
    await page.getByText(/^Send ETH as a plain transfer/).waitFor()
    expect(await page.getByRole('button', { name: 'Send test coins' }).count()).toBe(0)
    expect(await faultsHere(page, 'the address for ether')).toEqual([])
    await anvil.sendEther(to, '0.5')
    await open(page, market.url, '/rechargeRecode')
    await page.getByText('Seen', { exact: true }).waitFor({ timeout: 60_000 })
    await anvil.mine()
    await page.getByText('Confirming 1 of 3').waitFor({ timeout: 60_000 })
    await anvil.mine(2)
    await page.getByText('Credited', { exact: true }).waitFor({ timeout: 60_000 })

    expect(await addressFor('USDT')).toBe(to)
    const { Silent } = await compileTokens()
    const again = await anvil.resender(await anvil.call(Silent, usdt, 'transfer', [to, 49_500_000n]))
    await anvil.mine(3)
    await open(page, market.url, '/wallet')
    await page.getByText('+49.50 USDT').waitFor({ timeout: 60_000 })
    await anvil.reorganise(3)
    await page.getByText('Top-up reversed').waitFor({ timeout: 60_000 })
    await again()
    await anvil.mine(3)
    await page.getByText('+49.50 USDT').nth(1).waitFor({ timeout: 60_000 })

    await open(page, market.url, `/pay?ids=${await placeOrder(market, person)}`)
    await page.getByRole('button', { name: /^ETH/ }).click()
    await field('Fund password').fill(person.password)
    await page.getByRole('button', { name: /^Pay 0\.\d+ ETH$/ }).click()
    await page.getByText(/^0\.\d+\sETH\spaid$/).waitFor()

    await open(page, market.url, '/withdraw?coin=ETH&network=ethereum')
    await field('Address').fill(usdt.toLowerCase())
    await field('Amount in ETH').fill('0.1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await field('Fund password').fill(person.password)
    await page.getByRole('button', { name: 'Withdraw 0.10 ETH' }).click()
    await page.getByText('This is not a valid address on this network.').waitFor()
    await open(page, market.url, '/withdraw?coin=ETH&network=ethereum')
    await field('Address').fill(ELSEWHERE)
    await field('Amount in ETH').fill('0.1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await field('Fund password').fill(person.password)
    await page.getByRole('button', { name: 'Withdraw 0.10 ETH' }).click()
    const isSent = async () => {
      await anvil.mine()
      return page.getByText('The network has confirmed the payment.').isVisible()
    }
    await expect.poll(isSent, { timeout: 120_000, interval: 1_000 }).toBe(true)
    expect(await getBalance(anvil.node, { address: ELSEWHERE })).toBe(parseEther('0.099'))
    await open(page, market.url, '/wallet')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/^Your balance is correct\. Entries checked: \d+\.$/).waitFor()
    expect(browser.errors).toEqual([])
  })
})
