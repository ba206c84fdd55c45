import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { COLD, openCollecting, type Collecting } from '../../tests/support/bitcoin/collecting.ts'
import { NOW } from '../../tests/support/bitcoin/paying.ts'
import { BITCOIN_WALLET } from '../../tests/support/bitcoin/signing.ts'
import { unsound } from '../../tests/support/market/orders.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'
import { available } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { createReserves } from '../reserves/reserves.ts'
import type { SignAnswer } from '../signer/protocol/protocol.ts'

let market: Collecting
beforeAll(async () => {
  market = await openCollecting()
  // The market's own, of which prices are paid.
  await market.fund(1_000_000)
})
afterAll(() => market.close())
beforeEach(() => {
  market.hook(undefined)
  market.regtest.lie(undefined)
  market.regtest.setLeastRate(0n)
})

const latest = async (address: string) => (await market.sweepsOf(address))[0]!
const stateOf = async (address: string) => (await latest(address)).state
/** Begins to collect everything, and signs it. */
const begin = async (): Promise<void> => {
  expect((await market.sweep('BTC', '--do')).text).toContain('It was begun')
  await market.follow()
}
const prove = async () => coinIn(await createReserves(market.db, market.deposits, 0).prove(NOW), 'tBTC')
const killed = (): Promise<never> => Promise.reject(new Error('killed'))

