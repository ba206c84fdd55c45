import { expect, it, onTestFinished } from 'vitest'
import { depositXpub } from '../../../tests/support/bitcoin/regtest.ts'
import { openTestMarket } from '../../../tests/support/market/market.ts'
import { OTHER_TOKEN, ROUTER } from '../../../tests/support/tron/block.ts'
import { startTron, tronAccount } from '../../../tests/support/tron/double.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { createDeposits } from '../../networks.ts'
import { givesTestMoney, paidIn } from '../../ledger/test-money.ts'
import type { TronSettings } from '../real.ts'
import { tronAddressOf } from '../networks/tron-address.ts'
import { readTronNetwork } from '../networks/tron-networks.ts'

// Tron's settings, beside those of other networks. No node is at port 9.

const away: TronSettings = {
  ...{ api: 'http://127.0.0.1:9', solidity: 'http://127.0.0.1:9', network: readTronNetwork('main')! },
  ...{ xpub: tronAccount().publicExtendedKey, usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
}
const bitcoin = { api: 'http://127.0.0.1:9', network: 'main' as const, xpub: depositXpub('main') }

async function open(settings: object) {
  const market = await openTestMarket({ simulatedSeconds: undefined, testMoney: undefined, ...settings })
  onTestFinished(() => market.close())
  return market
}

it('takes real USDT on the main network, pays none out, and gives no address before its node has answered', async () => {
  const market = await open({ tron: away })
  const token = await market.login(await market.person())
  expect((await market.call('/api/recharge/address', { network: 'tron' }, token)).code).not.toBe(1)
  await market.db.insertInto('chain_blocks').values({ chain: 'tron-main', height: 1, hash: '' }).execute()
  const { data } = await market.call('/api/recharge/address', { network: 'tron' }, token)
  expect(data).toEqual({ address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' })
  const { recharge, withdraw } = (await market.call('/api/user/profile', {}, token)).data as {
    recharge: object[]
    withdraw: { methods: object[] }
  }
  expect(recharge).toMatchObject([
    {
      ...{ network: 'tron', coin: 'USDT', test: false, simulated: false },
      ...{ minimum: '5000000', confirmations: 20, seconds: 60 },
    },
  ])
  expect(withdraw.methods).toEqual([])
  expect(market.deposits.payingOf('tron')).toBeUndefined()
  await expect(market.deposits.follow(0)).rejects.toThrow('The node at 127.0.0.1:9 did not answer')
  expect(await paidIn(market.db, 'USDT')).toBe('USDT')
  expect(await givesTestMoney(market.db, { testMoney: true, tron: away })).toBe(false)
  for (const play of [{ simulatedSeconds: 1 }, { tron: { ...away, network: readTronNetwork('nile')! } }])
    await expect(createDeposits(market.db, play)).rejects.toThrow('takes real coins')
})

it('stands beside other networks where all are real or all are tests, and beside nothing simulated', async () => {
  const market = await open({ bitcoin, tron: away })
  expect(['bitcoin', 'tron'].map((name) => market.deposits.chainOf(name as 'tron')?.id)).toEqual([
    'bitcoin-main',
    'tron-main',
  ])
  const { db } = await open({})
  const nile = { ...away, network: readTronNetwork('nile')! }
  await expect(createDeposits(db, { bitcoin, tron: nile })).rejects.toThrow('Real coins and test coins')
  await expect(createDeposits(db, { tron: away, simulatedSeconds: 1 })).rejects.toThrow('beside a real')
})

it('does not start with the key of other addresses, with another token, or with a node of another network', async () => {
  const [tron, other] = [await startTron(), await startTron()]
  onTestFinished(() => tron.close())
  onTestFinished(() => other.close())
  const market = await open({ tron: tron.settings })
  await market.deposits.check()
  const { uid } = await market.person()
  const address = await depositAddressFor(market.db, market.deposits.chainOf('tron')!, uid)
  expect(address).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
  const checked = async (changed: Partial<TronSettings>) =>
    (await createDeposits(market.db, { tron: { ...tron.settings, ...changed } })).check()
  await checked({})
  await expect(checked({ xpub: tronAccount().deriveChild(0).publicExtendedKey })).rejects.toThrow(
    'TRON_XPUB is another key than before',
  )
  await expect(checked({ xpub: 'xpub' })).rejects.toThrow('TRON_XPUB is not an extended public key')
  await expect(checked({ usdt: tronAddressOf(OTHER_TOKEN) })).rejects.toThrow('has 18 decimals, but USDT has 6')
  await expect(checked({ usdt: tronAddressOf('e5'.repeat(20)) })).rejects.toThrow(
    'shows no decimals: Smart contract is not exist.',
  )
  await expect(checked({ usdt: tronAddressOf(ROUTER) })).rejects.toThrow('shows no decimals: REVERT opcode executed')
  await expect(checked({ network: readTronNetwork('nile')! })).rejects.toMatchObject({
    ...{ name: 'ChainSettingsError', message: expect.stringContaining('TRON_API is not on the network nile') },
  })
  tron.lie('other network')
  const again = await createDeposits(market.db, { tron: tron.settings })
  await expect(again.check()).rejects.toMatchObject({ name: 'ChainSettingsError' })
  await expect(again.follow(0)).rejects.toThrow('its first block is missing')
  tron.lie('other network', { paths: 'walletsolidity' })
  await expect(checked({})).rejects.toThrow('The node of TRON_SOLIDITY_API is not on the network')
  tron.lie('redirect')
  await expect(checked({})).rejects.toMatchObject({ name: 'NodeError' })
})
