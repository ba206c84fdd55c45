import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FEE, openPayingMarket, withoutLimits, type PayingMarket } from '../../../tests/support/bitcoin/paying.ts'
import { addressesOf, addressNamed, BITCOIN_WALLET, bitcoinPayment } from '../../../tests/support/bitcoin/signing.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { memorySigner, signedOf } from '../../../tests/support/withdrawals/signing.ts'
import { FOLLOWED_DEPTH } from '../../chains/chain.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { outpointOf } from '../../signer/protocol/bitcoin-fees.ts'
import type { OfferedUtxo, Payment, SignAnswer } from '../../signer/protocol/protocol.ts'
import { canStop } from '../move.ts'

// Withdrawals on a chain whose node verifies what it is sent: inputs, signatures, fees and replacements.

const memory = memorySigner(withoutLimits())
let market: PayingMarket
let to: string
let count = 0
/** Changes what the signer answers. */
let change: (answer: SignAnswer, payment: Payment) => SignAnswer | Promise<SignAnswer>
const unchanged = (answer: SignAnswer): SignAnswer => answer
beforeAll(async () => {
  change = unchanged
  market = await openPayingMarket({ ...memory, sign: async (payment) => change(await memory.sign(payment), payment) })
})
afterAll(() => market.close())
beforeEach(() => {
  change = unchanged
  market.regtest.lie(undefined)
  market.regtest.setLeastRate(0n)
  market.regtest.estimate(2)
  to = addressNamed(`person ${++count}`)
})

const stateOf = async (id: string): Promise<string> => (await market.row(id)).state
const unspent = async (): Promise<readonly OfferedUtxo[]> => (await market.chain().wallet!.unspent!()).utxos
const has = (): Promise<bigint> => balance(market.db, available(market.uid), 'tBTC')
/** The outputs that a payment spends, with their amounts. */
const spentBy = (id: string): readonly OfferedUtxo[] => memory.entries.find((entry) => entry.id === id)!.bitcoin!.utxos
/** A transaction of the same keys, made without this signer, that spends an output. */
const usurped = async (utxo: OfferedUtxo): Promise<Uint8Array> => {
  const other = memorySigner(withoutLimits())
  const asked = bitcoinPayment({ utxos: [utxo], address: addressNamed('elsewhere'), rate: '50000', amount: '5000' })
  return Uint8Array.from(Buffer.from(signedOf(await other.sign(asked)).raw, 'hex'))
}

