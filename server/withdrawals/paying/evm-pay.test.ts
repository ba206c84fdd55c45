import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { sql } from 'kysely'
import { parseEther, toHex, type Address, type Hex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onAnvil, rich, type Anvil } from '../../../tests/support/ethereum/anvil.ts'
import { startEthereum } from '../../../tests/support/ethereum/anvil-market.ts'
import { compileTokens } from '../../../tests/support/ethereum/compile.ts'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { giveCoins, unsound } from '../../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../../tests/support/withdrawals/queued.ts'
import { SEED } from '../../../tests/support/servers/signer-process.ts'
import { ethereumConfig, memorySigner, wallet } from '../../../tests/support/withdrawals/signing.ts'
import { FOLLOWED_DEPTH } from '../../chains/chain.ts'
import { operate } from '../../operator/commands/operate.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { TOKEN } from '../../signer/protocol/evm-transaction.ts'
import { createDeposits } from '../../networks.ts'
import { A_ROUND } from './chosen.ts'
import type { EthereumSettings } from '../../chains/real.ts'
import type { SignAnswer, Signer } from '../../signer/protocol/protocol.ts'

const NOW = 1_800_000_000_000
const FEE = { ETH: parseEther('0.002'), USDT: 5_000_000n }
const [title, runs] = onAnvil('withdrawals on a real Ethereum chain')

