import { describe, expect, it } from 'vitest'
import { memorySigner, payment, signedOf, signerConfig, signingOperator } from '../../tests/support/signing.ts'
import { createSigner } from './signer.ts'
import { readSimulated } from './simulated.ts'

const HOUR = 3_600_000
const usdt = (amount: number): string => `${amount}000000`

describe('a signer', () => {
  it('builds the transaction itself: the amount less the fee, to the address, with the next nonce', async () => {
    const signer = memorySigner(signerConfig())
    const [one, other] = [payment(), payment()]
    const [first, second] = [signedOf(await signer.sign(one)), signedOf(await signer.sign(other))]
    expect([first.nonce, second.nonce]).toEqual([0, 1])
    expect(readSimulated(first.raw)).toEqual({
      ...{ network: 'tron', to: one.address, coin: 'USDT', amount: 98_500_000n, nonce: 0, rate: 10n },
      txid: first.txid,
    })
    expect(signer.entries.map(({ id, txid }) => [id, txid])).toEqual([
      [one.id, first.txid],
      [other.id, second.txid],
    ])
    // Each network counts by itself.
    const btc = payment({ network: 'bitcoin', asset: 'tBTC', address: 'test-bitcoin-00112233445566778899' })
    expect(signedOf(await signer.sign({ ...btc, amount: '100000', fee: '2000' })).nonce).toBe(0)
  })

  it('answers a repeated payment with the same transaction, after a restart too', async () => {
    const signer = memorySigner(signerConfig())
    const one = payment()
    const first = await signer.sign(one)
    expect(await signer.sign(one)).toEqual(first)
    const restarted = memorySigner(signerConfig(), signer.entries)
    expect(await restarted.sign(one)).toEqual(first)
    expect(restarted.entries).toHaveLength(1)
    expect(signedOf(await restarted.sign(payment())).nonce).toBe(1)
  })

  it.each([
    ['address', { address: 'test-tron-99999999999999999999' }],
    ['amount', { amount: '100000001' }],
    ['fee', { fee: '0' }],
    ['asset', { asset: 'tETH' as const }],
    ['network', { network: 'ethereum' as const }],
  ])('signs no other %s under the same id', async (_what, other) => {
    const signer = memorySigner(signerConfig())
    const one = payment()
    await signer.sign(one)
    expect(await signer.sign({ ...one, ...other })).toEqual({ refused: 'changed' })
    expect(signer.entries).toHaveLength(1)
  })

  it('replaces a transaction by one with the same nonce that pays the network more, up to a cap', async () => {
    const signer = memorySigner(signerConfig())
    const one = payment()
    const first = signedOf(await signer.sign(one))
    await signer.sign(payment())
    const second = signedOf(await signer.sign({ ...one, rate: '16' }))
    expect([second.nonce, second.rate]).toEqual([first.nonce, '16'])
    // A lower rate than one that was signed: that one again.
    expect(await signer.sign({ ...one, rate: '12' })).toEqual(second)
    expect(await signer.sign({ ...one, rate: '1001' })).toEqual({ refused: 'rate' })
    expect(await signer.sign(payment({ rate: '1001' }))).toEqual({ refused: 'rate' })
    for (let rate = 17; rate < 27; rate++) signedOf(await signer.sign({ ...one, rate: String(rate) }))
    expect(await signer.sign({ ...one, rate: '100' })).toEqual({ refused: 'rate' })
  })

  it('signs only for networks and assets of its settings, and to addresses of theirs in canonical form', async () => {
    const config = signerConfig()
    const signer = memorySigner({ ...config, simulated: new Map([['tron', 1_000n]]) })
    expect(await signer.sign(payment({ network: 'ethereum' }))).toEqual({ refused: 'network' })
    expect(await signer.sign(payment({ asset: 'USDT' }))).toEqual({ refused: 'network' })
    expect(await signer.sign(payment({ address: 'test-bitcoin-00112233445566778899' }))).toEqual({ refused: 'address' })
    expect(await signer.sign(payment({ address: ' test-tron-00112233445566778899' }))).toEqual({ refused: 'address' })
    expect(await memorySigner({ ...config, limits: {} }).sign(payment())).toEqual({ refused: 'limit' })
    expect(signer.entries).toEqual([])
  })
})

