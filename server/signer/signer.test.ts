import { describe, expect, it } from 'vitest'
import {
  memorySigner,
  payment,
  signedOf,
  signerConfig,
  signerKeys,
  signingOperator,
} from '../../tests/support/withdrawals/signing.ts'
import type { SignerConfig } from './config/config.ts'
import { createSigner } from './signer.ts'
import { readSimulated } from './protocol/simulated.ts'

const HOUR = 3_600_000
const usdt = (amount: number): string => `${amount}000000`

/** Settings under which a network has so many transactions in 24 hours. */
/** Settings of which each network's are partly replaced. */
const withEach = (config: SignerConfig, more: { rate?: bigint; transactions?: number }): SignerConfig => ({
  ...config,
  networks: new Map([...config.networks].map(([network, one]) => [network, { ...one, ...more }])),
})

describe('a signer', () => {
  it('builds the transaction itself: the amount less the fee, to the address, with the next nonce', async () => {
    const signer = memorySigner(signerConfig())
    const [one, other] = [payment(), payment()]
    const [first, second] = [signedOf(await signer.sign(one)), signedOf(await signer.sign(other))]
    expect([first.spends, second.spends]).toEqual([['0'], ['1']])
    expect(readSimulated(first.raw)).toEqual({
      ...{ id: one.id, network: 'tron', to: one.address, coin: 'USDT', amount: 98_500_000n, nonce: 0, rate: 10n },
      txid: first.txid,
    })
    expect(signer.entries.map(({ id, txid }) => [id, txid])).toEqual([
      [one.id, first.txid],
      [other.id, second.txid],
    ])
    // Each network counts by itself.
    const btc = payment({ network: 'bitcoin', asset: 'tBTC', address: 'test-bitcoin-00112233445566778899' })
    expect(signedOf(await signer.sign({ ...btc, amount: '100000', fee: '2000' })).spends).toEqual(['0'])
  })

  it('answers a repeated payment with the same transaction, after a restart too', async () => {
    const signer = memorySigner(signerConfig())
    const one = payment()
    const first = await signer.sign(one)
    expect(await signer.sign(one)).toEqual(first)
    const restarted = memorySigner(signerConfig(), signer.entries)
    expect(await restarted.sign(one)).toEqual(first)
    expect(restarted.entries).toHaveLength(1)
    expect(signedOf(await restarted.sign(payment())).spends).toEqual(['1'])
  })

  it.each([
    ['address', { address: 'test-tron-99999999999999999999' }],
    ['amount', { amount: '100000001' }],
    ['fee', { fee: '0' }],
    ['asset', { asset: 'tETH' as const }],
    ['network', { network: 'ethereum' as const }],
  ])('refuses another %s under the same id', async (_what, other) => {
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
    expect([second.spends, second.rate]).toEqual([first.spends, '16'])
    expect(await signer.sign({ ...one, rate: '12' })).toEqual(second)
    expect(await signer.sign(payment({ rate: '1001' }))).toEqual({ refused: 'rate' })
    const another = payment()
    await signer.sign(another)
    expect(signedOf(await signer.sign({ ...another, rate: '5000' })).rate).toBe('1000')
    for (let rate = 17; rate < 27; rate++) signedOf(await signer.sign({ ...one, rate: String(rate) }))
    expect(signedOf(await signer.sign({ ...one, rate: '100' })).rate).toBe('26')
    expect((await signer.signed(one.id)).txids).toHaveLength(12)
    expect(await signer.signed(payment().id)).toEqual({ txids: [] })
  })

  it.each([
    [
      'a cap on the rate that is lower now',
      { rate: '1001' },
      (config: SignerConfig) => withEach(config, { rate: 10n }),
    ],
    ['settings without its network', {}, (config: SignerConfig) => ({ ...config, networks: new Map() })],
    ['settings without its coin', {}, (config: SignerConfig) => ({ ...config, limits: {} })],
    ['no room for more transactions', { rate: '11' }, (config: SignerConfig) => withEach(config, { transactions: 1 })],
  ])('never refuses a payment that it has signed: %s', async (_what, more, change) => {
    const before = memorySigner(signerConfig())
    const one = payment()
    const first = await before.sign(one)
    const signer = memorySigner(change(signerConfig()), before.entries)
    expect(await signer.sign({ ...one, ...more })).toEqual(first)
    expect(signer.entries).toHaveLength(1)
  })

  it('begins with the first nonce of its settings where the log has no payment of the network', async () => {
    const config = signerConfig()
    const tron = { ...config.networks.get('tron')!, chain: { kind: 'simulated' as const, firstNonce: 7 } }
    const signer = memorySigner({ ...config, networks: new Map([['tron', tron]]) })
    expect(signedOf(await signer.sign(payment())).spends).toEqual(['7'])
    const restarted = memorySigner(config, signer.entries)
    expect(signedOf(await restarted.sign(payment())).spends).toEqual(['8'])
  })

  it('signs only for networks and assets of its settings, and to addresses of theirs in canonical form', async () => {
    const config = signerConfig()
    const networks = new Map([['tron', config.networks.get('tron')!] as const])
    const signer = memorySigner({ ...config, networks })
    expect(await signer.sign(payment({ network: 'ethereum' }))).toEqual({ refused: 'network' })
    expect(await signer.sign(payment({ asset: 'USDT' }))).toEqual({ refused: 'network' })
    expect(await signer.sign(payment({ address: 'test-bitcoin-00112233445566778899' }))).toEqual({ refused: 'address' })
    for (const address of [
      ' test-tron-00112233445566778899',
      'test-tron-0011223344556677889G',
      'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
    ])
      expect(await signer.sign(payment({ address }))).toEqual({ refused: 'address' })
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const eth = payment({ network: 'ethereum', address: lower })
    expect(await memorySigner(config).sign(eth)).toEqual({ refused: 'address' })
    expect(await memorySigner({ ...config, limits: {} }).sign(payment())).toEqual({ refused: 'limit' })
    expect(signer.entries).toEqual([])
  })
})

