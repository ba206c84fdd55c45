import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsound } from '../../../tests/support/market/orders.ts'
import { NOW, openSigningMarket, withRate, type SigningMarket } from '../../../tests/support/withdrawals/signed.ts'
import { memorySigner, signerConfig } from '../../../tests/support/withdrawals/signing.ts'
import type { SimulatedChain } from '../../chains/simulated.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import type { LogEntry } from '../../signer/log/log.ts'
import { writeSimulated } from '../../signer/protocol/simulated.ts'
import { canStop, moveWithdrawal, readWithdrawal } from '../move.ts'

// Answers of a signer that cannot be right, and a market or a signer that has lost what it knew.

const ELSEWHERE = 'test-bitcoin-99999999999999999999'

let market: SigningMarket
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(() => vi.restoreAllMocks())
beforeEach(async () => {
  market = await openSigningMarket()
  return () => market.close()
})

describe('a transaction that cannot be right is never stored', () => {
  const alarmed = async (id: string, text: string, chain: SimulatedChain) => {
    await expect(market.round(chain)).rejects.toThrow(text)
    const { state, why } = await market.row(id)
    expect([state, why, canStop(await market.row(id)), await market.payouts(id)]).toEqual([
      'queued',
      'signerAlarm',
      false,
      [],
    ])
    // It is not asked for in every round, and holds up no other.
    await market.round(chain)
  }

  it('where another payment was signed under its id', async () => {
    const signer = memorySigner(signerConfig())
    const id = await market.withdraw()
    const { network, asset, fee, amount } = await market.row(id)
    await signer.sign({ id, network, asset, fee, amount, address: ELSEWHERE, rate: '10', approvals: [] })
    await alarmed(id, 'another payment under its id', market.chainOf(signer))
    expect(await market.has()).toBe(900_000n)
  })

  it('where its nonce pays another withdrawal: the signer has lost its log', async () => {
    await market.withdraw()
    await market.round(market.chainOf(memorySigner(signerConfig())))
    await alarmed(
      await market.withdraw(),
      'it spends 0, which pays withdrawal',
      market.chainOf(memorySigner(signerConfig())),
    )
  })

  it('where its nonce is used on the chain: the market has paid without this signer', async () => {
    const chain = market.chainOf()
    await chain.broadcast(used(0))
    await market.mined(chain, 1)
    await alarmed(
      await market.withdraw(),
      'it spends 0, which is spent on the chain already',
      market.chainOf(memorySigner(signerConfig())),
    )
  })

  it('where a replacement has another nonce: the person would be paid twice', async () => {
    const chain = market.chainOf(memorySigner(signerConfig()))
    await chain.setLeastRate(100n)
    const id = await market.withdraw()
    await market.round(chain)
    await chain.mine(8)
    const other = memorySigner(signerConfig(), [{ ...entry(), spends: ['4'] }])
    await expect(market.round(market.chainOf(other))).rejects.toThrow('a second time: it spends 5, not 0')
    expect(await market.payouts(id)).toHaveLength(1)
  })
})

/** A transaction of somebody else's with a nonce of the market's. */
const used = (nonce: number): string =>
  writeSimulated({ id: randomUUID(), network: 'bitcoin', to: ELSEWHERE, coin: 'BTC', amount: 1n, nonce, rate: 9n }).raw
const entry = (): LogEntry => ({
  ...{ id: randomUUID(), network: 'bitcoin', asset: 'tBTC', address: ELSEWHERE, amount: '5', fee: '1', rate: '10' },
  ...{ at: NOW, spends: ['0'], txid: 'tx', operators: [], level: 0 },
})

describe('a transaction that waits', () => {
  it('stays as it is when the signer allows no higher rate', async () => {
    const chain = market.chainOf(memorySigner(withRate(10n)))
    await chain.setLeastRate(100n)
    const id = await market.withdraw()
    await market.round(chain)
    await market.mined(chain, 8)
    expect([(await market.row(id)).state, (await market.payouts(id)).length]).toEqual(['sent', 1])
    await chain.setLeastRate(0n)
    await market.mined(chain, 3)
    expect([(await market.row(id)).state, await unsound(market.db)]).toEqual(['done', []])
  })

  it('is not given back where a restored market lacks the replacement that has paid', async () => {
    const signer = memorySigner(signerConfig())
    const chain = market.chainOf(signer)
    const id = await market.withdraw()
    await market.round(chain)
    const { network, asset, address, amount, fee } = await market.row(id)
    const payment = { id, network, asset, address, amount, fee, approvals: [] }
    const replaced = await signer.sign({ ...payment, rate: '25' })
    if ('refused' in replaced) throw new Error(replaced.refused)
    await chain.broadcast(replaced.raw)
    await chain.mine(151)
    await market.round(chain)
    expect(await market.row(id)).toMatchObject({ state: 'done', txid: replaced.txid })
    expect([await market.has(), await unsound(market.db)]).toEqual([900_000n, []])
  })
})

it('a transaction that was signed for a withdrawal which has ended is reported, and nothing is paid', async () => {
  const signer = memorySigner(signerConfig())
  const chain = market.chainOf({
    ...signer,
    async sign(payment) {
      const answer = await signer.sign(payment)
      await ownerTransaction(market.db, market.uid, async (call) =>
        moveWithdrawal(call, (await readWithdrawal(call.tx, market.uid, payment.id))!, 'cancelled', NOW),
      )
      return answer
    },
  })
  const id = await market.withdraw()
  await market.round(chain)
  expect([(await market.row(id)).state, await market.payouts(id), await market.has()]).toEqual([
    'cancelled',
    [],
    1_000_000n,
  ])
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining(`${signer.entries[0]!.txid} is unused`))
})
