import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveCoins, unsound } from '../../../tests/support/market/orders.ts'
import {
  EXPIRED_MS,
  FEE,
  NOW,
  openWithSigner,
  SOLID,
  type SigningTronMarket,
} from '../../../tests/support/tron/paying.ts'
import { tronAddressNamed, TRON_WALLET } from '../../../tests/support/tron/signing.ts'
import { BANK } from '../../../tests/support/tron/block.ts'
import { BYTES_FEE, ENERGY } from '../../../tests/support/tron/calls.ts'
import { byCommand } from '../../audit/audit.ts'
import { tronBytesOf } from '../../chains/networks/tron-address.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { decideWithdrawal } from '../decide.ts'
import { canStop } from '../move.ts'
import { walletStates } from '../../reserves/wallets.ts'

// Withdrawals on Tron where a node lies, a signer or a market has lost what it knew, or the wallet runs out.

let market: SigningTronMarket
let to: string
let count = 0
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  market = await openWithSigner()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await market.close()
})
beforeEach(() => {
  to = tronAddressNamed(`person ${++count}`)
})
afterEach(() => market.mend())

const PAID = 10_000_000n - FEE
const wallet = tronBytesOf(TRON_WALLET)
const stateOf = async (id: string): Promise<string> => (await market.row(id)).state
const has = (): Promise<bigint> => balance(market.db, available(market.uid), 'tUSDT')
const signed = (id: string): number => market.signedFor(id).length
const txidsOf = async (id: string): Promise<string[]> => (await market.payouts(id)).map(({ txid }) => txid)
const DAY_MS = 86_400_000

describe('a node that lies', () => {
  it('about a payment that is in a block has nothing paid again, where the signer has a node of its own', async () => {
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    market.tron.lie('hidden')
    // The block has another transaction, so that it is not shown as empty.
    market.tron.send([{ to: BANK, amount: 1n }])
    await market.pass(0)
    await market.pass(EXPIRED_MS)
    expect([await stateOf(id), signed(id), market.inBlocks(id).length]).toEqual(['sent', 1, 1])
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain('the signer signs no other one yet')
    market.tron.lie(undefined)
    // The block was followed without it.
    await expect(market.follow()).rejects.toThrow('as its receipt says')
    market.tron.mine(150)
    await market.follow()
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 1])
  })

  it('about the block of a payment, or about what it has taken, is reported', async () => {
    const id = await market.withdraw(10_000_000n, to)
    market.tron.lie('taken for another', { paths: 'broadcasthex', times: 1 })
    await expect(market.follow()).rejects.toThrow(`was taken for ${'e'.repeat(64)}`)
    market.tron.lie('other place')
    market.tron.mine(2)
    await expect(market.follow()).rejects.toThrow('as its receipt says')
    expect(await market.row(id)).toMatchObject({ state: 'sent', confirmations: 0 })
    market.tron.lie(undefined)
    await market.mined(SOLID)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', PAID])
  })

  it('about the block that a transaction is to name has nothing signed', async () => {
    market.tron.lie('other solid block')
    const id = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow('is another one than was followed')
    expect([signed(id), canStop(await market.row(id))]).toEqual([0, true])
    market.tron.lie(undefined)
    await market.follow()
    await market.mined(SOLID + 1)
    expect(await stateOf(id)).toBe('done')
  })

  it.each<[string, bigint, string]>([
    ['no energy', 0n, 'the price of energy would be 0'],
    ['energy at a price that nobody asks for', 5_001n, 'the price of energy would be 5001'],
  ])('and sells %s has nothing signed', async (_what, price, why) => {
    market.tron.accounts.price = price
    const id = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow(why)
    expect([signed(id), canStop(await market.row(id))]).toEqual([0, true])
    market.tron.accounts.price = 100n
    await market.follow()
    await market.mined(SOLID + 1)
    expect(await stateOf(id)).toBe('done')
  })
})

describe('a signer that has lost its log', () => {
  it('signs no second transaction, and its withdrawal is given back after a day', async () => {
    const before = await has()
    const { id, first } = await market.unsent(to)
    const emptied = market.emptied()
    market.faults.other = emptied
    await expect(market.pass(EXPIRED_MS)).rejects.toThrow(`another transaction of withdrawal ${id}: lost`)
    await expect(market.pass(DAY_MS - 2 * EXPIRED_MS)).rejects.toThrow('lost')
    expect([await stateOf(id), await txidsOf(id), emptied.entries]).toEqual(['sent', [first], []])
    await market.pass(2 * EXPIRED_MS)
    expect([await stateOf(id), await has(), market.at(to)]).toEqual(['returned', before, 0n])
    expect([emptied.entries, await unsound(market.db)]).toEqual([[], []])
  })

  it('goes on where it gets its log back', async () => {
    const { id } = await market.unsent(to)
    market.faults.other = market.emptied()
    await expect(market.pass(EXPIRED_MS)).rejects.toThrow('lost')
    market.mend()
    await market.follow()
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 2])
  })
})

