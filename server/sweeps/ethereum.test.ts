import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onAnvil } from '../../tests/support/ethereum/anvil.ts'
import { openCollecting, NOW, type Collecting } from '../../tests/support/ethereum/collecting.ts'
import { giveCoins, unsound } from '../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../tests/support/withdrawals/queued.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { wallet } from '../../tests/support/withdrawals/signing.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'
import { available } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from '../reserves/reserves.ts'

const [title, runs] = onAnvil('collecting deposits on an Ethereum chain')

describe.runIf(runs)(title, () => {
  let market: Collecting
  beforeAll(async () => {
    market = await openCollecting()
  })
  afterAll(() => market.close())

  const prove = async (asset: 'tUSDT' | 'tETH') =>
    coinIn(await createReserves(market.db, market.deposits, 0).prove(NOW), asset)
  const states = async () => [(await prove('tUSDT')).state, (await prove('tETH')).state]
  const latest = async (address: string) => (await market.sweepsOf(address))[0]!

  it('says what it would collect, and does nothing', async () => {
    const { address } = await market.deposit({ tokens: 250_000_000n })
    const { text, exit } = await market.sweep('ethereum', 'USDT')
    expect(exit).toBe(0)
    expect(text).toContain(`250 tUSDT at 1 address, to the paying wallet ${wallet.address}`)
    expect(text).toMatch(/It costs 0\.\d+ tETH at most, worth \d+\.\d\d USD/)
    expect(text).toContain('is sent to addresses as gas')
    expect(text).toContain('Nothing was done')
    await market.mined(2)
    expect([await market.sweepsOf(address), market.memory.entries]).toEqual([[], []])
    expect(await market.tokens(address)).toBe(250_000_000n)
  })

  it('brings tokens to the wallet to the last unit, gas first, and posts what the network took', async () => {
    const { uid, address } = await market.deposit({ tokens: 100_000_001n })
    const [before, posted] = [
      (await market.ether(wallet.address)) + (await market.ether(address)),
      await market.costs(),
    ]
    const tokens = await market.tokens(wallet.address)
    expect((await market.sweep('ethereum', 'USDT', '--do')).text).toContain('It was begun')
    await market.follow()
    expect(await latest(address)).toMatchObject({ state: 'gas', asset: 'tUSDT', amount: '100000001' })
    expect(await states()).toEqual(['enough', 'enough'])
    await market.mined(1)
    expect((await latest(address)).state).toBe('sent')
    expect(await states()).toEqual(['enough', 'enough'])
    await market.mined(1)
    expect(await latest(address)).toMatchObject({ state: 'sent', confirmations: 1 })
    expect(await states()).toEqual(['enough', 'enough'])
    await market.mined(2)
    expect(await latest(address)).toMatchObject({ state: 'done', confirmations: 3 })
    expect(await market.tokens(address)).toBe(0n)
    // With those of the deposit of before.
    expect((await market.tokens(wallet.address)) - tokens).toBe(350_000_001n)
    expect(await states()).toEqual(['enough', 'enough'])
    const others = await market.db.selectFrom('sweeps').select('address').where('address', '!=', address).execute()
    let after = (await market.ether(wallet.address)) + (await market.ether(address))
    for (const one of others) after += await market.ether(one.address as `0x${string}`)
    expect(posted - (await market.costs())).toBe(before - after)
    // Gas is no deposit.
    expect(await balance(market.db, available(uid), 'tETH')).toBe(0n)
    expect(await market.ether(address)).toBeGreaterThan(0n)
    expect(await market.db.selectFrom('deposits').selectAll().where('asset', '=', 'tETH').execute()).toEqual([])
    expect(await unsound(market.db)).toEqual([])
    expect((await createReserves(market.db, market.deposits, 0).prove(NOW)).faults).toEqual([])
  })

  it('brings ether to the wallet, and leaves the person what they have', async () => {
    const { uid, address } = await market.deposit({ ether: '2' })
    const [before, posted] = [await market.ether(wallet.address), await market.costs()]
    await market.sweep('ethereum', 'ETH', '--do')
    await market.follow()
    await market.mined(3)
    const row = await latest(address)
    expect(row).toMatchObject({ state: 'done', asset: 'tETH', amount: String(parseEther('2')), gas: '0' })
    const left = await market.ether(address)
    const cost = posted - (await market.costs())
    expect((await market.ether(wallet.address)) - before).toBe(parseEther('2') - cost - left)
    expect(await balance(market.db, available(uid), 'tETH')).toBe(parseEther('2'))
    expect([await states(), await unsound(market.db)]).toEqual([['enough', 'enough'], []])
  })

  it('uses ether that is there as gas, and takes the rest with the next sweep', async () => {
    const { address } = await market.deposit({ ether: '1', tokens: 90_000_000n })
    // Both coins are begun; the token comes first, since the ether is its gas.
    await market.sweep('ethereum', '--do')
    await market.follow()
    expect(await market.sweepsOf(address)).toMatchObject([{ asset: 'tUSDT', state: 'sent', gas_id: null }])
    await market.mined(4)
    await market.sweep('ethereum', 'ETH', '--do')
    await market.follow()
    await market.mined(3)
    expect((await market.sweepsOf(address)).map(({ asset, state }) => [asset, state]).toSorted()).toEqual([
      ['tETH', 'done'],
      ['tUSDT', 'done'],
    ])
    expect(await market.tokens(address)).toBe(0n)
    expect(await market.ether(address)).toBeLessThan(parseEther('0.001'))
  })

  it('asked for twice collects once, and what comes later with the next one', async () => {
    const { address } = await market.deposit({ tokens: 70_000_000n })
    const first = market.sweep('ethereum', 'USDT', '--do')
    expect([(await first).exit, (await market.sweep('ethereum', 'USDT', '--do')).text]).toEqual([
      0,
      'This coin is already being collected.',
    ])
    await Promise.all([market.follow(), market.follow()])
    expect((await market.sweep('ethereum', 'USDT', '--do')).text).toContain('There was nothing to begin')
    expect(await market.sweepsOf(address)).toHaveLength(1)
    await market.anvil.mint(market.usdt, address, 60_000_000n)
    await market.mined(6)
    expect(await market.tokens(address)).toBe(60_000_000n)
    await market.sweep('ethereum', 'USDT', '--do')
    await market.follow()
    await market.mined(5)
    expect([await market.tokens(address), (await market.sweepsOf(address)).map(({ state }) => state)]).toEqual([
      0n,
      ['done', 'done'],
    ])
  })

  it('leaves what costs too much, what a reorganisation may take back, and what is beyond the cap', async () => {
    const small = await market.deposit({ tokens: 2_000_000n })
    expect((await market.sweep('ethereum', 'USDT')).text).toContain(
      'Left out, because it costs more than 2 % of what is there: 2 tUSDT at 1 address',
    )
    const { uid, address } = await market.deposit({ tokens: 80_000_000n })
    await market.anvil.mint(market.usdt, address, 1_000_000n)
    await market.follow()
    // Its last deposit has one confirmation.
    expect((await market.sweep('ethereum', 'USDT')).text).toContain('0 tUSDT at 0 addresses')
    await market.mined(2)
    expect((await market.sweep('ethereum', 'USDT')).text).toContain('81 tUSDT at 1 address')
    const held = await market.tokens(wallet.address)
    const cap = async (units: bigint) => {
      const text = `ethereum USDT ${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`
      await operate(market.db, ['setting', 'wallet_caps', text], NOW)
      return (await market.sweep('ethereum', 'USDT')).text
    }
    expect(await cap(held + 80_999_999n)).toContain('because of the cap of the paying wallet: 81 tUSDT at 1 address')
    expect(await cap(held + 81_000_000n)).toContain('81 tUSDT at 1 address, to the paying wallet')
    await operate(market.db, ['setting', 'wallet_caps', ''], NOW)
    await operate(market.db, ['sweepPercent', '50'], NOW)
    expect((await market.sweep('ethereum', 'USDT')).text).toContain('83 tUSDT at 2 addresses')
    await operate(market.db, ['sweepPercent', '2'], NOW)
    expect(await balance(market.db, available(uid), 'tUSDT')).toBe(81_000_000n)
    expect(await market.sweepsOf(small.address)).toEqual([])
  })

  it('is told from what the wallet pays to somebody’s deposit address, which is credited', async () => {
    const { uid, address } = await market.deposit({ tokens: 30_000_000n })
    await giveCoins(market.db, uid, 'tETH', parseEther('2'))
    await queueWithdrawal(market.db, market.chain(), {
      ...{ uid, now: NOW },
      more: {
        ...{ network: 'ethereum', asset: 'tETH', address, amount: String(parseEther('1')) },
        fee: String(parseEther('0.1')),
      },
    })
    await market.follow()
    await market.mined(4)
    expect(await balance(market.db, available(uid), 'tETH')).toBe(parseEther('1.9'))
  })

  it('forgets its transactions once they cannot be taken back', async () => {
    await market.anvil.mine(FOLLOWED_DEPTH)
    await market.follow()
    expect(await market.db.selectFrom('sweep_transactions').selectAll().execute()).toEqual([])
    expect((await market.sweep()).text).toContain('done')
    expect(await unsound(market.db)).toEqual([])
  })

  it('refuses what no market can look at, and networks that it does not know', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await operate(market.db, ['sweep', 'ethereum'], NOW)).toMatchObject({ exit: 1 })
    for (const args of [['dogecoin'], ['ethereum', 'BTC'], ['ethereum', 'USDT', 'more'], ['tron']])
      expect((await market.sweep(...args)).text).toContain('A sweep names a network of the market')
    error.mockRestore()
  })
})