describe.runIf(runs)(title, () => {
  let anvil: Anvil
  let usdt: Hex
  let settings: EthereumSettings
  let market: TestMarket
  let signer: Signer
  /** Changes what the signer answers. */
  let change: (answer: SignAnswer) => SignAnswer
  let uid: string
  let to: Address
  let count = 0
  beforeAll(async () => {
    ;({ anvil, usdt, settings } = await startEthereum())
    const most = { each: 10n ** 30n, address: 10n ** 30n, day: 10n ** 30n }
    const levels = [most, most, most] as const
    const memory = memorySigner({ ...ethereumConfig({ usdt }), limits: { ETH: levels, USDT: levels } })
    signer = { ...memory, sign: async (payment) => change(await memory.sign(payment)) }
    const ethereum = { ...settings, wallet: wallet.address }
    market = await openTestMarket({ simulatedSeconds: undefined, ethereum, signer })
    await market.deposits.check()
    for (const rate of [
      ['USDT', '1'],
      ['ETH', '3000'],
    ])
      await operate(market.db, ['rate', ...rate, 'fixed'], NOW)
    await anvil.sendEther(wallet.address, '100')
    await anvil.mint(usdt, wallet.address, 1_000_000_000n)
  })
  afterAll(async () => {
    await market.close()
    await anvil.close()
  })
  beforeEach(async () => {
    change = (answer) => answer
    ;({ uid } = await market.person())
    to = privateKeyToAccount(toHex(++count, { size: 32 })).address
    await giveCoins(market.db, uid, 'tETH', parseEther('50'))
    await giveCoins(market.db, uid, 'tUSDT', 10_000_000_000n)
    await follow()
  })

  const chain = () => market.deposits.payingOf('ethereum')!
  const follow = () => market.deposits.follow(NOW)
  const mined = async (blocks: number): Promise<void> => {
    for (let n = 0; n < blocks; n++) {
      await anvil.mine()
      await follow()
    }
  }
  const withdraw = (coin: 'ETH' | 'USDT', amount: bigint, address = to): Promise<string> =>
    queueWithdrawal(market.db, chain(), {
      ...{ uid, now: NOW },
      more: { network: 'ethereum', asset: `t${coin}`, address, amount: String(amount), fee: String(FEE[coin]) },
    })
  const row = (id: string) =>
    market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const payouts = (id: string) =>
    market.db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute()
  const ether = (address: Address) => getBalance(anvil.node, { address })
  const tokens = (address: Address) =>
    readContract(anvil.node, { address: usdt, abi: TOKEN, functionName: 'balanceOf', args: [address] })
  const costs = async (): Promise<bigint> => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from ledger_postings
      where account = 'market:network' and asset = 'tETH'`.execute(market.db)
    return BigInt(rows[0]!.sum)
  }

  it('arrive to the last unit, and cost the market what the network took', async () => {
    const [before, posted] = [await ether(wallet.address), await costs()]
    const ids = [await withdraw('ETH', parseEther('0.3') + 1n), await withdraw('USDT', 7_000_001n)]
    await follow()
    await mined(3)
    expect(await Promise.all(ids.map(async (id) => (await row(id)).state))).toEqual(['done', 'done'])
    expect([await ether(to), await tokens(to)]).toEqual([parseEther('0.3') + 1n - FEE.ETH, 7_000_001n - FEE.USDT])
    const network = before - (await ether(wallet.address)) - (await ether(to))
    expect((await costs()) - posted).toBe(FEE.ETH - network)
    expect(await unsound(market.db)).toEqual([])
  })

  it('are sent again after a reorganisation, and arrive once', async () => {
    const id = await withdraw('USDT', 9_000_000n)
    await follow()
    await mined(2)
    expect((await row(id)).confirmations).toBe(2)
    await anvil.reorganise(2)
    await follow()
    expect((await row(id)).confirmations).toBe(0)
    await mined(3)
    expect((await row(id)).state).toBe('done')
    expect(await tokens(to)).toBe(9_000_000n - FEE.USDT)
    expect(await unsound(market.db)).toEqual([])
  })

  it('that are stuck are replaced with the same nonce, and arrive once', async () => {
    const id = await withdraw('ETH', parseEther('0.1'))
    await follow()
    const [first] = await payouts(id)
    for (let n = 0; n < 7; n++) {
      await anvil.setBaseFee(BigInt(first!.rate) + 1n)
      await mined(1)
    }
    const all = await payouts(id)
    expect(all).toHaveLength(2)
    expect(all[1]!.spends).toEqual(all[0]!.spends)
    await anvil.setBaseFee(1_000_000_000n)
    await mined(4)
    expect(await row(id)).toMatchObject({ state: 'done', txid: all[1]!.txid })
    expect(await ether(to)).toBe(parseEther('0.1') - FEE.ETH)
  })

  it('are given back only when another transaction has used their nonce, at full depth', async () => {
    const id = await withdraw('ETH', parseEther('0.1'))
    await follow()
    const [payout] = await payouts(id)
    const words = entropyToMnemonic(SEED, wordlist)
    await anvil.usurp(mnemonicToAccount(words, { accountIndex: 1 }), Number(payout!.spends[0]))
    await mined(1)
    await anvil.mine(FOLLOWED_DEPTH - 2)
    await follow()
    expect((await row(id)).state).toBe('sent')
    await mined(1)
    expect((await row(id)).state).toBe('returned')
    expect([await ether(to), await balance(market.db, available(uid), 'tETH')]).toEqual([0n, parseEther('50')])
    expect(await unsound(market.db)).toEqual([])
  })

  it('that fail on the chain are given back, and their gas is the market’s cost', async () => {
    const sender = await anvil.deploy((await compileTokens()).Sender)
    await follow()
    const [before, posted] = [await ether(wallet.address), await costs()]
    const id = await withdraw('ETH', parseEther('0.1'), sender)
    await follow()
    await mined(1)
    expect((await row(id)).state).toBe('sent')
    await anvil.mine(FOLLOWED_DEPTH)
    await follow()
    expect((await row(id)).state).toBe('returned')
    const gas = before - (await ether(wallet.address))
    expect(gas).toBeGreaterThan(0n)
    expect(posted - (await costs())).toBe(gas)
    expect(await balance(market.db, available(uid), 'tETH')).toBe(parseEther('50'))
    expect(await unsound(market.db)).toEqual([])
  })

  it('wait while the paying wallet holds too little, and do not hold up the others', async () => {
    await giveCoins(market.db, uid, 'tUSDT', 1_000_000_000_000n)
    const more = (await tokens(wallet.address)) + FEE.USDT + 1n
    const large = await withdraw('USDT', more)
    // As many as are looked at together.
    for (let n = 1; n < A_ROUND; n++) await withdraw('USDT', more + 1_000_000_000n)
    const small = await withdraw('USDT', 6_000_000n)
    await expect(follow()).rejects.toThrow('The paying wallet on ethereum-31337 has')
    expect([(await row(large)).signing, (await row(small)).state]).toEqual([null, 'sent'])
    await anvil.mint(usdt, wallet.address, 100_000_000n)
    await expect(follow()).rejects.toThrow(`Withdrawals that wait for coins: ${A_ROUND - 1}`)
    expect((await row(large)).state).toBe('sent')
    await sql`update withdrawals set state = 'cancelled' where user_id = ${uid}::uuid and state = 'queued'`.execute(
      market.db,
    )
    await mined(3)
    expect((await row(large)).state).toBe('done')
  })

  it('to the token, to the wallet or to nobody are refused', () => {
    const refused = [usdt, wallet.address, `0x${'0'.repeat(40)}`, to].map((one) => chain().refuses(one))
    expect(refused).toEqual([true, true, true, false])
  })

  it('wait while the signer has another token in its settings, and use no nonce', async () => {
    const other = memorySigner(ethereumConfig({ usdt: rich.address }))
    const ethereum = { ...settings, wallet: wallet.address }
    const deposits = await createDeposits(market.db, { ethereum, signer: other })
    const id = await withdraw('USDT', 8_000_000n)
    await expect(deposits.follow(NOW)).rejects.toThrow('another USDT in its settings')
    expect([(await row(id)).signing, other.entries]).toEqual([null, []])
    await mined(4)
    expect((await row(id)).state).toBe('done')
  })

  it('wait while another wallet is set than the signer pays from', async () => {
    const other = await openTestMarket({
      ...{ simulatedSeconds: undefined, signer },
      ethereum: { ...settings, wallet: rich.address },
    })
    await expect(other.deposits.check()).rejects.toThrow('not from ETHEREUM_WALLET')
    await other.close()
  })

  it('are not sent where the signer has signed another payment', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const other = memorySigner(ethereumConfig({ usdt: rich.address }))
    const id = await withdraw('USDT', 8_000_000n)
    const { network, asset, address, amount, fee } = await row(id)
    const answer = await other.sign({ id, network, asset, address, amount, fee, rate: '2000000000', approvals: [] })
    change = () => answer
    await expect(follow()).rejects.toThrow('another payment')
    expect(await row(id)).toMatchObject({ state: 'queued', why: 'signerAlarm' })
    expect(await payouts(id)).toEqual([])
    // Its nonce is gone: those after it would wait for it for ever.
    change = (one) => one
    await withdraw('USDT', 8_000_000n)
    await expect(follow()).rejects.toThrow('Nothing is paid on ethereum-31337')
    error.mockRestore()
  })
})
