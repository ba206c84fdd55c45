import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { BANK, makeBlock } from '../../tests/support/tron/block.ts'
import { startTron, type TronDouble } from '../../tests/support/tron/double.ts'
import { tronAddressOf, tronBytesOf } from '../chains/networks/tron-address.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from './reserves.ts'

const NOW = 1_800_000_000_000
const COLD = tronAddressOf('c0'.repeat(20))

let tron: TronDouble
let market: TestMarket
let one: string
let other: string
beforeAll(async () => {
  tron = await startTron()
  const settings = { ...tron.settings, reserves: [COLD] }
  market = await openTestMarket({ simulatedSeconds: undefined, tron: settings, now: () => NOW })
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 1 3'], NOW)
  await follow()
  for (const take of [(address: string) => (one = address), (address: string) => (other = address)])
    take(await depositAddressFor(market.db, chain(), (await market.person()).uid))
})
afterAll(async () => {
  await market.close()
  await tron.close()
})
afterEach(() => {
  tron.lie(undefined)
  tron.fallBehind(0)
  tron.afterEach = undefined
})

const chain = () => market.deposits.chainOf('tron')!
const follow = () => market.deposits.follow(NOW)
const send = (to: string, amount: bigint, from = tronAddressOf(BANK)) =>
  tron.send([{ to: tronBytesOf(to), from: tronBytesOf(from), amount }])
const holds = (addresses: readonly string[], head: { height: number; hash: string }) =>
  chain().holds('USDT', addresses, head)
const coin = async (now = NOW) => coinIn(await createReserves(market.db, market.deposits, 0).prove(now), 'tUSDT')

it('reads what addresses have as of a block: what is solidified, and what moved after it', async () => {
  send(one, 30_000_000n)
  tron.mine()
  const first = await chain().head()
  expect(await holds([one, other, COLD], first)).toBe(30_000_000n)
  tron.mine(30)
  // Solidified by now, with other moves in the blocks after it.
  send(one, 5_000_000n)
  send(other, 7n, one)
  tron.mine()
  const next = await chain().head()
  send(COLD, 1_000n, one)
  send(one, 9_000_000n)
  tron.mine()
  const last = await chain().head()
  expect(await holds([one, other], next)).toBe(35_000_000n)
  expect([await holds([one], next), await holds([other], next)]).toEqual([34_999_993n, 7n])
  expect([await holds([one], last), await holds([COLD], last)]).toEqual([43_998_993n, 1_000n])
  // An address counts as often as it is named, and moves between two of them change nothing.
  expect(await holds([one, one, COLD], last)).toBe(2n * 43_998_993n + 1_000n)
  // Waiting transactions count for nothing.
  send(COLD, 5_000n)
  expect(await holds([COLD], last)).toBe(1_000n)
  tron.mine()
  // Balances as of a block before the last solidified one work, too: the moves between them are taken off.
  tron.mine(25)
  expect(tron.solidOf(tron.blocks).height).toBeGreaterThan(last.height)
  expect([await holds([one], first), await holds([other], first)]).toEqual([30_000_000n, 0n])
  expect([await holds([one], last), await holds([COLD], last)]).toEqual([43_998_993n, 1_000n])
})

it('reads nothing as of a block that was replaced, before or meanwhile', async () => {
  send(one, 1_000_000n)
  tron.mine(2)
  const before = await chain().head()
  expect(await holds([one], before)).toBeDefined()
  tron.reorganise(2)
  expect(await holds([one], before)).toBe(undefined)
  const now = await chain().head()
  tron.afterEach = (path) => {
    if (!path.endsWith('constantcontract')) return
    tron.afterEach = undefined
    tron.reorganise(2)
  }
  expect(await holds([one], now)).toBe(undefined)
})

it('reads nothing where its node shows another block between', async () => {
  tron.mine()
  const head = await chain().head()
  const own = tron.tip()
  const sent = tron.mempool.get(send(one, 5n))!
  tron.mempool.clear()
  const other = makeBlock(tron.blocks.at(-2), [sent], 999)
  tron.afterEach = (path) => {
    if (path.endsWith('constantcontract')) tron.blocks[own.height] = other
    if (path.endsWith('byblocknum')) tron.blocks[own.height] = own
  }
  expect(await holds([one], head)).toBe(undefined)
  expect(tron.tip()).toBe(own)
  tron.afterEach = undefined
  expect(await holds([one], head)).toBeDefined()
})

it('reads a group of addresses again where another block is solidified meanwhile', async () => {
  const many = Array.from({ length: 45 }, (_, n) => (n % 2 === 0 ? one : COLD))
  const head = await chain().head()
  const units = await holds(many, head)
  let blocks = 2
  tron.afterEach = (path) => {
    if (path.endsWith('constantcontract') && blocks-- > 0) tron.mine()
  }
  tron.asked.length = 0
  expect(await holds(many, head)).toBe(units)
  expect(tron.asked.filter(({ path }) => path.endsWith('constantcontract')).length).toBeGreaterThan(45)
  tron.afterEach = (path) => {
    if (path.endsWith('constantcontract')) tron.mine()
  }
  expect(await holds(many, head)).toBe(undefined)
})

it('reads nothing of a block that is too far from the last solidified one', async () => {
  const { height, id: hash } = tron.solidOf(tron.blocks)
  tron.mine(100)
  expect(await holds([one], { height, hash })).toBeDefined()
  tron.mine()
  expect(await holds([one], { height, hash })).toBe(undefined)
  expect(await holds([one], await chain().head())).toBeDefined()
  tron.asked.length = 0
  const far = { ...(await chain().head()), height: tron.tip().height + 82 }
  expect(await holds([one], far)).toBe(undefined)
  expect(tron.asked.some(({ path }) => path.endsWith('limitnext'))).toBe(false)
})

it('proves that deposits are there beside the reserves that the operator names', async () => {
  send(COLD, 2_000_000n)
  tron.mine(3)
  await follow()
  const head = await chain().head()
  const [deposits, own] = [await holds([one, other], head), await holds([COLD], head)]
  expect(await coin()).toMatchObject({
    ...{ asset: 'tUSDT', state: 'enough', knownAt: NOW, held: String(deposits! + own!) },
    networks: [{ network: 'tron', height: head.height, deposits: String(deposits), own: String(own) }],
  })
})

it('is short where coins have left without the market', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const before = await coin()
  const spare = BigInt(before.held!) - BigInt(before.owed)
  send(tronAddressOf(BANK), spare + 1n, one)
  tron.mine()
  await follow()
  expect(await coin(NOW + 1)).toMatchObject({ state: 'short', held: String(BigInt(before.owed) - 1n) })
  expect(error.mock.calls.flat().join()).toContain('0.000001 tUSDT is missing')
  error.mockRestore()
})

it('is not known while its node shows no balances', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  tron.lie('redirect', { paths: 'triggerconstantcontract' })
  expect(await coin(NOW + 2)).toMatchObject({ state: 'unknown', held: null, knownAt: NOW + 1 })
  expect(warn.mock.calls.flat().join()).toContain('did not answer /walletsolidity/triggerconstantcontract')
  warn.mockRestore()
})
