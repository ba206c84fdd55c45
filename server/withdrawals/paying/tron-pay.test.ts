import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsound } from '../../../tests/support/market/orders.ts'
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
import { FOLLOWED_DEPTH } from '../../chains/chain.ts'
import { tronBytesOf } from '../../chains/networks/tron-address.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { operate } from '../../operator/commands/operate.ts'
import { canStop } from '../move.ts'

// Withdrawals on a chain whose node verifies what it is sent (signatures, named blocks, expirations) and runs it
// (balances, energy and its price).

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
/** The TRX of the wallet (sun). */
const sun = (): bigint =>
  market.tron.accounts.after(
    market.tron.blocks.flatMap(({ transactions }) => transactions),
    wallet,
  ).sun

it('operators read why nothing is collected on Tron', async () => {
  for (const more of [[], ['USDT', '--do']])
    expect((await operate(market.db, ['sweep', 'tron', ...more], NOW, market)).text).toContain(
      'tUSDT: nothing is collected there: the market pays on this network, and cannot collect its deposits.',
    )
  expect(await market.db.selectFrom('sweep_runs').select('id').execute()).toEqual([])
})

describe('withdrawals of USDT on Tron', () => {
  it('arrive to the last unit, and cost TRX, which the book does not have', async () => {
    const [held, posted, trx] = [market.at(TRON_WALLET), await market.costs(), sun()]
    const other = tronAddressNamed('another person')
    const ids = [await market.withdraw(7_000_001n, to), await market.withdraw(8_000_002n, other)]
    await market.follow()
    await market.mined(SOLID + 1)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['done', 'done'])
    expect([market.at(to), market.at(other)]).toEqual([7_000_001n - FEE, 8_000_002n - FEE])
    expect(held - market.at(TRON_WALLET)).toBe(15_000_003n - 2n * FEE)
    expect((await market.costs()) - posted).toBe(2n * FEE)
    expect(trx - sun()).toBe(2n * (BYTES_FEE + ENERGY.fresh * 100n))
    expect(await unsound(market.db)).toEqual([])
  })

  it('of one amount to one address at one time are two payments', async () => {
    const ids = [await market.withdraw(5_000_000n, to), await market.withdraw(5_000_000n, to)]
    await market.follow()
    await market.mined(SOLID + 1)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['done', 'done'])
    expect(market.at(to)).toBe(2n * (5_000_000n - FEE))
  })

  it('are done only once their block stays, whatever confirmations are asked for', async () => {
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    await market.mined(SOLID - 1)
    expect(await market.row(id)).toMatchObject({ state: 'sent', confirmations: 3 })
    await market.mined(1)
    expect(await stateOf(id)).toBe('done')
  })

  it('are in another block after a reorganisation, and arrive once', async () => {
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    await market.mined(2)
    market.tron.reorganise(2, { held: [(await market.row(id)).txid!] })
    await market.follow()
    expect(await market.row(id)).toMatchObject({ state: 'sent', confirmations: 0 })
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 1])
  })

  it('of which the answer of the signer was lost are asked for again, and signed once', async () => {
    market.faults.change = () => Promise.reject(new Error('killed'))
    const id = await market.withdraw(10_000_000n, to)
    await expect(market.follow()).rejects.toThrow('killed')
    expect([await stateOf(id), canStop(await market.row(id)), await market.payouts(id)]).toEqual(['queued', false, []])
    market.mend()
    await Promise.all([market.follow(), market.follow()])
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 1])
  })

  it('are sent until the network has them', async () => {
    const { id, first } = await market.unsent(to)
    expect([await stateOf(id), market.tron.mempool.has(first)]).toEqual(['sent', false])
    market.tron.lie(undefined)
    await market.follow()
    expect(market.tron.mempool.has(first)).toBe(true)
    market.tron.drop(first)
    await Promise.all([market.follow(), market.follow()])
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', PAID])
  })
})