describe('withdrawals of BTC', () => {
  it('arrive to the last satoshi at every kind of address, and cost the market what the network took', async () => {
    const addresses = Object.values(addressesOf('everybody'))
    await market.fund(...addresses.map(() => 1_000_000))
    const [wallet, posted] = [market.at(BITCOIN_WALLET), await market.costs()]
    const before = addresses.map(market.at)
    const ids = await Promise.all(addresses.map((address, n) => market.withdraw(300_001 + n, address)))
    await market.follow()
    await market.mined(3)
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'done'))
    const arrived = addresses.map((address, n) => market.at(address) - before[n]!)
    expect(arrived).toEqual(ids.map((_id, n) => 300_001n + BigInt(n) - FEE))
    const network = wallet - market.at(BITCOIN_WALLET) - arrived.reduce((sum, one) => sum + one, 0n)
    expect(network).toBeGreaterThan(0n)
    expect((await market.costs()) - posted).toBe(FEE * BigInt(ids.length) - network)
    expect(await unsound(market.db)).toEqual([])
  })

  it('pay the network what it asks for at present', async () => {
    market.regtest.estimate(7.0004)
    await market.fund(500_000)
    const id = await market.withdraw(100_000)
    await market.follow()
    expect(await market.payouts(id)).toMatchObject([{ rate: '7001' }])
  })

  it('are sent again after a reorganisation, and arrive once', async () => {
    await market.fund(500_000)
    const id = await market.withdraw(100_000, to)
    await market.follow()
    await market.mined(2)
    const { txid } = await market.row(id)
    expect((await market.row(id)).confirmations).toBe(2)
    market.regtest.reorganise(2, { lost: [txid!] })
    await market.follow()
    expect([(await market.row(id)).confirmations, market.regtest.mempool.has(txid!)]).toEqual([0, true])
    await market.mined(3)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', 98_000n])
    // After it was confirmed, too.
    market.regtest.reorganise(4, { lost: [txid!] })
    await market.follow()
    expect([await stateOf(id), market.regtest.mempool.has(txid!)]).toEqual(['done', true])
    await market.mined(1)
    expect([market.at(to), await unsound(market.db)]).toEqual([98_000n, []])
  })

  it('that are stuck are replaced by transactions that spend the same, and one of them counts', async () => {
    await market.fund(6_000_000, 6_000_000)
    market.regtest.setLeastRate(6_000n)
    const id = await market.withdraw(10_002_000, to)
    await market.follow()
    await market.mined(13)
    const all = await market.payouts(id)
    expect(all.map(({ rate }) => rate)).toEqual(['2000', '3001', '4502'])
    expect(all[0]!.spends).toHaveLength(2)
    expect(new Set(all.map(({ spends }) => spends.join())).size).toBe(1)
    expect([...market.regtest.mempool.keys()]).toEqual([all[2]!.txid])
    // A miner takes the first one after all.
    market.regtest.setLeastRate(0n)
    market.regtest.force(Uint8Array.from(Buffer.from(all[0]!.raw, 'hex')))
    await market.mined(3)
    expect(await market.row(id)).toMatchObject({ state: 'done', txid: all[0]!.txid })
    expect([market.at(to), await unsound(market.db)]).toEqual([10_000_000n, []])
  })

  it('of which the answer of the signer was lost are asked for again, and nothing else spends their outputs', async () => {
    await market.fund(300_000, 300_000)
    change = () => Promise.reject(new Error('killed'))
    const [first, second] = [await market.withdraw(100_000, to), await market.withdraw(100_000)]
    await expect(market.follow()).rejects.toThrow('killed')
    expect([await stateOf(first), canStop(await market.row(first)), await market.payouts(first)]).toEqual([
      'queued',
      false,
      [],
    ])
    const signed = memory.entries.filter(({ id }) => id === first)
    change = unchanged
    await market.follow()
    expect((await market.payouts(first)).map(({ txid }) => txid)).toEqual(signed.map(({ txid }) => txid))
    const spent = [await market.payouts(first), await market.payouts(second)].flat().flatMap(({ spends }) => spends)
    expect([spent.length, new Set(spent).size]).toEqual([2, 2])
    await market.mined(3)
    expect([await stateOf(first), await stateOf(second), market.at(to)]).toEqual(['done', 'done', 98_000n])
  })

  it('are sent until the network has them', async () => {
    await market.fund(300_000)
    const id = await market.withdraw(100_000, to)
    market.regtest.lie('deaf', { paths: '/tx' })
    await market.follow()
    const { txid } = await market.row(id)
    expect([await stateOf(id), market.regtest.mempool.has(txid!)]).toEqual(['sent', false])
    // The node does not know that they are spent.
    const offered = (await unspent()).map(outpointOf)
    expect(
      spentBy(id)
        .map(outpointOf)
        .filter((one) => offered.includes(one)),
    ).toEqual([])
    market.regtest.lie(undefined)
    await market.follow()
    expect(market.regtest.mempool.has(txid!)).toBe(true)
    market.regtest.drop(txid!)
    await Promise.all([market.follow(), market.follow()])
    expect(market.regtest.mempool.has(txid!)).toBe(true)
    // The node has it, and says so in an error.
    const [payout] = await market.payouts(id)
    await market.chain().broadcast(payout!.raw)
    await market.mined(1)
    await market.chain().broadcast(payout!.raw)
    await market.mined(2)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', 98_000n])
  })

  it('whose transaction nodes refuse are reported', async () => {
    await market.fund(300_000)
    const id = await market.withdraw(100_000, to)
    await market.follow()
    const { txid } = await market.row(id)
    market.regtest.drop(txid!)
    market.regtest.lie('redirect', { paths: '/tx' })
    await expect(market.follow()).rejects.toThrow('the status was 302')
    market.regtest.lie(undefined)
    const unknown = signedOf(await memorySigner(withoutLimits()).sign(bitcoinPayment()))
    await expect(market.chain().broadcast(unknown.raw)).rejects.toThrow('the status was 400')
    await market.follow()
    await market.mined(3)
    expect(await stateOf(id)).toBe('done')
  })
})

