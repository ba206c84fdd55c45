import { bech32m } from '@scure/base'
import { RawTx, Transaction } from '@scure/btc-signer'
import { pubSchnorr, signSchnorr } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import {
  addressesOf,
  addressNamed,
  BITCOIN_WALLET,
  bitcoinConfig,
  bitcoinPayment,
  bytesOf,
  OWN,
  readSigned,
  utxoOf,
} from '../../../tests/support/bitcoin/signing.ts'
import { memorySigner, payment, signedOf, signerKeys } from '../../../tests/support/withdrawals/signing.ts'
import { bitcoinFeeOf, outpointOf } from '../protocol/bitcoin-fees.ts'
import { scriptOf } from '../protocol/bitcoin-transaction.ts'
import type { BitcoinKey } from './bitcoin.ts'
import { AboutSigner, Payment, UTXOS_MAX } from '../protocol/protocol.ts'

const PAID = 98_000n

describe('a signer on Bitcoin', () => {
  it('pays the amount less the fee to the address, and gives the rest to itself but what the rate takes', async () => {
    const signer = memorySigner(bitcoinConfig())
    const utxos = [utxoOf(1_000_000)]
    const signed = signedOf(await signer.sign(bitcoinPayment({ utxos })))
    const read = readSigned(signed, utxos)
    expect(signed).toMatchObject({ spends: [outpointOf(utxos[0]!)], rate: '2000', txid: read.id })
    expect([read.spends, read.isSigned, read.fee]).toEqual([signed.spends, true, 2n * BigInt(read.vsize)])
    expect(read.outputs).toEqual([
      { script: scriptOf('regtest', addressNamed('somebody')), amount: PAID },
      { script: OWN, amount: 1_000_000n - PAID - read.fee },
    ])
    expect(read.inputs.map(({ sequence }) => sequence)).toEqual([0xfffffffd])
  })

  it.each(Object.entries(addressesOf('somebody')))(
    'pays to %s, and knows the size beforehand',
    async (_kind, address) => {
      for (const count of [1, 2, 7]) {
        const utxos = Array.from({ length: count }, () => utxoOf(30_000))
        const rate = 3_333n
        const amount = String(count * 30_000 - 12_000)
        const signed = signedOf(
          await memorySigner(bitcoinConfig()).sign(bitcoinPayment({ address, utxos, amount, rate: String(rate) })),
        )
        const read = readSigned(signed, utxos)
        expect([read.isSigned, read.spends.length, read.outputs.length]).toEqual([true, count, 2])
        // As btc-signer measures it.
        expect(read.fee).toBe(bitcoinFeeOf(BigInt(Transaction.fromRaw(bytesOf(signed)).vsize), rate))
        expect(Buffer.from(read.outputs[0]!.script)).toEqual(Buffer.from(scriptOf('regtest', address)!))
      }
    },
  )

  it('spends the smallest output that suffices, or else the largest together, and none at a loss', async () => {
    const spends = async (amounts: number[]): Promise<string[]> => {
      const utxos = amounts.map(utxoOf)
      const { spends: outpoints } = signedOf(await memorySigner(bitcoinConfig()).sign(bitcoinPayment({ utxos })))
      return outpoints.map((one) => utxos.find((utxo) => outpointOf(utxo) === one)!.amount)
    }
    expect(await spends([5_000_000, 110_000, 400_000, 50_000])).toEqual(['110000'])
    expect(await spends([40_000, 60_000, 50_000])).toEqual(['60000', '50000'])
    // It suffices for the payment, and others leave change for a higher fee.
    expect(await spends([98_300, 20_000])).toEqual(['98300', '20000'])
    expect(await spends([98_300])).toEqual(['98300'])
    expect(await spends([97_000, 110, 1_400])).toEqual(['97000', '1400'])
  })

  it('leaves change that is too small to the network', async () => {
    const amounts = async (sum: number): Promise<bigint[]> => {
      const utxos = [utxoOf(sum)]
      return readSigned(signedOf(await memorySigner(bitcoinConfig()).sign(bitcoinPayment({ utxos }))), utxos).amounts
    }
    // 99 vbytes with the payment alone, and 142 with change.
    const [alone, changed] = [2n * 99n, 2n * 142n].map((fee) => Number(PAID + fee))
    expect(await amounts(changed! + 329)).toEqual([PAID])
    expect(await amounts(changed! + 330)).toEqual([PAID, 330n])
    expect(await amounts(alone!)).toEqual([PAID])
    const signer = memorySigner(bitcoinConfig())
    expect(await signer.sign(bitcoinPayment({ utxos: [utxoOf(alone! - 1)] }))).toEqual({ refused: 'funds' })
  })

  it('divides large change while there are fewer than ten large outputs beside it', async () => {
    const amounts = async (sum: number, others: number, tiny = 0): Promise<bigint[]> => {
      const many = [...Array.from({ length: others }, () => 900_000), ...Array.from({ length: tiny }, () => 1_000)]
      const utxos = [sum, ...many].map(utxoOf)
      const one = bitcoinPayment({ utxos, amount: '952000' })
      return readSigned(signedOf(await memorySigner(bitcoinConfig()).sign(one)), utxos).amounts
    }
    // 950,000 are paid, and two parts of change take 185 vbytes.
    expect(await amounts(2_000_001, 9)).toEqual([950_000n, 524_816n, 524_815n])
    expect(await amounts(2_000_001, 9, 40)).toHaveLength(3)
    expect(await amounts(2_000_001, 10)).toHaveLength(2)
    expect(await amounts(1_950_369, 0)).toHaveLength(2)
    expect(await amounts(1_950_370, 0)).toEqual([950_000n, 500_000n, 500_000n])
  })

  it('never spends an output twice, after a restart neither', async () => {
    const signer = memorySigner(bitcoinConfig())
    const utxos = [utxoOf(200_000), utxoOf(300_000), utxoOf(120_000)]
    const [first, second] = [bitcoinPayment({ utxos }), bitcoinPayment({ utxos })]
    const spent = [signedOf(await signer.sign(first)).spends, signedOf(await signer.sign(second)).spends]
    const restarted = memorySigner(bitcoinConfig(), signer.entries)
    spent.push(signedOf(await restarted.sign(bitcoinPayment({ utxos }))).spends)
    expect(new Set(spent.flat()).size).toBe(3)
    const last = bitcoinPayment({ utxos })
    expect(await restarted.sign(last)).toEqual({ refused: 'funds' })
    expect(await restarted.signed(last.id)).toEqual({ txids: [] })
    expect(restarted.entries).toHaveLength(3)
    // It was not signed, so that it is free in what it spends.
    const more = [utxoOf(200_000)]
    expect(signedOf(await restarted.sign({ ...last, utxos: more })).spends).toEqual(more.map(outpointOf))
  })

  it('never spends any of several outputs of a payment again', async () => {
    const signer = memorySigner(bitcoinConfig())
    const utxos = [utxoOf(70_000), utxoOf(70_000), utxoOf(70_000)]
    expect(signedOf(await signer.sign(bitcoinPayment({ utxos, amount: '180000' }))).spends).toHaveLength(3)
    for (const one of utxos)
      for (const again of [signer, memorySigner(bitcoinConfig(), signer.entries)])
        expect(await again.sign(bitcoinPayment({ utxos: [one], amount: '50000' }))).toEqual({ refused: 'funds' })
  })

  it('spends an output once in a transaction where it is offered twice, with other amounts too', async () => {
    const one = utxoOf(60_000)
    for (const utxos of [
      [one, one],
      [one, { ...one, amount: '70000' }],
    ])
      expect(await memorySigner(bitcoinConfig()).sign(bitcoinPayment({ utxos }))).toEqual({ refused: 'funds' })
  })

  it('answers a repeated payment with the logged bytes, since no key signs the same twice', async () => {
    const signer = memorySigner(bitcoinConfig())
    const one = bitcoinPayment()
    const first = await signer.sign(one)
    const broken: BitcoinKey = { ...signerKeys.bitcoin, sign: () => Promise.reject(new Error('no key')) }
    const restarted = memorySigner(bitcoinConfig(), signer.entries, { bitcoin: broken })
    expect(await restarted.sign({ ...one, utxos: [] })).toEqual(first)
    expect(await restarted.sign({ ...one, utxos: [utxoOf(5_000_000)] })).toEqual(first)
  })

  it('logs no signature of another key', async () => {
    const other = new Uint8Array(32).fill(9)
    const wrong: BitcoinKey = { ...signerKeys.bitcoin, sign: async (digest) => signSchnorr(digest, other) }
    const signer = memorySigner(bitcoinConfig(), [], { bitcoin: wrong })
    await expect(signer.sign(bitcoinPayment())).rejects.toThrow('a signature that is not its own')
    expect(signer.entries).toEqual([])
    const own = memorySigner(bitcoinConfig(), [], { bitcoin: { ...wrong, output: pubSchnorr(other) } })
    expect(signedOf(await own.sign(bitcoinPayment())).spends).toHaveLength(1)
  })

  const onMain = bitcoinConfig({ network: 'main' })
  const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  it.each([
    ['real coins on a test network', bitcoinConfig(), bitcoinPayment({ asset: 'BTC' }), 'network'],
    ['test coins on the main network', onMain, bitcoinPayment({ address: main }), 'network'],
    ['another coin', bitcoinConfig(), bitcoinPayment({ asset: 'tETH' }), 'network'],
    ['another network', bitcoinConfig(), payment(), 'network'],
    ['an address of the main network on a test network', bitcoinConfig(), bitcoinPayment({ address: main }), 'address'],
    ['an address of a test network', onMain, bitcoinPayment({ asset: 'BTC' }), 'address'],
    [
      'an address of another test network',
      bitcoinConfig({ network: 'signet' }),
      bitcoinPayment({ address: addressNamed('somebody') }),
      'address',
    ],
    ['its own address', bitcoinConfig(), bitcoinPayment({ address: BITCOIN_WALLET }), 'address'],
    [
      'an address in capitals',
      bitcoinConfig(),
      bitcoinPayment({ address: addressNamed('a').toUpperCase() }),
      'address',
    ],
    [
      'a simulated address',
      bitcoinConfig(),
      bitcoinPayment({ address: 'test-bitcoin-00112233445566778899' }),
      'address',
    ],
    ['a rate beyond the cap', bitcoinConfig(), bitcoinPayment({ rate: '100001' }), 'rate'],
    ['a payment that nodes do not pass on', bitcoinConfig(), bitcoinPayment({ amount: '2545' }), 'limit'],
    ['a payment for which nothing is offered', bitcoinConfig(), bitcoinPayment({ utxos: [] }), 'funds'],
    ['a payment without what it may spend', bitcoinConfig(), bitcoinPayment({ utxos: undefined }), 'funds'],
  ])('refuses %s', async (_what, config, one, refused) => {
    const signer = memorySigner(config)
    expect(await signer.sign(one)).toEqual({ refused })
    expect([signer.entries, await signer.signed(one.id)]).toEqual([[], { txids: [] }])
  })

  it('pays no address that nobody can spend from yet, or everybody can', () => {
    const unknown = [
      // Version 2, BIP-350's.
      'bc1sw50qgdz25j',
      // Anchors, which everybody can spend.
      'bc1pfeessrawgf',
      // No point of the curve has it.
      bech32m.encode('bc', [1, ...bech32m.toWords(new Uint8Array(32).fill(0xff))]),
      addressNamed('somebody'),
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    ]
    expect(unknown.map((address) => scriptOf('main', address))).toEqual(unknown.map(() => undefined))
    expect(scriptOf('main', main)).toBeDefined()
  })

  it('signs real coins on the main network', async () => {
    const signer = memorySigner(onMain)
    const { raw } = signedOf(await signer.sign(bitcoinPayment({ asset: 'BTC', address: main })))
    const [first] = RawTx.decode(Uint8Array.from(Buffer.from(raw, 'hex'))).outputs
    expect(first).toEqual({ script: scriptOf('main', main), amount: PAID })
  })

  it('names its wallet and network', async () => {
    expect(AboutSigner.parse(await memorySigner(bitcoinConfig()).about())).toEqual({
      keys: [],
      wallets: { bitcoin: BITCOIN_WALLET },
      chains: { bitcoin: { network: 'regtest' } },
    })
  })

  it('takes a bounded list of well-formed outputs', () => {
    const many = Array.from({ length: UTXOS_MAX }, () => utxoOf(1_000))
    expect(Payment.safeParse(bitcoinPayment({ utxos: many })).success).toBe(true)
    const { txid } = utxoOf(1)
    for (const utxos of [
      [...many, utxoOf(1)],
      [{ txid, n: -1, amount: '1' }],
      [{ txid, n: 2 ** 32, amount: '1' }],
      [{ txid, n: 0, amount: '0' }],
      [{ txid, n: 0, amount: '1'.repeat(17) }],
      [{ txid: txid.slice(1), n: 0, amount: '1' }],
    ])
      expect(Payment.safeParse(bitcoinPayment({ utxos })).success).toBe(false)
  })
})
