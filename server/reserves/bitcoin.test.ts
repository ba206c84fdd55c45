import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startRegtest, type Regtest } from '../../tests/support/bitcoin/regtest.ts'
import { subsidyAt } from '../../tests/support/bitcoin/raw-block.ts'
import { WALLET_ADDRESS } from '../../tests/support/bitcoin/regtest-chain.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from './reserves.ts'

const NOW = 1_800_000_000_000

let regtest: Regtest
let market: TestMarket
let address: string
let other: string
beforeAll(async () => {
  regtest = await startRegtest()
  const bitcoin = { ...regtest.settings, reserves: [WALLET_ADDRESS] }
  market = await openTestMarket({ simulatedSeconds: undefined, bitcoin, now: () => NOW })
  await operate(market.db, ['setting', 'deposit_terms', 'bitcoin BTC 0.0001 3'], NOW)
  await follow()
  for (const take of [(one: string) => (address = one), (one: string) => (other = one)])
    take(await depositAddressFor(market.db, chain(), (await market.person()).uid))
})
afterAll(async () => {
  await market.close()
  await regtest.close()
})

const chain = () => market.deposits.chainOf('bitcoin')!
const follow = () => market.deposits.follow(NOW)
const mined = async (blocks: number): Promise<void> => {
  regtest.mine(blocks)
  await follow()
}
const coin = async (now = NOW) => coinIn(await createReserves(market.db, market.deposits, 500).prove(now), 'tBTC')

it('reads what addresses got and have not spent, as of the last block alone', async () => {
  regtest.send([
    [address, 30_000n],
    [other, 5_000n],
  ])
  await mined(1)
  regtest.send([[address, 90_000n]])
  const head = await chain().head()
  expect(await chain().holds('BTC', [address, other], head)).toBe(35_000n)
  const wallet = (await chain().holds('BTC', [WALLET_ADDRESS], head))!
  regtest.mine()
  const next = await chain().head()
  // It gets new coins, and pays for what it sends.
  expect((await chain().holds('BTC', [WALLET_ADDRESS], next))! - wallet).toBe(subsidyAt(next.height) - 91_000n)
  expect(await chain().holds('BTC', [address], head)).toBe(undefined)
  expect(await chain().holds('BTC', [address], next)).toBe(120_000n)
})

it.each([
  ['comes', () => regtest.mine(), 0],
  ['is shown late', () => regtest.fallBehind(0), 1],
])('reads nothing where a block %s meanwhile', async (_how, change, behind) => {
  await follow()
  const head = await chain().head()
  regtest.fallBehind(behind)
  regtest.asked.length = 0
  const many = Array.from({ length: 60 }, () => address)
  const reading = chain().holds('BTC', many, head)
  await vi.waitFor(() => expect(regtest.asked.length).toBeGreaterThan(behind === 0 ? 10 : 0), { interval: 1 })
  change()
  expect(await reading).toBe(undefined)
  await follow()
})

it('proves that deposits are there beside the reserves that the operator names', async () => {
  await mined(3)
  const reserve = await chain().holds('BTC', [WALLET_ADDRESS], await chain().head())
  expect(await coin()).toMatchObject({
    ...{ asset: 'tBTC', state: 'enough', knownAt: NOW, people: '120000', arrived: '5000', owed: '125000' },
    held: String(reserve! + 125_000n),
    networks: [{ network: 'bitcoin', height: regtest.tip().height, deposits: '125000', own: String(reserve) }],
  })
})

it('is not known while its node shows no sums, or has a block that the market has not followed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  regtest.lie('redirect', { paths: `/address/${other}` })
  expect(await coin(NOW + 1)).toMatchObject({ state: 'unknown', held: null, knownAt: NOW })
  expect(warn.mock.calls.flat().join()).toContain(`did not answer /address/${other}`)
  regtest.lie(undefined)
  regtest.mine()
  const proving = coin(NOW + 2)
  await follow()
  expect(await proving).toMatchObject({ state: 'enough', knownAt: NOW + 2 })
  warn.mockRestore()
})