describe('withdrawals of BTC whose outputs were spent elsewhere', () => {
  it('are given back only at full depth, whichever of the outputs it was', async () => {
    await market.fund(30_000_000, 30_000_000)
    const before = await has()
    const id = await market.withdraw(50_000_000, to)
    await market.follow()
    const [, second] = spentBy(id)
    market.regtest.force(await usurped(second!))
    await market.mined(1)
    market.regtest.mine(FOLLOWED_DEPTH - 2)
    await market.follow()
    expect([await stateOf(id), await has()]).toEqual(['sent', before - 50_000_000n])
    await market.mined(1)
    expect([await stateOf(id), await has(), market.at(to)]).toEqual(['returned', before, 0n])
    expect(await unsound(market.db)).toEqual([])
    // The other one is still there, and the signer never spends it again.
    const left = (await unspent()).reduce((sum, { amount }) => sum + Number(amount), 0)
    const other = await market.withdraw(left - 20_000_000)
    const logged = memory.entries.length
    await expect(market.follow()).rejects.toThrow('The signer lacks outputs')
    expect([memory.entries.length, await stateOf(other), canStop(await market.row(other))]).toEqual([
      logged,
      'queued',
      true,
    ])
    await market.fund(100_000_000)
    await market.mined(4)
    expect(await stateOf(other)).toBe('done')
  })

  it('are not given back for what a node says alone, nor where the transaction that spent them was taken back', async () => {
    await market.fund(300_000)
    const id = await market.withdraw(100_000, to)
    market.regtest.lie('deaf', { paths: '/tx' })
    await market.follow()
    market.regtest.lie('spent', { paths: 'outspend' })
    for (const blocks of [FOLLOWED_DEPTH, 2]) {
      market.regtest.mine(blocks)
      await market.follow()
      expect([await stateOf(id), market.at(to)]).toEqual(['sent', 0n])
    }
    market.regtest.lie(undefined)
    const [utxo] = spentBy(id)
    const other = market.regtest.force(await usurped(utxo!))
    await market.mined(3)
    const [spent] = (await market.payouts(id))[0]!.spends
    const noted = () => market.db.selectFrom('chain_spent').selectAll().where('spent', '=', spent!).execute()
    expect(await noted()).toMatchObject([{ txid: other, wallet: BITCOIN_WALLET, chain: 'bitcoin-regtest' }])
    market.regtest.reorganise(3, { lost: [other] })
    await market.follow()
    expect([await noted(), await stateOf(id)]).toEqual([[], 'sent'])
    await market.mined(3)
    expect([await stateOf(id), market.at(to)]).toEqual(['done', 98_000n])
  })
})

describe('a signer or a market that has lost what it knew', () => {
  it('is noticed where a replacement would spend something else', async () => {
    await market.fund(300_000, 300_000)
    market.regtest.setLeastRate(50_000n)
    const id = await market.withdraw(100_000, to)
    await market.follow()
    const empty = memorySigner(withoutLimits())
    change = async (_answer, payment) => empty.sign({ ...payment, utxos: [...(await unspent())] })
    market.regtest.mine(6)
    await expect(market.follow()).rejects.toThrow(`would pay withdrawal ${id} a second time`)
    expect(await market.payouts(id)).toHaveLength(1)
    change = unchanged
    market.regtest.setLeastRate(0n)
    await market.mined(4)
    expect(market.at(to)).toBe(98_000n)
  })

  it('is noticed where it spends what pays another withdrawal, and holds up no other', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await market.fund(300_000, 300_000)
    const first = await market.withdraw(100_000)
    await market.follow()
    const empty = memorySigner(withoutLimits())
    const wrong = await market.withdraw(100_000)
    change = async (answer, payment) =>
      payment.id === wrong ? empty.sign({ ...payment, utxos: [...spentBy(first)] }) : answer
    await expect(market.follow()).rejects.toThrow(`which pays withdrawal ${first}`)
    expect(await market.row(wrong)).toMatchObject({ state: 'queued', why: 'signerAlarm' })
    const other = await market.withdraw(60_000, to)
    await market.mined(4)
    expect([await stateOf(other), await stateOf(wrong), market.at(to)]).toEqual(['done', 'queued', 58_000n])
    error.mockRestore()
  })

  it('pays nothing again where the market lacks a payment that was sent', async () => {
    await market.fund(300_000)
    const id = await market.withdraw(100_000, to)
    await market.follow()
    await market.mined(1)
    const { txid } = await market.row(id)
    await market.db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()
    await market.db.deleteFrom('chain_spent').where('txid', '=', txid!).execute()
    await market.db
      .updateTable('withdrawals')
      .set({ state: 'queued', txid: null, confirmations: 0, signing: null })
      .where('id', '=', id)
      .execute()
    await market.follow()
    await market.mined(3)
    expect(await market.row(id)).toMatchObject({ state: 'done', txid })
    expect([market.at(to), await unsound(market.db)]).toEqual([98_000n, []])
  })
})