describe('the limits of a signer', () => {
  it('apply per payment, per address and per day', async () => {
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
    // Setting the clock back resets nothing.
    signer.clock.now -= 48 * HOUR
    signedOf(await ask(1_000))
    expect(await ask(1)).toEqual({ refused: 'limit', approvals: 1 })
  })

  it('count an entry from the future from the start on, for a day', async () => {
    const before = memorySigner(signerConfig())
    before.clock.now += 24 * 365 * HOUR
    for (const n of [1, 2, 3, 4, 5]) {
      const address = `test-tron-0011223344556677880${n}`
      signedOf(await before.sign(payment({ amount: usdt(1_000), address })))
    }
    const signer = memorySigner(signerConfig(), before.entries)
    const ask = () => signer.sign(payment({ amount: usdt(2) }))
    expect(await ask()).toEqual({ refused: 'limit', approvals: 1 })
    signer.clock.now += 24 * HOUR
    signedOf(await ask())
  })

  it('bind the transactions of a network, however small, with their replacements', async () => {
    const signer = memorySigner(withEach(signerConfig(), { transactions: 3 }))
    const one = payment({ amount: '2', fee: '1' })
    signedOf(await signer.sign(one))
    signedOf(await signer.sign({ ...one, rate: '11' }))
    signedOf(await signer.sign(payment({ amount: '2', fee: '1' })))
    expect(await signer.sign(payment({ amount: '2', fee: '1' }))).toEqual({ refused: 'limit' })
    signer.clock.now += 24 * HOUR
    signedOf(await signer.sign(payment({ amount: '2', fee: '1' })))
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
    const now = signer.clock.now
    const [a, b] = [await ana.sign(large, now), await bo.sign(large, now)]
    expect(await by()).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a)).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, a)).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, await stranger.sign(large, now))).toEqual({ refused: 'limit', approvals: 2 })
    expect(await by(a, await bo.sign({ ...large, amount: usdt(19_999) }, now))).toEqual({
      refused: 'limit',
      approvals: 2,
    })
    expect(await by(a, { ...a, key: b.key })).toEqual({ refused: 'limit', approvals: 2 })
    signedOf(await by(a, b))
    // Beyond every limit.
    const huge = payment({ amount: usdt(50_001) })
    const approvals = [await ana.sign(huge, now), await bo.sign(huge, now)]
    expect(await signer.sign({ ...huge, approvals })).toEqual({ refused: 'limit' })
    // Small payments have a limit of their own, with a signature that is not needed too, and after a restart.
    const restarted = memorySigner(signerConfig([ana, bo]), signer.entries)
    const small = payment({ amount: usdt(1_000), address: 'test-tron-00112233445566778801' })
    signedOf(await restarted.sign({ ...small, approvals: [await ana.sign(small, now)] }))
    expect(restarted.entries.map(({ level }) => level)).toEqual([2, 0])
  })

  it('count operators, not keys, and signatures of the last 7 days', async () => {
    const [phone, laptop] = [await signingOperator(), await signingOperator()]
    const config = signerConfig()
    const operators = new Map([phone, laptop].map(({ key }) => [key, 'Ana']))
    const signer = memorySigner({ ...config, operators })
    const large = payment({ amount: usdt(20_000) })
    const now = signer.clock.now
    const approvals = [await phone.sign(large, now), await laptop.sign(large, now)]
    expect(await signer.sign({ ...large, approvals })).toEqual({ refused: 'limit', approvals: 2 })
    const medium = payment({ amount: usdt(5_000) })
    for (const at of [now - 7 * 24 * HOUR, now + 24 * HOUR])
      expect(await signer.sign({ ...medium, approvals: [await phone.sign(medium, at)] })).toMatchObject({
        refused: 'limit',
      })
    const approval = await phone.sign(medium, now - 6 * 24 * HOUR)
    const younger = { ...approval, at: now }
    expect(await signer.sign({ ...medium, approvals: [younger] })).toMatchObject({ refused: 'limit' })
    signedOf(await signer.sign({ ...medium, approvals: [approval] }))
  })

  it('hold for concurrent requests', async () => {
    const signer = memorySigner(signerConfig())
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        signer.sign(payment({ amount: usdt(1_000), address: `test-tron-0011223344556677880${n}` })),
      ),
    )
    expect(answers.filter((answer) => 'raw' in answer)).toHaveLength(5)
    expect(new Set(signer.entries.flatMap(({ spends }) => spends)).size).toBe(5)
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
    const signer = createSigner({
      config: signerConfig(),
      keys: signerKeys,
      log: { append },
      entries: [],
      now: Date.now,
    })
    const one = payment()
    await expect(signer.sign(one)).rejects.toThrow('no space left')
    isFull = false
    expect(signedOf(await signer.sign(payment())).spends).toEqual(['0'])
    expect(signedOf(await signer.sign(one)).spends).toEqual(['1'])
  })
})
