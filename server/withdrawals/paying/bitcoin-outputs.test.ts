import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FEE, NOW, openPayingMarket, withoutLimits, type PayingMarket } from '../../../tests/support/bitcoin/paying.ts'
import { addressNamed } from '../../../tests/support/bitcoin/signing.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { memorySigner } from '../../../tests/support/withdrawals/signing.ts'
import type { OfferedUtxo } from '../../signer/protocol/protocol.ts'
import { canStop } from '../move.ts'
import { walletStates } from '../../reserves/wallets.ts'

// The unspent outputs of the paying wallet, of which each payment takes some.

const TO = addressNamed('a person')

let market: PayingMarket
beforeEach(async () => {
  market = await openPayingMarket(memorySigner(withoutLimits()))
})
afterEach(() => market.close())

const stateOf = async (id: string): Promise<string> => (await market.row(id)).state
const unspent = async (): Promise<readonly OfferedUtxo[]> => (await market.chain().wallet!.unspent!()).utxos

describe('a wallet whose outputs are all in use', () => {
  it('pays the others once its change is in a block, and says so on the desk without an alarm', async () => {
    await market.fund(700_000)
    const first = await market.withdraw(100_000, TO)
    await market.follow()
    const second = await market.withdraw(200_000, TO)
    await market.follow()
    expect([await stateOf(first), await stateOf(second), canStop(await market.row(second))]).toEqual([
      'sent',
      'queued',
      true,
    ])
    const rev = (await market.row(second)).rev
    await market.follow()
    expect((await market.row(second)).rev).toBe(rev)
    const [desk] = await walletStates(market.db, market.deposits, NOW)
    expect(desk).toEqual({
      ...{ network: 'bitcoin', away: false, waiting: 1 },
      coins: [{ asset: 'tBTC', units: '700000', missing: '0', over: '0' }],
    })
    await market.mined(1)
    expect(await stateOf(second)).toBe('sent')
    await market.mined(3)
    expect(market.at(TO)).toBe(300_000n - 2n * FEE)
  })

  it('reports that it holds too little, and what is missing', async () => {
    await market.fund(200_000)
    const large = await market.withdraw(90_000_000)
    await expect(market.follow()).rejects.toThrow('The paying wallet on bitcoin-regtest has')
    const small = await market.withdraw(50_000, TO)
    await expect(market.follow()).rejects.toThrow('Withdrawals that wait for coins: 1')
    expect([await stateOf(large), await stateOf(small)]).toEqual(['queued', 'sent'])
    const [desk] = await walletStates(market.db, market.deposits, NOW)
    expect(desk).toMatchObject({ waiting: 1 })
    const missing = Number(desk!.coins[0]!.missing)
    expect(missing).toBeGreaterThan(89_000_000)
    // In the round after its block the smaller one still counts as waiting.
    await expect(market.fund(missing)).rejects.toThrow('The paying wallet')
    await market.mined(4)
    expect([await stateOf(large), await unsound(market.db)]).toEqual(['done', []])
  })

  it('reports that its outputs are too small for a payment, and pays smaller ones', async () => {
    await market.fund(...Array.from({ length: 60 }, () => 10_000))
    const large = await market.withdraw(540_000, TO)
    await expect(market.follow()).rejects.toThrow('more outputs of the paying wallet than one transaction spends')
    expect((await market.row(large)).signing).toBeNull()
    const small = await market.withdraw(400_000, TO, NOW + 1)
    await expect(market.follow()).rejects.toThrow('Withdrawals that wait for coins: 1')
    expect([await stateOf(large), await stateOf(small)]).toEqual(['queued', 'sent'])
    expect((await market.payouts(small))[0]!.spends.length).toBeLessThanOrEqual(50)
  })

  it('divides large change, so that more can be paid at a time', async () => {
    await market.fund(40_000_000)
    for (let round = 0; round < 3; round++) {
      await market.withdraw(4_000_000, TO)
      await market.follow()
      await market.mined(1)
    }
    expect((await unspent()).filter(({ amount }) => Number(amount) > 1_000_000).length).toBe(4)
  })
})

it('a payment whose change another one spends is sent again as it was, and is not replaced', async () => {
  await market.fund(400_000)
  market.regtest.setLeastRate(9_000n)
  const first = await market.withdraw(100_000, TO)
  await market.follow()
  await market.mined(6)
  const [earlier, later] = await market.payouts(first)
  // A miner takes the earlier transaction after all.
  market.regtest.force(Uint8Array.from(Buffer.from(earlier!.raw, 'hex')))
  market.regtest.setLeastRate(0n)
  await market.mined(1)
  const second = await market.withdraw(50_000, TO, NOW + 1)
  await market.follow()
  const [payout] = await market.payouts(second)
  expect(payout!.spends.every((outpoint) => outpoint.startsWith(earlier!.txid))).toBe(true)
  market.regtest.reorganise(1, { lost: [earlier!.txid] })
  market.regtest.setLeastRate(9_000n)
  expect([...market.regtest.mempool.keys()]).toEqual([])
  await market.follow()
  await market.mined(8)
  expect(await market.payouts(first)).toMatchObject([{ txid: earlier!.txid }, { txid: later!.txid }])
  expect((await market.payouts(second)).length).toBe(2)
  expect(market.regtest.mempool.has(earlier!.txid)).toBe(true)
  market.regtest.setLeastRate(0n)
  await market.mined(4)
  expect([await stateOf(first), await stateOf(second), market.at(TO)]).toEqual(['done', 'done', 150_000n - 2n * FEE])
  expect(await unsound(market.db)).toEqual([])
})