describe('collecting deposits of BTC', () => {
  it('brings the outputs of an address to the wallet in one transaction, and posts what the network took', async () => {
    const [one, other] = [await market.deposit(300_000, 200_000), await market.deposit(150_000)]
    const { text } = await market.sweep()
    expect(text).toContain(`0.0065 tBTC at 2 addresses, to the paying wallet ${BITCOIN_WALLET}`)
    expect(text).toContain('Nothing was done')
    expect(await market.sweepsOf(one.address)).toEqual([])
    const [before, posted] = [market.at(BITCOIN_WALLET), await market.costs()]
    await begin()
    expect([await stateOf(one.address), await stateOf(other.address)]).toEqual(['sent', 'sent'])
    expect((await latest(one.address)).spends).toHaveLength(2)
    expect((await prove()).state).toBe('enough')
    await market.mined(1)
    expect((await prove()).state).toBe('enough')
    await market.mined(2)
    expect([await stateOf(one.address), await stateOf(other.address)]).toEqual(['done', 'done'])
    expect([market.at(one.address), market.at(other.address)]).toEqual([0n, 0n])
    const cost = posted - (await market.costs())
    expect(cost).toBeGreaterThan(0n)
    expect(market.at(BITCOIN_WALLET) - before).toBe(650_000n - cost)
    expect(await balance(market.db, available(one.uid), 'tBTC')).toBe(500_000n)
    expect([(await prove()).state, await unsound(market.db)]).toEqual(['enough', []])
    expect((await createReserves(market.db, market.deposits, 0).prove(NOW)).faults).toEqual([])
  })

  it('leaves outputs that cost more than they are worth, and addresses that cost too much', async () => {
    const dust = await market.deposit(10_500, 100)
    const { address } = await market.deposit(100_000, 100)
    expect((await market.sweep()).text).toContain('0.001 tBTC at 1 address')
    expect((await market.sweep()).text).toContain('costs more than 2 % of what is there: 0.000105 tBTC at 1 address')
    await begin()
    await market.mined(3)
    expect([market.at(address), market.at(dust.address)]).toEqual([100n, 10_600n])
    await market.sweep('--do')
    expect(await market.sweepsOf(address)).toHaveLength(1)
  })

  it('a lost answer is asked for again, and what comes meanwhile stays for the next time', async () => {
    const { address } = await market.deposit(400_000)
    market.hook(async (_asked, ask) => ask().then(killed))
    await market.sweep('BTC', '--do')
    await expect(market.follow()).rejects.toThrow('killed')
    expect(await stateOf(address)).toBe('planned')
    market.hook(undefined)
    market.regtest.send([[address, 250_000n]])
    await market.mined(4)
    expect([await stateOf(address), market.at(address)]).toEqual(['done', 250_000n])
    const index = (await latest(address)).index
    expect(market.memory.entries.filter(({ sweep }) => sweep?.index === index)).toHaveLength(1)
    await begin()
    await market.mined(3)
    expect([market.at(address), await unsound(market.db)]).toEqual([0n, []])
  })

  it('a transaction that the network loses or a reorganisation takes back is sent again and counts once', async () => {
    const { address } = await market.deposit(350_000)
    const before = market.at(BITCOIN_WALLET)
    await begin()
    const { txid } = await latest(address)
    market.regtest.drop(txid!)
    await market.follow()
    expect(market.regtest.mempool.has(txid!)).toBe(true)
    await market.mined(2)
    market.regtest.reorganise(2, { lost: [txid!] })
    await market.follow()
    expect([(await latest(address)).confirmations, market.regtest.mempool.has(txid!)]).toEqual([0, true])
    await market.mined(3)
    expect(await stateOf(address)).toBe('done')
    const brought = market.at(BITCOIN_WALLET) - before
    expect([brought > 349_000n, brought < 350_000n]).toEqual([true, true])
    // After it was confirmed, too.
    market.regtest.reorganise(4, { lost: [txid!] })
    await market.follow()
    expect([await stateOf(address), market.regtest.mempool.has(txid!)]).toEqual(['done', true])
    await market.mined(1)
    expect([market.at(address), await unsound(market.db)]).toEqual([0n, []])
  })

  it('a transaction that is stuck is replaced by one that spends the same, and one of them counts', async () => {
    const { address } = await market.deposit(200_000, 200_000)
    market.regtest.setLeastRate(6_000n)
    await begin()
    await market.mined(13)
    const { id } = await latest(address)
    const all = await market.stored(id)
    expect(all.map(({ rate }) => rate)).toEqual(['2000', '3001', '4502'])
    expect(new Set(all.map(({ spends }) => spends.join())).size).toBe(1)
    expect([...market.regtest.mempool.keys()]).toEqual([all[2]!.txid])
    // A miner takes the first one after all.
    market.regtest.setLeastRate(0n)
    market.regtest.force(Uint8Array.from(Buffer.from(all[0]!.raw, 'hex')))
    await market.mined(3)
    expect(await latest(address)).toMatchObject({ state: 'done', txid: all[0]!.txid })
    expect([market.at(address), await unsound(market.db)]).toEqual([0n, []])
  })

  it('a transaction whose output was spent elsewhere ends at full depth, and not before', async () => {
    const { address } = await market.deposit(500_000)
    await begin()
    const { id, spends } = await latest(address)
    const [stored] = await market.stored(id)
    // The same keys have collected it without this market.
    const asked = market.memory.entries.find((entry) => entry.id === id)!
    const other = await market.memory.sweep({
      ...{ id: randomUUID(), network: 'bitcoin', asset: 'tBTC', index: asked.sweep!.index, from: address },
      ...{ to: BITCOIN_WALLET, amount: '500000', rate: '20000', spends },
      previous: [market.previousOf(spends[0]!)],
    })
    if (!('raw' in other)) throw new Error(`refused: ${other.refused}`)
    const posted = await market.costs()
    market.regtest.force(Uint8Array.from(Buffer.from(other.raw, 'hex')))
    await market.mined(1)
    expect(market.regtest.mempool.has(stored!.txid)).toBe(false)
    market.regtest.mine(FOLLOWED_DEPTH - 2)
    await market.follow()
    expect(await stateOf(address)).toBe('sent')
    await market.mined(1)
    expect(await latest(address)).toMatchObject({ state: 'ended', reason: 'taken' })
    expect([market.at(address), posted - (await market.costs()) > 0n]).toEqual([0n, true])
    expect([(await prove()).state, await unsound(market.db)]).toEqual(['enough', []])
  })

  it('a transaction that differs from what was asked for is not sent', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { address } = await market.deposit(450_000)
    const { address: second } = await market.deposit(460_000)
    // The signer answers one with the transaction of the other.
    let first: Promise<SignAnswer> | undefined
    market.hook((_asked, ask) => (first ??= ask()))
    await market.sweep('BTC', '--do')
    await expect(market.follow()).rejects.toThrow('it spends something else')
    expect([await stateOf(address), await stateOf(second)].toSorted()).toEqual(['ended', 'sent'])
    market.hook(undefined)
    await begin()
    await market.mined(3)
    expect([market.at(address), market.at(second), await unsound(market.db)]).toEqual([0n, 0n, []])
    error.mockRestore()
  })
})

describe('collecting to a cold address', () => {
  it('counts in the reserves, and leaves the wallet as it is', async () => {
    const cold = await openCollecting({ to: COLD })
    await cold.fund(1_000_000)
    const { address } = await cold.deposit(700_000)
    expect((await cold.sweep()).text).toContain(`to the reserve address ${COLD}`)
    await cold.sweep('--do')
    await cold.follow()
    await cold.mined(3)
    const proof = coinIn(await createReserves(cold.db, cold.deposits, 0).prove(NOW), 'tBTC')
    expect([cold.at(address), cold.at(BITCOIN_WALLET), proof.state]).toEqual([0n, 1_000_000n, 'enough'])
    expect(cold.at(COLD)).toBeGreaterThan(699_000n)
    await cold.close()
  })
})
