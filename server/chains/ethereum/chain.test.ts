import { getBalance, getBlockNumber } from 'viem/actions'
import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onAnvil, rich, type Anvil } from '../../../tests/support/ethereum/anvil.ts'
import { startEthereum } from '../../../tests/support/ethereum/anvil-market.ts'
import { compileTokens, type Contract } from '../../../tests/support/ethereum/compile.ts'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { createDeposits } from '../../networks.ts'
import { available } from '../../ledger/accounts.ts'
import { balance, post } from '../../ledger/ledger.ts'
import { operate } from '../../operator/commands/operate.ts'
import { NodeError, type EthereumSettings } from '../real.ts'

const NOW = 1_800_000_000_000
const [title, runs] = onAnvil('deposits on a real Ethereum chain')

describe.runIf(runs)(title, () => {
  let anvil: Anvil
  let settings: EthereumSettings
  let usdt: Hex
  let contracts: Record<'Silent' | 'Plain' | 'Sender', Contract>
  let market: TestMarket
  let uid: string
  let address: Hex
  beforeAll(async () => {
    ;({ anvil, settings, usdt } = await startEthereum())
    contracts = await compileTokens()
    market = await openTestMarket({ simulatedSeconds: undefined, ethereum: settings, now: () => NOW })
    await operate(market.db, ['setting', 'deposit_terms', 'ethereum USDT 1 3; ethereum ETH 0.01 3'], NOW)
    await anvil.mint(usdt, rich.address, 1_000_000_000_000n)
  })
  afterAll(async () => {
    await market.close()
    await anvil.close()
  })
  beforeEach(async () => {
    ;({ uid } = await market.person())
    address = (await depositAddressFor(market.db, chain(), uid)) as Hex
    await follow()
  })

  const chain = () => market.deposits.chainOf('ethereum')!
  const follow = () => market.deposits.follow(NOW)
  const mined = async (blocks: number): Promise<void> => {
    for (let n = 0; n < blocks; n++) {
      await anvil.mine()
      await follow()
    }
  }
  const sendTokens = (amount: bigint, to = address): Promise<Hex> =>
    anvil.call(contracts.Silent, usdt, 'transfer', [to, amount])
  const has = async () =>
    Object.fromEntries(
      await Promise.all(
        (['tUSDT', 'tETH'] as const).map(async (one) => [one, await balance(market.db, available(uid), one)] as const),
      ),
    )
  const recharges = async () =>
    (
      await market.db
        .selectFrom('recharges')
        .select(['txid', 'asset', 'state', 'amount'])
        .where('user_id', '=', uid)
        .orderBy('at')
        .orderBy('asset')
        .execute()
    ).map(({ txid, asset, state, amount }) => [`0x${txid}`, asset, state, amount])

  it('credits ether and tokens once, to the last unit', async () => {
    const [tokens, ether] = [await sendTokens(5_000_001n), await anvil.sendEther(address, '0.5')]
    await follow()
    expect((await recharges()).map(([, asset, state]) => [asset, state])).toEqual([
      ['tETH', 'seen'],
      ['tUSDT', 'seen'],
    ])
    await mined(2)
    expect(await has()).toEqual({ tUSDT: 0n, tETH: 0n })
    await anvil.mine()
    await Promise.all([follow(), follow(), follow()])
    expect(await has()).toEqual({ tUSDT: 5_000_001n, tETH: parseEther('0.5') })
    expect(await recharges()).toEqual([
      [ether, 'tETH', 'credited', String(parseEther('0.5'))],
      [tokens, 'tUSDT', 'credited', '5000001'],
    ])
    expect(await unsound(market.db)).toEqual([])
  })

  it('takes a deposit back that a reorganisation drops after it was credited and spent', async () => {
    await sendTokens(5_000_000n)
    await mined(3)
    await market.db.transaction().execute((tx) =>
      post(tx, `spent ${uid}`, [
        { account: available(uid), asset: 'tUSDT', amount: -2_000_000n },
        { account: 'store:1:available', asset: 'tUSDT', amount: 2_000_000n },
      ]),
    )
    await anvil.reorganise(3)
    await mined(1)
    expect(await has()).toEqual({ tUSDT: 0n, tETH: 0n })
    const lost = await market.db.selectFrom('deposits').select('shortfall').where('user_id', '=', uid).execute()
    expect(lost).toEqual([{ shortfall: '2000000' }])
    expect((await recharges()).map(([, , state]) => state)).toEqual(['dropped'])
    expect(await unsound(market.db)).toEqual([])
  })

  it('credits what a transaction moves in the block that stays, not in the one that was replaced', async () => {
    const sender = await anvil.deploy(contracts.Sender)
    await anvil.mint(usdt, sender, 2_000_000_000n)
    await follow()
    // In the next block it sends a thousand, in the one after that only one.
    const isEven = ((await getBlockNumber(anvil.node)) + 1n) % 2n === 0n
    const amounts = isEven ? [1_000_000_000n, 1_000_000n] : [1_000_000n, 1_000_000_000n]
    const hash = await anvil.call(contracts.Sender, sender, 'fickle', [usdt, address, ...amounts])
    const again = await anvil.resender(hash)
    await mined(1)
    expect(await recharges()).toEqual([[hash, 'tUSDT', 'confirming', '1000000000']])
    await anvil.reorganise(1)
    await follow()
    expect((await recharges()).map(([, , state]) => state)).toEqual(['dropped'])
    await again()
    await mined(3)
    expect(await recharges()).toEqual([[hash, 'tUSDT', 'credited', '1000000']])
    expect(await has()).toEqual({ tUSDT: 1_000_000n, tETH: 0n })
    expect(await unsound(market.db)).toEqual([])
  })

  it('ignores what is worth nothing: other tokens, failed calls, empty transfers', async () => {
    const other = await anvil.deploy(contracts.Plain, 6)
    await anvil.mint(other, rich.address, 9_000_000n)
    await anvil.call(contracts.Plain, other, 'transfer', [address, 9_000_000n])
    await sendTokens(0n)
    await sendTokens(10n ** 15n)
    await mined(4)
    expect([await has(), await recharges()]).toEqual([{ tUSDT: 0n, tETH: 0n }, []])
  })

  it('does not see ether that a contract sends from within', async () => {
    const sender = await anvil.deploy(contracts.Sender)
    await anvil.call(contracts.Sender, sender, 'forward', [address], parseEther('1'))
    await mined(4)
    expect([await getBalance(anvil.node, { address }), await recharges()]).toEqual([parseEther('1'), []])
  })

  it('has no claim credit anything, and ends one of somebody else’s transaction', async () => {
    const { uid: thief, ...person } = await market.person()
    const token = await market.login({ uid: thief, ...person })
    const hash = await sendTokens(5_000_000n)
    const claim = { network: 'ethereum', asset: 'tUSDT', txid: hash.slice(2), amount: '5000000', pictures: [] }
    expect((await market.call('/api/recharge/claim', claim, token)).code).toBe(1)
    await mined(4)
    await market.deposits.follow(NOW + 60_000)
    const rows = await market.db.selectFrom('recharges').select('state').where('user_id', '=', thief).execute()
    expect(rows).toEqual([{ state: 'invalid' }])
    expect(await balance(market.db, available(thief), 'tUSDT')).toBe(0n)
    expect(await has()).toEqual({ tUSDT: 5_000_000n, tETH: 0n })
  })

  it('catches up after it was away for longer than it reads at once', async () => {
    await sendTokens(5_000_000n)
    await anvil.mine(450)
    await follow()
    expect(await has()).toEqual({ tUSDT: 5_000_000n, tETH: 0n })
  })

  it('says which setting is wrong, and tells no log the key of its node', async () => {
    const other = await anvil.deploy(contracts.Plain, 18)
    const wrong = async (more: Partial<EthereumSettings>) => {
      const { check } = await createDeposits(market.db, { ethereum: { ...settings, ...more } })
      return check().catch((error: unknown) => error as Error)
    }
    expect(await wrong({ chainId: 1 })).toMatchObject({
      name: 'ChainSettingsError',
      message: expect.stringContaining('on chain 31337'),
    })
    expect(await wrong({ usdt: other })).toMatchObject({ message: expect.stringContaining('18 decimals') })
    expect(await wrong({ usdt: rich.address })).toMatchObject({ message: expect.stringContaining('is not a contract') })
    const away = await wrong({ rpc: 'http://key-of-user:secret-word@127.0.0.1:9/v3/0123456789abcdef?token=abcdef' })
    expect(away).toBeInstanceOf(NodeError)
    expect(`${(away as Error).stack}`).not.toMatch(/secret-word|key-of-user|0123456789abcdef|token/)
  })
})
