import { HDKey } from '@scure/bip32'
import { expect, it, onTestFinished } from 'vitest'
import { depositXpub, startRegtest } from '../../../tests/support/bitcoin/regtest.ts'
import { depositAccount } from '../../../tests/support/ethereum/anvil-market.ts'
import { openTestMarket } from '../../../tests/support/market/market.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { createDeposits } from '../../networks.ts'
import { givesTestMoney, paidIn } from '../../ledger/test-money.ts'
import { keyForms } from '../networks/bitcoin-networks.ts'
import type { BitcoinSettings } from '../real.ts'

// Bitcoin's settings, beside those of other networks. No node is at port 9.

const away: BitcoinSettings = { api: 'http://127.0.0.1:9/api', network: 'main', xpub: depositXpub('main') }
const ethereum = {
  rpc: 'http://127.0.0.1:9',
  chainId: 1,
  xpub: depositAccount().publicExtendedKey,
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
}

async function open(settings: object) {
  const market = await openTestMarket({ simulatedSeconds: undefined, testMoney: undefined, ...settings })
  onTestFinished(() => market.close())
  return market
}

it('takes real coins on the main network, pays none out, and gives no address before its node has answered', async () => {
  const market = await open({ bitcoin: away })
  const token = await market.login(await market.person())
  expect((await market.call('/api/recharge/address', { network: 'bitcoin' }, token)).code).not.toBe(1)
  await market.db.insertInto('chain_blocks').values({ chain: 'bitcoin-main', height: 1, hash: '' }).execute()
  const { data } = await market.call('/api/recharge/address', { network: 'bitcoin' }, token)
  expect(data).toEqual({ address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' })
  const { recharge, withdraw } = (await market.call('/api/user/profile', {}, token)).data as {
    recharge: object[]
    withdraw: { methods: object[] }
  }
  expect(recharge).toMatchObject([
    { network: 'bitcoin', coin: 'BTC', test: false, simulated: false, confirmations: 3, seconds: 1_800 },
  ])
  expect(withdraw.methods).toEqual([])
  expect(market.deposits.payingOf('bitcoin')).toBeUndefined()
  await expect(market.deposits.follow(0)).rejects.toThrow('The node at 127.0.0.1:9 did not answer')
  expect(await paidIn(market.db, 'BTC')).toBe('BTC')
  expect(await givesTestMoney(market.db, { testMoney: true, bitcoin: away })).toBe(false)
  for (const play of [
    { simulatedSeconds: 1 },
    { bitcoin: { ...away, network: 'signet', xpub: depositXpub('signet') } },
  ])
    await expect(createDeposits(market.db, play as object)).rejects.toThrow('takes real coins')
})

it('stands beside Ethereum where both are real or both are tests, and beside nothing simulated', async () => {
  const market = await open({ bitcoin: away, ethereum })
  expect([market.deposits.chainOf('bitcoin')?.id, market.deposits.chainOf('ethereum')?.id]).toEqual([
    'bitcoin-main',
    'ethereum-1',
  ])
  expect(market.deposits.chainOf('tron')).toBeUndefined()
  const error = await market.deposits.check().catch((one: unknown) => one as Error)
  expect(error).toMatchObject({ name: 'NodeError', message: expect.stringMatching(/eth_chainId.*block-height\/0/s) })
  const test = { ...ethereum, chainId: 31_337 }
  const { db } = await open({})
  await expect(createDeposits(db, { bitcoin: away, ethereum: test })).rejects.toThrow('Real coins and test coins')
  await expect(createDeposits(db, { bitcoin: away, simulatedSeconds: 1 })).rejects.toThrow('beside a real')
  expect(await paidIn(db, 'BTC')).toBe('tBTC')
})

it('does not start with the key of other addresses or of another network, or with a node of another network', async () => {
  const regtest = await startRegtest()
  onTestFinished(() => regtest.close())
  const market = await open({ bitcoin: regtest.settings })
  await market.deposits.check()
  const { uid } = await market.person()
  await depositAddressFor(market.db, market.deposits.chainOf('bitcoin')!, uid)
  // The same key in its other form.
  const vpub = { ...regtest.settings, xpub: depositXpub('regtest', 1) }
  await (await createDeposits(market.db, { bitcoin: vpub })).check()
  const form = keyForms('regtest')[0]
  const child = HDKey.fromExtendedKey(regtest.settings.xpub, form).deriveChild(0)
  const other = { ...regtest.settings, xpub: child.publicExtendedKey }
  await expect((await createDeposits(market.db, { bitcoin: other })).check()).rejects.toThrow(
    'BITCOIN_XPUB is another key than before',
  )
  for (const xpub of [depositXpub('main'), 'tpub'])
    await expect(createDeposits(market.db, { bitcoin: { ...regtest.settings, xpub } })).rejects.toThrow(
      'BITCOIN_XPUB is not an extended public key of the network regtest',
    )
  const signet = { ...regtest.settings, network: 'signet' as const }
  await expect((await createDeposits(market.db, { bitcoin: signet })).check()).rejects.toThrow(
    'not on the network signet',
  )
  regtest.lie('other network')
  const again = await createDeposits(market.db, { bitcoin: regtest.settings })
  await expect(again.check()).rejects.toMatchObject({ name: 'ChainSettingsError' })
  await expect(again.follow(0)).rejects.toThrow('is not on the network regtest')
  const noApi = await createDeposits(market.db, { bitcoin: { ...regtest.settings, api: 'http://127.0.0.1:9/' } })
  await expect(noApi.check()).rejects.toMatchObject({ name: 'NodeError' })
})
