import { parseEther, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coinText } from '#contract/coins/assets.ts'
import { onAnvil, rich, type Anvil } from '../../tests/support/ethereum/anvil.ts'
import { startEthereum } from '../../tests/support/ethereum/anvil-market.ts'
import { compileTokens } from '../../tests/support/ethereum/compile.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { queueWithdrawal } from '../../tests/support/withdrawals/queued.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { ethereumConfig, memorySigner, wallet } from '../../tests/support/withdrawals/signing.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { followChain } from '../deposits/follow.ts'
import { available, NETWORK_COSTS } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'
import { walletStates } from './wallets.ts'
import { createReserves } from './reserves.ts'

const NOW = 1_800_000_000_000
const FEE = 5_000_000n
const COLD = privateKeyToAccount(`0x${'7'.repeat(64)}`).address
const [title, runs] = onAnvil('reserves on a real Ethereum chain')

describe.runIf(runs)(title, () => {
  let anvil: Anvil
  let usdt: Hex
  let market: TestMarket
  let uid: string
  let address: Address
  beforeAll(async () => {
    const started = await startEthereum()
    ;({ anvil, usdt } = started)
    const most = { each: 10n ** 30n, address: 10n ** 30n, day: 10n ** 30n }
    const levels = [most, most, most] as const
    const signer = memorySigner({ ...ethereumConfig({ usdt }), limits: { ETH: levels, USDT: levels } })
    const ethereum = { ...started.settings, wallet: wallet.address, reserves: [COLD] }
    market = await openTestMarket({ simulatedSeconds: undefined, ethereum, signer, now: () => NOW })
    await operate(market.db, ['setting', 'deposit_terms', 'ethereum USDT 1 3; ethereum ETH 0.01 3'], NOW)
    await operate(market.db, ['rate', 'USDT', '1', 'fixed'], NOW)
    await operate(market.db, ['rate', 'ETH', '3000', 'fixed'], NOW)
    await anvil.mint(usdt, rich.address, 1_000_000_000n)
    ;({ uid } = await market.person())
    address = (await depositAddressFor(market.db, chain(), uid)) as Address
    await follow()
  })
  afterAll(async () => {
    await market.close()
    await anvil.close()
  })

  const chain = () => market.deposits.payingOf('ethereum')!
  const follow = () => market.deposits.follow(NOW)
  const mined = async (blocks: number): Promise<void> => {
    for (let n = 0; n < blocks; n++) {
      await anvil.mine()
      await follow()
    }
  }
  const sendTokens = async (to: Address, amount: bigint): Promise<Hex> =>
    anvil.call((await compileTokens()).Silent, usdt, 'transfer', [to, amount])
  const prove = async (asset: 'tUSDT' | 'tETH' = 'tUSDT', now = NOW) =>
    coinIn(await createReserves(market.db, market.deposits, 0).prove(now), asset)
  const withdraw = (amount: bigint): Promise<string> =>
    queueWithdrawal(market.db, chain(), {
      ...{ uid, now: NOW },
      more: { network: 'ethereum', asset: 'tUSDT', address: rich.address, amount: String(amount), fee: String(FEE) },
    })

  it('are read to the last unit as of a block, and of no block that was replaced', async () => {
    await sendTokens(address, 40_000_001n)
    await anvil.sendEther(address, '0.5')
    await mined(1)
    const before = await chain().head()
    const hold = (coin: 'USDT' | 'ETH', at = before) => chain().holds(coin, [address, COLD, address], at)
    await sendTokens(COLD, 7n)
    await anvil.sendEther(COLD, '2')
    await mined(2)
    expect([await hold('USDT'), await hold('ETH')]).toEqual([80_000_002n, parseEther('1')])
    const last = await chain().head()
    expect([await hold('USDT', last), await hold('ETH', last)]).toEqual([80_000_009n, parseEther('3')])
    await anvil.reorganise(1)
    expect(await hold('USDT', last)).toBe(undefined)
    await mined(3)
  })

  it('cover deposits at their addresses, with the paying wallet and the reserves', async () => {
    expect(await prove()).toMatchObject({
      ...{ state: 'enough', people: '40000001', owed: '40000001', held: '40000008' },
      networks: [{ network: 'ethereum', deposits: '40000001', own: '7' }],
    })
    expect(await prove('tETH')).toMatchObject({ state: 'enough', people: String(parseEther('0.5')) })
  })

  it('show which withdrawals wait for coins, and how much the wallet lacks', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await withdraw(20_000_000n)
    await withdraw(10_000_000n)
    await expect(follow()).rejects.toThrow('Withdrawals that wait for coins: 2')
    const [state] = await walletStates(market.db, market.deposits, NOW)
    expect(state).toMatchObject({
      ...{ network: 'ethereum', away: false, waiting: 2 },
      coins: [
        { asset: 'tUSDT', units: '0', missing: String(30_000_000n - 2n * FEE) },
        { asset: 'tETH', units: '0' },
      ],
    })
    expect(BigInt(state!.coins[1]!.missing)).toBeGreaterThan(0n)
    error.mockRestore()
  })

  it('raise no alarm while payments are under way', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await anvil.sendEther(wallet.address, '10')
    await sendTokens(wallet.address, 20_000_000n)
    await mined(1)
    expect((await walletStates(market.db, market.deposits, NOW))[0]!.waiting).toBe(0)
    // Signed and sent; then in a followed block, of which the book has heard nothing.
    expect((await prove()).state).toBe('enough')
    await anvil.mine()
    await followChain(market.db, chain())
    expect(await prove()).toMatchObject({ state: 'enough', withdrawals: '30000000', paid: '-30000000' })
    // Another of the provider's nodes lags behind, and shows nothing of them.
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const lagging = { ...chain(), paidAt: async () => undefined }
    const [later] = (await createReserves(market.db, { ...market.deposits, payingOf: () => lagging }, 0).prove(NOW))
      .coins
    expect(later).toMatchObject({ state: 'unknown' })
    warn.mockRestore()
    await mined(3)
    expect(await prove()).toMatchObject({
      ...{ state: 'enough', withdrawals: '0', paid: '0', people: '10000001', owed: '10000001' },
      held: String(40_000_008n + 20_000_000n - (30_000_000n - 2n * FEE)),
    })
    expect(error).not.toHaveBeenCalled()
    error.mockRestore()
  })

  it('report a paying wallet beyond its cap, in the log, by mail once a day and on the desk', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const held = await chain().wallet!.holds('ETH')
    const cap = async (units: bigint) => {
      const text = `ethereum ETH ${coinText(units, 'ETH')}`
      expect(await operate(market.db, ['setting', 'wallet_caps', text], NOW)).toMatchObject({ exit: 0 })
      return (await createReserves(market.db, market.deposits, 0).prove(NOW)).over
    }
    expect(await cap(held)).toEqual([])
    expect(error).not.toHaveBeenCalled()
    expect(await cap(held - 2n)).toEqual([{ network: 'ethereum', asset: 'tETH', over: '2' }])
    expect(error.mock.calls.flat().join()).toContain(
      'the paying wallet holds 0.000000000000000002 tETH more than its cap',
    )
    const [state] = await walletStates(market.db, market.deposits, NOW)
    expect(state!.coins.map(({ asset, over }) => [asset, over])).toEqual([
      ['tUSDT', '0'],
      ['tETH', '2'],
    ])
    await operate(market.db, ['setting', 'wallet_caps', ''], NOW)
    error.mockRestore()
  })

  it('are short where more has left than the book knows', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const known = await prove()
    const spare = BigInt(known.held!) - BigInt(known.owed)
    await market.db.transaction().execute((tx) =>
      post(tx, 'test more', [
        { account: NETWORK_COSTS, asset: 'tUSDT', amount: -(spare + 1n) },
        { account: available(uid), asset: 'tUSDT', amount: spare + 1n },
      ]),
    )
    expect((await prove()).state).toBe('short')
    expect(error.mock.calls.flat().join()).toContain('0.000001 tUSDT is missing')
    error.mockRestore()
  })

  it('are not known while the node is away', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await anvil.close()
    expect(await prove('tETH', NOW + 1)).toMatchObject({ state: 'unknown', held: null, knownAt: NOW })
    expect(await walletStates(market.db, market.deposits, NOW)).toEqual([
      { network: 'ethereum', away: true, coins: [], waiting: 0 },
    ])
    expect(error.mock.calls.flat().join()).not.toContain('missing')
    warn.mockRestore()
    error.mockRestore()
  })
})
