import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { memorySigner, signedOf, signingOperator } from '../../../tests/support/withdrawals/signing.ts'
import { startTron, type TronDouble } from '../../../tests/support/tron/double.ts'
import {
  onDouble,
  tronAddressNamed,
  tronConfig,
  tronPayment,
  tronSettings,
  TRON_WALLET,
} from '../../../tests/support/tron/signing.ts'
import { tronBytesOf } from '../../chains/networks/tron-address.ts'
import { readSignerConfig, type SignerConfig } from '../config/config.ts'
import type { Payment } from '../protocol/protocol.ts'
import { readTronPayout, VOID_MARGIN_MS } from '../protocol/tron-transaction.ts'

// Nothing but time excludes a second payment on Tron. The signer decides by its own clock and its own node, whatever
// the market says.

const MINUTE = 60_000

describe('another transaction of a payment', () => {
  let tron: TronDouble
  let clock: number
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    tron = await startTron()
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await tron.close()
  })
  afterEach(() => tron.lie(undefined))

  const EXPIRED = 10 * MINUTE + VOID_MARGIN_MS
  const time = (): number => clock
  const open = (config = tronConfig(onDouble(tron)), entries = memorySigner(config).entries) =>
    memorySigner(config, entries, {}, time)
  /** A payment that was signed once, with its first transaction; the chain is at the clock. */
  async function signedOnce(config?: SignerConfig, more: Partial<Payment> = {}) {
    clock = tron.tip().header.timestamp
    const signer = open(config)
    const one = tronPayment({ ...more, block: tron.tip().id })
    const first = signedOf(await signer.sign(one))
    return { signer, one, first, again: { ...one, expired: first.txid } }
  }
  /** Lets time pass, for the blocks that stay as well. */
  const pass = (ms: number, onChain = ms): void => {
    clock += ms
    tron.pass(onChain)
    tron.mine(20)
  }

  it('is signed once the clock, the blocks that stay and the market say that the latest one has expired', async () => {
    const { signer, one, first, again } = await signedOnce()
    pass(EXPIRED - 1, EXPIRED)
    // Its clock is a millisecond behind.
    expect(await signer.sign(again)).toEqual(first)
    clock++
    expect(await signer.sign(one)).toEqual(first)
    expect(await signer.sign({ ...one, rate: '30000000' })).toEqual(first)
    const second = signedOf(await signer.sign({ ...again, rate: '30000000' }))
    expect(second.txid).not.toBe(first.txid)
    expect(readTronPayout(second.raw)).toMatchObject({
      ...{ to: one.address, amount: 98_500_000n, feeLimit: 30_000_000n, timestamp: clock },
      expiration: clock + 10 * MINUTE,
    })
    // The market still speaks of the first one.
    expect(await signer.sign(again)).toEqual(second)
    expect(await signer.sign({ ...again, expired: second.txid })).toEqual(second)
    expect(await signer.signed(one.id)).toEqual({
      ...{ txids: [first.txid, second.txid], spends: [second.txid] },
      until: clock + 10 * MINUTE,
    })
  })

  it('is not signed while no block that stays is past that', async () => {
    const { signer, first, again } = await signedOnce()
    clock += EXPIRED
    tron.pass(EXPIRED)
    tron.mine(19)
    expect(await signer.sign(again)).toEqual(first)
    tron.mine()
    expect(signedOf(await signer.sign(again)).txid).not.toBe(first.txid)
  })

  it('is not signed where its node shows the latest one, whatever the market says', async () => {
    const { signer, one, first, again } = await signedOnce()
    tron.accounts.give(tronBytesOf(TRON_WALLET), { sun: 1_000_000_000n })
    await tron.take(first.raw)
    pass(EXPIRED)
    expect(tron.blockOf(first.txid)).toBeDefined()
    expect(await signer.sign(again)).toEqual(first)
    expect((await signer.signed(one.id)).txids).toEqual([first.txid])
  })

  it.each(['redirect', 'other network', 'lite', 'other time'] as const)(
    'is not signed where its node does not show it (%s)',
    async (how) => {
      const { signer, first, again } = await signedOnce(tronConfig({ ...onDouble(tron), api: tron.settings.api }))
      pass(EXPIRED)
      tron.lie(how)
      expect(await signer.sign(again)).toEqual(first)
      tron.lie(undefined)
      expect(signedOf(await signer.sign(again)).txid).not.toBe(first.txid)
    },
  )

  it('counts against the limits of a day and of an address like another payment', async () => {
    // 1,000 a payment, 2,000 an address and 5,000 a day without an operator.
    const { signer, one, again } = await signedOnce(undefined, { amount: '1000000000' })
    pass(EXPIRED)
    const second = signedOf(await signer.sign(again))
    const next = { ...one, expired: second.txid }
    pass(EXPIRED)
    expect(await signer.sign(next)).toEqual(second)
    const other = (name: string, amount: string) =>
      signer.sign(tronPayment({ address: tronAddressNamed(name), amount, block: tron.tip().id }))
    for (const name of ['a', 'b', 'c']) signedOf(await other(name, '1000000000'))
    expect(await other('d', '1000000')).toEqual({ refused: 'limit', approvals: 1 })
    // A day later it fits.
    pass(25 * 60 * MINUTE)
    expect(signedOf(await signer.sign(next)).txid).not.toBe(second.txid)
  })

  it('takes the operators’ signatures again', async () => {
    const operator = await signingOperator()
    const settings = { ...tronSettings(onDouble(tron)), operators: [{ name: 'Ana', keys: [operator.key] }] }
    clock = tron.tip().header.timestamp
    const one = tronPayment({ amount: '5000000000', block: tron.tip().id })
    const approved = { ...one, approvals: [await operator.sign(one, clock)] }
    const { signer, first, again } = await signedOnce(readSignerConfig(JSON.stringify(settings)), approved)
    pass(EXPIRED)
    expect(await signer.sign({ ...again, approvals: [] })).toEqual(first)
    expect(signedOf(await signer.sign(again)).txid).not.toBe(first.txid)
    expect(signer.entries.map(({ operators, level }) => [operators, level])).toEqual([
      [['Ana'], 1],
      [['Ana'], 1],
    ])
  })

  it('is refused where another payment, or one of a lost log, is to get it', async () => {
    const { signer, one, first, again } = await signedOnce()
    pass(EXPIRED)
    expect(await signer.sign({ ...again, address: tronAddressNamed('thief') })).toEqual({ refused: 'changed' })
    expect(await signer.sign({ ...again, expired: 'ab'.repeat(32) })).toEqual({ refused: 'lost' })
    expect(await open().sign(again)).toEqual({ refused: 'lost' })
    const restarted = open(undefined, signer.entries)
    expect(signedOf(await restarted.sign(again)).txid).not.toBe(first.txid)
    expect((await restarted.signed(one.id)).txids).toHaveLength(2)
  })

  it('is signed twelve times at most', async () => {
    const { signer, one } = await signedOnce(undefined, { amount: '2000000' })
    for (let n = 1; n < 13; n++) {
      pass(EXPIRED)
      const { txids } = await signer.signed(one.id)
      await signer.sign({ ...one, expired: txids.at(-1)! })
      expect((await signer.signed(one.id)).txids).toHaveLength(Math.min(n + 1, 12))
    }
  })
})