describe('the limits of a signer', () => {
  it('bind each payment, an address, and a day', async () => {
    const signer = memorySigner(signerConfig())
    const ask = (amount: number, n = 0) =>
      signer.sign(payment({ amount: usdt(amount), address: `test-tron-0011223344556677880${n}` }))
    expect(await ask(1_001)).toEqual({ refused: 'limit', approvals: 1 })
    signedOf(await ask(1_000))
    signedOf(await ask(1_000))
    // 2,000 to one address in 24 hours.
    expect(await ask(1)).toEqual({ refused: 'limit', approvals: 1 })
    for (const n of [1, 2, 3]) signedOf(await ask(1_000, n))
    // 5,000 in all.
    expect(await ask(1, 4)).toEqual({ refused: 'limit', approvals: 1 })
    signer.clock.now += 24 * HOUR
    signedOf(await ask(1_000))
    // A clock that is set back gives no new day.
    signer.clock.now -= 48 * HOUR
    signedOf(await ask(1_000))
    expect(await ask(1)).toEqual({ refused: 'limit', approvals: 1 })
  })

  it('are read from the log at a start', async () => {
    const { entries, sign } = memorySigner(signerConfig())
    for (const n of [1, 2, 3, 4, 5])
      signedOf(await sign(payment({ amount: usdt(1_000), address: `test-tron-0011223344556677880${n}` })))
    const restarted = memorySigner(signerConfig(), entries)
    expect(await restarted.sign(payment({ amount: usdt(2) }))).toEqual({ refused: 'limit', approvals: 1 })
  })

  it('allow more with signatures of operators, each counted once, and only under this payment', async () => {
    const [ana, bo, stranger] = [await signingOperator(), await signingOperator(), await signingOperator()]
    const signer = memorySigner(signerConfig([ana, bo]))
    const large = payment({ amount: usdt(20_000) })
    const by = (...approvals: Awaited<ReturnType<typeof ana.sign>>[]) => signer.sign({ ...large, approvals })
    const [a, b] = [await ana.sign(large), await bo.sign(large)]
    expect(await by()).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a)).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, a)).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, await stranger.sign(large))).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, await bo.sign({ ...large, amount: usdt(19_999) }))).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, { key: b.key, signature: a.signature })).toEqual({ refused: 'limit', approvals: 2 })
    signedOf(await by(a, b))
    // Beyond every limit.
    const huge = payment({ amount: usdt(50_001) })
    const approvals = [await ana.sign(huge), await bo.sign(huge)]
    expect(await signer.sign({ ...huge, approvals })).toEqual({ refused: 'limit' })
    // Small payments have a limit of their own.
    signedOf(await signer.sign(payment({ amount: usdt(1_000), address: 'test-tron-00112233445566778801' })))
  })

  it('hold for payments that are asked for at the same time', async () => {
    const signer = memorySigner(signerConfig())
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        signer.sign(payment({ amount: usdt(1_000), address: `test-tron-0011223344556677880${n}` })),
      ),
    )
    expect(answers.filter((answer) => 'raw' in answer)).toHaveLength(5)
    expect(new Set(signer.entries.map(({ nonce }) => nonce)).size).toBe(5)
  })
})

describe('a log that cannot be written', () => {
  it('hands out no transaction, uses no nonce, and counts against no limit', async () => {
    const entries: unknown[] = []
    let isFull = true
    const append = async (entry: unknown): Promise<void> => {
      if (isFull) throw new Error('no space left')
      entries.push(entry)
    }
    const signer = createSigner({ config: signerConfig(), log: { append }, entries: [], now: Date.now })
    const one = payment()
    await expect(signer.sign(one)).rejects.toThrow('no space left')
    isFull = false
    expect(signedOf(await signer.sign(payment())).nonce).toBe(0)
    expect(signedOf(await signer.sign(one)).nonce).toBe(1)
  })
})