describe('a withdrawal whose transaction has expired', () => {
  it('gets another one only when blocks that stay are past that by a margin, and arrives once', async () => {
    const { id, first } = await market.unsent(to)
    for (const blocks of [0, SOLID]) {
      market.tron.mine(blocks)
      await market.follow()
      expect(signed(id)).toBe(1)
    }
    // The last block is past it, and none that stays.
    market.tron.pass(EXPIRED_MS)
    market.tron.mine(SOLID - 1)
    await market.follow()
    expect(signed(id)).toBe(1)
    market.tron.mine()
    await Promise.all([market.follow(), market.follow()])
    const both = await market.payouts(id)
    expect(both.map(({ txid }) => txid)).toEqual(market.signedFor(id).map(({ txid }) => txid))
    expect([both.length, both[0]!.txid, (await market.row(id)).txid]).toEqual([2, first, both[1]!.txid])
    market.tron.lie(undefined)
    await expect(market.tron.take(both[0]!.raw)).rejects.toThrow('TRANSACTION_EXPIRATION_ERROR')
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), market.inBlocks(id)]).toEqual(['done', PAID, [both[1]!.txid]])
    expect(await unsound(market.db)).toEqual([])
  })

  it('gets another one after a reorganisation has lost it, and arrives once', async () => {
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    await market.mined(3)
    const { txid } = await market.row(id)
    // The node remembers its id, and takes it no more.
    market.tron.reorganise(3, { lost: [txid!] })
    await market.follow()
    expect([await stateOf(id), market.tron.mempool.has(txid!)]).toEqual(['sent', false])
    await market.pass(EXPIRED_MS)
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 2])
    expect(market.inBlocks(id)).toEqual([market.signedFor(id)[1]!.txid])
  })

  it('gets none where it was taken in its last moment', async () => {
    const { id, first } = await market.unsent(to)
    market.tron.lie(undefined)
    const [{ raw }] = (await market.payouts(id)) as unknown as [{ raw: string }]
    market.tron.lie('redirect', { paths: 'broadcasthex' })
    market.tron.pass(9 * 60_000)
    market.tron.mine()
    await market.tron.take(raw)
    market.tron.pass(EXPIRED_MS)
    market.tron.mine(SOLID + 1)
    await market.follow()
    expect([signed(id), market.inBlocks(id)]).toEqual([1, [first]])
    expect([await stateOf(id), market.at(to)]).toEqual(['done', PAID])
  })

  it('waits while the clock of its signer is behind', async () => {
    const { id } = await market.unsent(to)
    market.faults.behind = EXPIRED_MS
    await market.pass(EXPIRED_MS)
    expect([signed(id), (await market.payouts(id)).length]).toEqual([1, 1])
    market.faults.behind = 0
    await market.follow()
    expect([signed(id), (await market.payouts(id)).length]).toEqual([2, 2])
    market.tron.lie(undefined)
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', PAID])
  })

  it('waits while its node lags, or shows another block that stays than was followed', async () => {
    const { id } = await market.unsent(to)
    await market.pass(0)
    market.tron.pass(EXPIRED_MS)
    market.tron.mine(SOLID)
    market.tron.fallBehind(SOLID + 3)
    await expect(market.follow()).rejects.toThrow('the node is at block')
    market.tron.fallBehind(0)
    market.tron.lie('other solid block')
    await expect(market.follow()).rejects.toThrow('is another one than was followed')
    market.tron.lie('other time', { paths: 'walletsolidity/getblock' })
    await expect(market.follow()).rejects.toThrow('the header is not that of block')
    expect(signed(id)).toBe(1)
    market.tron.lie(undefined)
    await market.follow()
    await market.follow()
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 2])
  })

  it('gets the one that was signed before its answer was lost', async () => {
    const { id } = await market.unsent(to)
    market.faults.change = () => Promise.reject(new Error('killed'))
    await expect(market.pass(EXPIRED_MS)).rejects.toThrow('killed')
    expect([signed(id), (await market.payouts(id)).length]).toEqual([2, 1])
    market.mend()
    await market.follow()
    expect((await market.payouts(id)).map(({ txid }) => txid)).toEqual(market.signedFor(id).map(({ txid }) => txid))
    await market.mined(SOLID + 1)
    expect([await stateOf(id), market.at(to), signed(id)]).toEqual(['done', PAID, 2])
  })

  it('is given back where ten of them have expired', async () => {
    const before = await has()
    const { id } = await market.unsent(to)
    for (let n = 1; n < 10; n++) {
      await market.pass(EXPIRED_MS)
      expect(signed(id)).toBe(n + 1)
    }
    expect([await stateOf(id), await has()]).toEqual(['sent', before - 10_000_000n])
    await market.pass(EXPIRED_MS)
    expect([await stateOf(id), await has(), market.at(to)]).toEqual(['returned', before, 0n])
    expect([signed(id), market.inBlocks(id), await unsound(market.db)]).toEqual([10, [], []])
  })
})

describe('a withdrawal whose transaction has failed on the chain', () => {
  it.each<[string, (txid: string) => void]>([
    [
      'for lack of energy',
      () => {
        market.tron.accounts.price = 200n
      },
    ],
    [
      'for lack of USDT',
      (txid) => {
        market.tron.send([{ from: wallet, to: BANK, amount: market.at(TRON_WALLET) - 1_000_000n }])
        market.tron.mine(1, [txid])
      },
    ],
  ])('%s is given back at full depth, and what it burned is gone', async (_why, happen) => {
    const [before, trx] = [await has(), sun()]
    const id = await market.withdraw(10_000_000n, to)
    await market.follow()
    happen((await market.row(id)).txid!)
    market.tron.mine()
    await market.follow()
    expect([await stateOf(id), market.inBlocks(id).length, sun() < trx]).toEqual(['sent', 1, true])
    market.tron.mine(FOLLOWED_DEPTH - 2)
    await market.follow()
    expect(await stateOf(id)).toBe('sent')
    await market.mined(1)
    expect([await stateOf(id), await has(), market.at(to)]).toEqual(['returned', before, 0n])
    expect([signed(id), await unsound(market.db)]).toEqual([1, []])
    market.tron.send([{ from: BANK, to: wallet, amount: 100_000_000_000n }])
    await market.pass(0)
  })
})
