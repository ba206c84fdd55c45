import { describe, expect, it } from 'vitest'
import { bitcoinConfig, bitcoinPayment, OWN, readSigned, utxoOf } from '../../../tests/support/bitcoin/signing.ts'
import { memorySigner, payment, signedOf, signerConfig } from '../../../tests/support/withdrawals/signing.ts'
import { leastReplacing } from '../protocol/bitcoin-fees.ts'
import { checkLogChains } from '../start-check.ts'

const PAID = 98_000n

describe('a replacement on Bitcoin', () => {
  it('spends the same outputs, pays the address the same, and takes its higher fee from the change', async () => {
    const signer = memorySigner(bitcoinConfig())
    const utxos = [utxoOf(60_000), utxoOf(60_000)]
    const one = bitcoinPayment({ utxos })
    const first = signedOf(await signer.sign(one))
    // Others are offered, and none of them is spent.
    const asked = { ...one, utxos: [utxoOf(9_000_000)] }
    expect(await signer.sign({ ...asked, rate: '2999' })).toEqual(first)
    const second = signedOf(await signer.sign({ ...asked, rate: '3000' }))
    const [before, after] = [readSigned(first, utxos), readSigned(second, utxos)]
    expect([second.spends, second.rate, after.isSigned]).toEqual([first.spends, '3000', true])
    expect(after.outputs[0]).toEqual(before.outputs[0])
    expect(after.fee).toBe(3n * BigInt(after.vsize))
    expect(after.outputs[1]).toEqual({ script: OWN, amount: before.amounts[1]! - (after.fee - before.fee) })
    expect((await signer.signed(one.id)).txids).toEqual([first.txid, second.txid])
    const restarted = memorySigner(bitcoinConfig(), signer.entries)
    expect(signedOf(await restarted.sign({ ...one, rate: '9000' })).spends).toEqual(first.spends)
  })

  it('pays at the highest rate that its change allows, and none is made where that does not suffice', async () => {
    const signer = memorySigner(bitcoinConfig())
    const utxos = [utxoOf(100_000)]
    const one = bitcoinPayment({ utxos })
    signedOf(await signer.sign(one))
    const second = signedOf(await signer.sign({ ...one, rate: '90000' }))
    const read = readSigned(second, utxos)
    // 2,000 satoshis for 99 vbytes.
    expect([read.amounts, read.fee, second.rate]).toEqual([[PAID], 2_000n, '20202'])
    expect(await signer.sign({ ...one, rate: '90000' })).toEqual(second)
    const small = bitcoinPayment({ utxos: [utxoOf(98_000 + 222)] })
    const first = await signer.sign(small)
    expect(await signer.sign({ ...small, rate: '50000' })).toEqual(first)
  })

  it('is made only where it pays what nodes ask for beside change that has gone to the fee', async () => {
    const signer = memorySigner(bitcoinConfig())
    // The change of 300 is the network's: it has paid 584 at a rate of 2,000.
    const utxos = [utxoOf(98_000 + 284 + 300)]
    const one = bitcoinPayment({ utxos })
    const first = signedOf(await signer.sign(one))
    expect(readSigned(first, utxos).amounts).toEqual([PAID])
    expect(await signer.sign({ ...one, rate: '5000' })).toEqual(first)
  })

  it('stays within the cap of the rate', async () => {
    const signer = memorySigner(bitcoinConfig({ rate: '5000' }))
    const one = bitcoinPayment()
    signedOf(await signer.sign(one))
    expect(signedOf(await signer.sign({ ...one, rate: '60000' })).rate).toBe('5000')
  })

  it('pays 1/8 more, and a satoshi per vbyte at least', () => {
    expect([0n, 1_000n, 8_000n, 8_001n, 80_000n].map(leastReplacing)).toEqual([1_000n, 2_000n, 9_000n, 9_002n, 90_000n])
  })
})

describe('the log of a signer', () => {
  it('belongs to one Bitcoin network', async () => {
    const regtest = memorySigner(bitcoinConfig())
    signedOf(await regtest.sign(bitcoinPayment()))
    const simulated = memorySigner(signerConfig())
    const to = 'test-bitcoin-00112233445566778899'
    signedOf(
      await simulated.sign(payment({ network: 'bitcoin', asset: 'tBTC', address: to, amount: '100000', fee: '1' })),
    )
    const signet = memorySigner(bitcoinConfig({ network: 'signet' }))
    signedOf(await signet.sign(bitcoinPayment({ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' })))
    for (const [config, { entries }] of [
      [bitcoinConfig(), signet],
      [bitcoinConfig({ network: 'signet' }), regtest],
      [signerConfig(), regtest],
      [bitcoinConfig(), simulated],
    ] as const)
      expect(() => checkLogChains(config, entries)).toThrow('Line 1 of payments.log is a payment on another chain')
    expect(() => checkLogChains(bitcoinConfig(), regtest.entries)).not.toThrow()
  })
})
