import { expect, it, onTestFinished } from 'vitest'
import { depositAccount } from '../../tests/support/ethereum/anvil-market.ts'
import { openTestMarket } from '../../tests/support/market/market.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { createDeposits } from '../networks.ts'
import { paidIn } from '../ledger/test-money.ts'

// Real networks without a node.

const settings = {
  rpc: 'http://127.0.0.1:9',
  chainId: 1,
  xpub: depositAccount().publicExtendedKey,
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
}

async function open(ethereum = settings) {
  const market = await openTestMarket({ simulatedSeconds: undefined, ethereum, testMoney: undefined })
  onTestFinished(() => market.close())
  return market
}

it('takes real coins on the main network, and gives no address before its node has answered', async () => {
  const market = await open()
  const person = await market.person()
  const token = await market.login(person)
  expect((await market.call('/api/recharge/address', { network: 'ethereum' }, token)).code).not.toBe(1)
  await market.db.insertInto('chain_blocks').values({ chain: 'ethereum-1', height: 1, hash: '' }).execute()
  const { data } = await market.call('/api/recharge/address', { network: 'ethereum' }, token)
  expect(data).toEqual({ address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' })
  const { recharge, withdraw } = (await market.call('/api/user/profile', {}, token)).data as {
    recharge: object[]
    withdraw: { methods: object[] }
  }
  const real = { network: 'ethereum', test: false, simulated: false }
  expect(recharge).toMatchObject([
    { ...real, coin: 'USDT' },
    { ...real, coin: 'ETH' },
  ])
  expect(withdraw.methods).toEqual([])
  await expect(market.deposits.follow(0)).rejects.toThrow('The node at 127.0.0.1:9 did not answer')
  expect(await paidIn(market.db, 'ETH')).toBe('ETH')
  // A later start without the setting pays in no test money.
  await createDeposits(market.db, {})
  expect(await paidIn(market.db, 'ETH')).toBe('ETH')
  for (const play of [{ simulatedSeconds: 1 }, { ethereum: { ...settings, chainId: 31_337 } }])
    await expect(createDeposits(market.db, play)).rejects.toThrow('takes real coins')
})

it('is not opened beside demo accounts, simulated networks or the addresses of another key', async () => {
  const market = await open()
  const { uid } = await market.person()
  await expect(createDeposits(market.db, { simulatedSeconds: 1, ethereum: settings })).rejects.toThrow('beside a real')
  await depositAddressFor(market.db, market.deposits.chainOf('ethereum')!, uid)
  const other = { ...settings, xpub: depositAccount().deriveChild(0).publicExtendedKey }
  await expect((await createDeposits(market.db, { ethereum: other })).check()).rejects.toThrow(
    'another key than before',
  )
  await market.db.updateTable('users').set({ demo: true }).where('id', '=', uid).execute()
  await expect(market.deposits.check()).rejects.toThrow('demo accounts')
  // It has taken no coins, so that the demo can go on.
  await createDeposits(market.db, { simulatedSeconds: 1 })
  expect(await paidIn(market.db, 'ETH')).toBe('tETH')
})
