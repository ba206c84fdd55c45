import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { parseEther, type Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onAnvil, rich } from '../../tests/support/ethereum/anvil.ts'
import { NOW, openCollecting, type Collecting } from '../../tests/support/ethereum/collecting.ts'
import { giveCoins, unsound } from '../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../tests/support/withdrawals/queued.ts'
import { SEED } from '../../tests/support/servers/signer-process.ts'
import { memorySigner, wallet } from '../../tests/support/withdrawals/signing.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'
import { createDeposits } from '../networks.ts'
import { SignerAwayError } from '../signer/protocol/protocol.ts'
import { dryRun, openFor } from './dry-run.ts'

const [title, runs] = onAnvil('what can go wrong while deposits are collected')
const silenced = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
const killed = (): Promise<never> => Promise.reject(new Error('killed'))

describe.runIf(runs)(title, () => {
  let market: Collecting
  let error: ReturnType<typeof silenced>
  beforeAll(async () => {
    market = await openCollecting()
  })
  afterAll(() => market.close())
  beforeEach(() => {
    market.hook({})
    error = silenced()
  })
  afterEach(() => error.mockRestore())

  const latest = async (address: string) => (await market.sweepsOf(address))[0]!
  const stateOf = async (address: string) => (await latest(address)).state
  /** The entries of the signer's log about an address's gas or coins. */
  const signed = (address: string, part: 'gas' | 'coins') => {
    const index = market.memory.entries.flatMap(({ sweep, address: to }) =>
      sweep && to === address ? [sweep.index] : [],
    )
    return market.memory.entries.filter(({ sweep }) => sweep?.part === part && index.includes(sweep.index))
  }
  /** A deposit of tokens whose sweep has been begun, and not looked at. */
  const begun = async (tokens = 100_000_000n): Promise<Address> => {
    const { address } = await market.deposit({ tokens })
    await market.sweep('ethereum', 'USDT', '--do')
    return address
  }
  /** The same with its gas in a block, and its coins signed. */
  const sent = async (): Promise<Address> => {
    const address = await begun()
    await market.follow()
    await market.mined(1)
    expect(await stateOf(address)).toBe('sent')
    return address
  }
  const arrives = async (address: Address, tokens = 100_000_000n): Promise<void> => {
    const before = await market.tokens(wallet.address)
    await market.mined(6)
    expect([await stateOf(address), await market.tokens(address)]).toEqual(['done', 0n])
    expect((await market.tokens(wallet.address)) - before).toBe(tokens)
    expect(await unsound(market.db)).toEqual([])
  }

  it('a lost answer about gas is asked for again, and gas is sent once', async () => {
    const address = await begun()
    market.hook({ gas: async (_asked, ask) => ask().then(killed) })
    await expect(market.follow()).rejects.toThrow('killed')
    expect(await latest(address)).toMatchObject({ state: 'planned', gas_id: expect.any(String) as string })
    market.hook({})
    await arrives(address)
    expect(signed(address, 'gas')).toHaveLength(1)
  })

  it('a signer that is killed before it signs gas, or the coins, is asked again', async () => {
    const address = await begun()
    market.hook({ gas: killed, sweep: killed })
    await expect(market.follow()).rejects.toThrow('killed')
    market.hook({ sweep: killed })
    await market.follow()
    await market.anvil.mine()
    await expect(market.follow()).rejects.toThrow('killed')
    expect(await stateOf(address)).toBe('gas')
    market.hook({})
    await arrives(address)
    expect([signed(address, 'gas').length, signed(address, 'coins').length]).toEqual([1, 1])
  })

  it('a lost answer about coins is answered again: the same transaction', async () => {
    const address = await begun()
    market.hook({ sweep: async (_asked, ask) => ask().then(killed) })
    await market.follow()
    await market.anvil.mine()
    await expect(market.follow()).rejects.toThrow('killed')
    market.hook({})
    await market.follow()
    const { id, txid } = await latest(address)
    expect((await market.stored(id, 'coins')).map((one) => one.txid)).toEqual([txid])
    expect(signed(address, 'coins').map((one) => one.txid)).toEqual([txid])
    await arrives(address)
  })

  it('a market that is killed after storing, before or after sending, sends the same', async () => {
    const address = await begun()
    await expect(market.roundOf({ ...market.chain(), broadcast: killed })).rejects.toThrow('killed')
    const { id, state } = await latest(address)
    const [stored] = await market.stored(id, 'gas')
    expect(state).toBe('gas')
    // It was sent, and nobody noted it.
    await market.chain().broadcast(stored!.raw)
    await market.anvil.mine()
    await expect(market.roundOf({ ...market.chain(), broadcast: killed })).rejects.toThrow('killed')
    const [coins] = await market.stored(id, 'coins')
    await market.chain().broadcast(coins!.raw)
    await Promise.all([market.follow(), market.follow()])
    await arrives(address)
    expect((await latest(address)).txid).toBe(coins!.txid)
  })

  it('gas and coins that a reorganisation takes back are sent again, and arrive once', async () => {
    const address = await sent()
    await market.mined(1)
    expect((await latest(address)).confirmations).toBe(1)
    await market.anvil.reorganise(1)
    await market.follow()
    expect((await latest(address)).confirmations).toBe(0)
    // The block of its gas, too: a node takes the coins only once that is back.
    await market.anvil.reorganise(2)
    await market.follow().catch(() => undefined)
    await market.anvil.mine()
    await market.follow()
    await arrives(address)
    expect(signed(address, 'gas')).toHaveLength(1)
  })

  it('coins that are stuck are replaced with the same nonce, as far as their gas allows', async () => {
    const address = await sent()
    const { id } = await latest(address)
    const [first] = await market.stored(id, 'coins')
    for (let n = 0; n < 7; n++) {
      await market.anvil.setBaseFee(BigInt(first!.rate) + 1n)
      await market.mined(1)
    }
    const all = await market.stored(id, 'coins')
    expect(all.length).toBeGreaterThan(1)
    expect(new Set(all.map(({ spends }) => spends.join())).size).toBe(1)
    await market.anvil.setBaseFee(1_000_000_000n)
    await arrives(address)
    expect((await latest(address)).txid).toBe(all.at(-1)!.txid)
  })

  it('gas that is stuck is replaced, and withdrawals behind it are paid', async () => {
    const address = await begun()
    await market.follow()
    const { id } = await latest(address)
    const [first] = await market.stored(id, 'gas')
    const { uid } = await market.person()
    await giveCoins(market.db, uid, 'tETH', parseEther('5'))
    const withdrawal = await queueWithdrawal(market.db, market.chain(), {
      ...{ uid, now: NOW },
      more: {
        ...{ network: 'ethereum', asset: 'tETH', address: rich.address },
        ...{ amount: String(parseEther('1')), fee: String(parseEther('0.05')) },
      },
    })
    for (let n = 0; n < 7; n++) {
      await market.anvil.setBaseFee(BigInt(first!.rate) + 1n)
      await market.mined(1)
    }
    const all = await market.stored(id, 'gas')
    expect([all.length, new Set(all.map(({ spends }) => spends.join())).size]).toEqual([2, 1])
    await market.anvil.setBaseFee(1_000_000_000n)
    await arrives(address)
    const row = market.db.selectFrom('withdrawals').select('state').where('id', '=', withdrawal)
    expect((await row.executeTakeFirstOrThrow()).state).toBe('done')
    expect(signed(address, 'gas')).toHaveLength(2)
  })

  it('coins whose nonce another transaction has used end at full depth, and not before', async () => {
    const { address } = await market.deposit({ ether: '3' })
    await market.sweep('ethereum', 'ETH', '--do')
    await market.follow()
    const [before, posted] = [await market.ether(address), await market.costs()]
    const { index } = await latest(address)
    const account = mnemonicToAccount(entropyToMnemonic(SEED, wordlist), { addressIndex: index })
    await market.anvil.usurp(account, 0)
    await market.mined(1)
    await market.anvil.mine(FOLLOWED_DEPTH - 2)
    await market.follow()
    expect(await stateOf(address)).toBe('sent')
    await market.mined(1)
    expect(await latest(address)).toMatchObject({ state: 'ended', reason: 'taken' })
    // The ether that the other transaction took is the market's cost.
    expect(posted - (await market.costs())).toBe(before - (await market.ether(address)))
    expect(await unsound(market.db)).toEqual([])
    // The rest is collected with the next nonce.
    await market.sweep('ethereum', 'ETH', '--do')
    await market.follow()
    expect(await latest(address)).toMatchObject({ state: 'sent', spends: ['1'] })
    await market.mined(3)
    expect(await stateOf(address)).toBe('done')
  })

  it('wrong gas is not sent, and stops the wallet until the signer is repaired', async () => {
    const address = await begun()
    market.hook({ gas: async (asked) => memorySigner(market.config).gas({ ...asked, amount: '1' }) })
    await expect(market.follow()).rejects.toThrow('is not sent: it is another payment')
    expect(await latest(address)).toMatchObject({ state: 'planned', alarm: true })
    const { uid } = await market.person()
    await giveCoins(market.db, uid, 'tETH', parseEther('5'))
    const id = await queueWithdrawal(market.db, market.chain(), {
      ...{ uid, now: NOW },
      more: {
        ...{ network: 'ethereum', asset: 'tETH', address: rich.address },
        ...{ amount: String(parseEther('1')), fee: String(parseEther('0.05')) },
      },
    })
    await expect(market.follow()).rejects.toThrow('Nothing is paid on ethereum-31337')
    const row = () => market.db.selectFrom('withdrawals').select(['state', 'signing']).where('id', '=', id)
    expect(await row().executeTakeFirstOrThrow()).toEqual({ state: 'queued', signing: null })
    market.hook({})
    await market.follow().catch(() => undefined)
    await arrives(address)
    expect((await row().executeTakeFirstOrThrow()).state).toBe('done')
  })

  it('a signer that has lost its log uses no nonce that is used', async () => {
    const address = await begun()
    market.hook({ gas: async (asked) => memorySigner(market.config).gas(asked) })
    await expect(market.follow()).rejects.toThrow(/which (pays withdrawal|sends gas for sweep|is spent on the chain)/)
    expect(await market.stored((await latest(address)).id, 'gas')).toEqual([])
    market.hook({})
    await arrives(address)
  })

  it('coins that the signer would send elsewhere are not sent', async () => {
    const address = await begun()
    await market.follow()
    market.hook({ sweep: async (asked) => memorySigner(thief()).sweep({ ...asked, to: rich.address }) })
    await market.anvil.mine()
    await expect(market.follow()).rejects.toThrow('is not sent: it is another payment')
    expect(await latest(address)).toMatchObject({ state: 'ended', reason: 'signer' })
    market.hook({})
    await market.mined(3)
    // The gas is there already.
    await market.sweep('ethereum', 'USDT', '--do')
    await market.follow()
    await arrives(address)
  })
  /** Settings of a signer that collects to somebody else. */
  const thief = () => {
    const { chain, ...caps } = market.config.networks.get('ethereum')!
    if (chain.kind !== 'evm') throw new Error('no Ethereum')
    const other = { ...chain, sweeps: { ...chain.sweeps!, to: rich.address } }
    return { ...market.config, networks: new Map([['ethereum' as const, { ...caps, chain: other }]]) }
  }

  it('a refusal ends a sweep, and its coins stay for the next one', async () => {
    const address = await begun()
    market.hook({ gas: async () => ({ refused: 'limit' }) })
    await market.follow()
    expect(await latest(address)).toMatchObject({ state: 'ended', reason: 'refused' })
    market.hook({})
    await market.sweep('ethereum', 'USDT', '--do')
    await market.follow()
    await arrives(address)
    expect(error.mock.calls.flat().join()).toContain('The signer has refused gas')
  })

  it('a node or a signer that is away collects nothing, and says so', async () => {
    await market.deposit({ tokens: 50_000_000n })
    const away = { ...market.settings, rpc: 'http://127.0.0.1:1' }
    const deposits = await createDeposits(market.db, { ethereum: away, signer: market.memory })
    expect(await dryRun(market.db, deposits, 'ethereum', 'tUSDT', NOW)).toMatchObject({ hindrance: 'away' })
    const about = (): Promise<never> => Promise.reject(new SignerAwayError('away'))
    const alone = await createDeposits(market.db, { ethereum: market.settings, signer: { ...market.memory, about } })
    expect(await openFor(market.db, alone, 'ethereum', 'tUSDT')).toBe('away')
  })

  it('a destination that is not the market’s is collected to by nobody', async () => {
    const deposits = await createDeposits(market.db, { ethereum: market.settings, signer: memorySigner(thief()) })
    expect(await openFor(market.db, deposits, 'ethereum', 'tUSDT')).toBe('foreign')
    const none = { ...market.config, networks: new Map(market.config.networks) }
    const { chain, ...caps } = none.networks.get('ethereum')!
    none.networks.set('ethereum', { ...caps, chain: { ...chain, sweeps: undefined } as typeof chain })
    const unset = await createDeposits(market.db, { ethereum: market.settings, signer: memorySigner(none) })
    expect(await openFor(market.db, unset, 'ethereum', 'tUSDT')).toBe('unset')
    expect(await openFor(market.db, market.deposits, 'ethereum', 'tUSDT')).toMatchObject({
      to: { address: wallet.address, isWallet: true },
      isBounded: false,
    })
  })
})