describe('a market that was restored from a backup', () => {
  const back = (id: string, changed: { state: 'queued' | 'sent'; txid: string | null }) =>
    market.db
      .updateTable('withdrawals')
      .set({ ...changed, confirmations: 0, signing: null, why: null })
      .where('id', '=', id)
      .execute()

  it('pays nothing again where it lacks the payment', async () => {
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    await market.mined(2)
    const { txid } = await market.row(id)
    await market.db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()
    await back(id, { state: 'queued', txid: null })
    await market.follow()
    await market.mined(SOLID)
    expect(await market.row(id)).toMatchObject({ state: 'done', txid })
    expect([market.at(to), signed(id), await unsound(market.db)]).toEqual([PAID, 1, []])
  })

  it('pays nothing again where it lacks the transaction that has paid in place of one that expired', async () => {
    const { id, first } = await market.unsent(to)
    await market.pass(EXPIRED_MS)
    const [, second] = await txidsOf(id)
    market.tron.lie(undefined)
    await market.follow()
    await market.mined(2)
    await market.db.deleteFrom('payouts').where('txid', '=', second!).execute()
    await back(id, { state: 'sent', txid: first })
    await market.mined(SOLID)
    expect(await market.row(id)).toMatchObject({ state: 'done', txid: second })
    expect([market.at(to), signed(id), await unsound(market.db)]).toEqual([PAID, 2, []])
  })
})

describe('a wrong answer of the signer', () => {
  it('stops one withdrawal, which is given back once nothing can pay it', async () => {
    const before = await has()
    const other = market.emptied()
    market.faults.change = (_answer, payment) => other.sign({ ...payment, address: tronAddressNamed('thief') })
    const id = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow('it is another payment')
    expect(await market.row(id)).toMatchObject({ state: 'queued', why: 'signerAlarm' })
    market.mend()
    const next = await market.withdraw(10_000_000n, to)
    const decision = { id, agree: false as const, reason: 'The signer is broken.' }
    expect(await decideWithdrawal(market.db, decision, NOW, byCommand)).toBe(true)
    await market.follow()
    await market.mined(SOLID + 1)
    // The one that the signer has in its log may be sent by anybody who has it.
    expect([await stateOf(next), await stateOf(id)]).toEqual(['done', 'queued'])
    await market.pass(EXPIRED_MS)
    expect(await market.row(id)).toMatchObject({ state: 'refused', reason: 'The signer is broken.' })
    expect([await has(), market.at(to), await unsound(market.db)]).toEqual([before - 10_000_000n, PAID, []])
  })
})

describe('a paying wallet', () => {
  const trx = () =>
    market.tron.accounts.after(
      market.tron.blocks.flatMap(({ transactions }) => transactions),
      wallet,
    ).sun
  /** Leaves the wallet so much TRX (sun). */
  const leave = (left: bigint): void => market.tron.accounts.give(wallet, { sun: left - trx() })
  const fuelOf = async () => (await walletStates(market.db, market.deposits, NOW))[0]?.fuel
  afterEach(() => leave(10_000_000_000n))

  it('without TRX has nothing signed, which would burn what is left; staked energy is as good', async () => {
    leave(17_000_000n)
    const id = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow('has 17 TRX left')
    expect([signed(id), canStop(await market.row(id))]).toEqual([0, true])
    expect(await fuelOf()).toEqual({ fuel: 'TRX', units: '17000000', missing: '285625', low: true })
    market.tron.accounts.give(wallet, { staked: ENERGY.fresh })
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), 17_000_000n - trx()]).toEqual(['done', BYTES_FEE])
    market.tron.accounts.give(wallet, { staked: -ENERGY.fresh })
    leave(10_000_000_000n)
    expect(await fuelOf()).toMatchObject({ missing: '0', low: false })
  })

  it('is never overdrawn by payments that wait, and smaller ones go on', async () => {
    await giveCoins(market.db, market.uid, 'tUSDT', 100_000_000_000n)
    const left = market.at(TRON_WALLET)
    const large = await market.withdraw(left - 20_000_000n + FEE, to)
    await market.follow()
    const second = await market.withdraw(40_000_000n, to)
    await expect(market.follow()).rejects.toThrow('has 20 USDT left')
    const small = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow('USDT left')
    expect(await Promise.all([large, second, small].map(stateOf))).toEqual(['sent', 'queued', 'sent'])
    // In a block that may still be replaced, they count as paid.
    market.tron.mine()
    await expect(market.follow()).rejects.toThrow('USDT left')
    await expect(market.follow()).rejects.toThrow('has 11.5 USDT left')
    market.tron.send([{ from: BANK, to: wallet, amount: 100_000_000_000n }])
    await market.mined(SOLID + 2)
    expect(await Promise.all([large, second, small].map(stateOf))).toEqual(['done', 'done', 'done'])
  })

  it('that was emptied meanwhile has nothing signed again', async () => {
    const { id } = await market.unsent(to, 30_000_000n)
    const all = market.at(TRON_WALLET)
    market.tron.send([{ from: wallet, to: BANK, amount: all - 1_000_000n }])
    await expect(market.pass(EXPIRED_MS)).rejects.toThrow('lacks USDT for withdrawal')
    expect(signed(id)).toBe(1)
    market.tron.send([{ from: BANK, to: wallet, amount: all }])
    market.tron.lie(undefined)
    await market.pass(0)
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), signed(id), market.at(to)]).toEqual(['done', 2, 30_000_000n - FEE])
  })
})
