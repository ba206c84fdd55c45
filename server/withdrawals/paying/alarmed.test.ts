import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { unsound } from '../../../tests/support/market/orders.ts'
import { NOW, openSigningMarket, type SigningMarket } from '../../../tests/support/withdrawals/signed.ts'
import { memorySigner, signerConfig } from '../../../tests/support/withdrawals/signing.ts'
import { byCommand } from '../../audit/audit.ts'
import { FOLLOWED_DEPTH } from '../../chains/chain.ts'
import type { LogEntry } from '../../signer/log/log.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'
import { writeSimulated } from '../../signer/protocol/simulated.ts'
import { decideWithdrawal, isDecidable } from '../decide.ts'

// Operators end what a wrong answer of the signer has begun: they have it asked again, or give the amount back.

const ELSEWHERE = 'test-bitcoin-99999999999999999999'

let market: SigningMarket
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(() => vi.restoreAllMocks())
beforeEach(async () => {
  market = await openSigningMarket()
  return () => market.close()
})

/** A signer whose log was lost: it uses the nonce 0 again. */
const emptied = (): Signer => memorySigner(signerConfig())

/** Uses the nonce 0 on the chain, and brings a withdrawal to the desk by that. */
async function alarmed(signer: Signer): Promise<string> {
  const chain = market.chainOf()
  await chain.broadcast(elsewhere(0))
  await market.mined(chain, 1)
  const id = await market.withdraw()
  await expect(market.round(market.chainOf(signer))).rejects.toThrow('which is spent on the chain already')
  return id
}

const elsewhere = (nonce: number): string =>
  writeSimulated({ id: randomUUID(), network: 'bitcoin', to: ELSEWHERE, coin: 'BTC', amount: 1n, nonce, rate: 9n }).raw

const again = (id: string) => decideWithdrawal(market.db, { id, agree: true, why: 'signerAlarm' }, NOW, byCommand)
const giveBack = (id: string) =>
  decideWithdrawal(market.db, { id, agree: false, reason: 'The signer is broken.' }, NOW, byCommand)

it('is paid by a signer whose log is whole, once operators have it asked again', async () => {
  const id = await alarmed(emptied())
  const chain = market.chainOf(memorySigner(signerConfig(), [entry(0)]))
  await market.round(chain)
  expect((await market.row(id)).why).toBe('signerAlarm')
  expect(await again(id)).toBe(true)
  await market.mined(chain, 4)
  expect(await market.row(id)).toMatchObject({ state: 'done', why: null })
  expect([await market.has(), await unsound(market.db)]).toEqual([900_000n, []])
})

it('comes back to the desk where the answer is still wrong', async () => {
  const signer = emptied()
  const id = await alarmed(signer)
  await again(id)
  await expect(market.round(market.chainOf(signer))).rejects.toThrow('which is spent on the chain already')
  expect(await market.row(id)).toMatchObject({ state: 'queued', why: 'signerAlarm' })
})

it('is given back only once the nonce of its transactions is used too deep to be taken back', async () => {
  const signer = emptied()
  const id = await alarmed(signer)
  const chain = market.chainOf(signer)
  expect(await giveBack(id)).toBe(true)
  expect(isDecidable(await market.row(id), false)).toBe(false)
  await chain.mine(FOLLOWED_DEPTH - 2)
  await market.round(chain)
  expect([(await market.row(id)).state, await market.has()]).toEqual(['queued', 900_000n])
  await market.mined(chain, 1)
  expect(await market.row(id)).toMatchObject({ state: 'refused', reason: 'The signer is broken.', signing: null })
  expect([await market.has(), await unsound(market.db)]).toEqual([1_000_000n, []])
})

it('is given back at once where the signer has signed nothing under its id', async () => {
  const id = await alarmed(emptied())
  expect(await giveBack(id)).toBe(true)
  await market.round(market.chainOf(emptied()))
  expect([(await market.row(id)).state, await market.has()]).toEqual(['refused', 1_000_000n])
})

it('is not given back while the nonce of its transactions is free', async () => {
  const signer = memorySigner(signerConfig())
  const id = await market.withdraw()
  const { network, asset, fee, amount } = await market.row(id)
  await signer.sign({ id, network, asset, fee, amount, address: ELSEWHERE, rate: '10', approvals: [] })
  const chain = market.chainOf(signer)
  await expect(market.round(chain)).rejects.toThrow('another payment under its id')
  await giveBack(id)
  await chain.mine(FOLLOWED_DEPTH + 1)
  await market.round(chain)
  expect([(await market.row(id)).state, await market.has()]).toEqual(['queued', 900_000n])
})

it('is not given back where the signer has paid under its id, but asked for again', async () => {
  const signer = memorySigner(signerConfig())
  const chain = market.chainOf(signer)
  const id = await market.withdraw()
  const { network, asset, address, fee, amount } = await market.row(id)
  const signed = await signer.sign({ id, network, asset, fee, amount, address, rate: '10', approvals: [] })
  if ('refused' in signed) throw new Error(signed.refused)
  await chain.broadcast(signed.raw)
  await chain.mine(FOLLOWED_DEPTH + 1)
  await market.db.updateTable('withdrawals').set({ why: 'signerAlarm', signing: randomUUID() }).execute()
  await giveBack(id)
  await market.round(chain)
  expect([(await market.row(id)).state, await market.has()]).toEqual(['queued', 900_000n])
  await again(id)
  await market.round(chain)
  await market.round(chain)
  expect(await market.row(id)).toMatchObject({ state: 'done', txid: signed.txid, reason: null })
})

const entry = (nonce: number): LogEntry => ({
  ...{ id: randomUUID(), network: 'bitcoin', asset: 'tBTC', address: ELSEWHERE, amount: '5', fee: '1', rate: '10' },
  ...{ at: NOW, spends: [String(nonce)], txid: 'tx', operators: [], level: 0 },
})
