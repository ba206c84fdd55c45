import { randomBytes, randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { OutScript, p2wpkh, RawTx, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { REGTEST } from '../../../tests/support/bitcoin/raw-block.ts'
import { isSignedBySegwitKey, readTransaction } from '../../../tests/support/bitcoin/read-transaction.ts'
import { addressNamed, BITCOIN_WALLET, bitcoinConfig, bytesOf, OWN } from '../../../tests/support/bitcoin/signing.ts'
import { SEED } from '../../../tests/support/servers/signer-process.ts'
import { memorySigner, signedOf } from '../../../tests/support/withdrawals/signing.ts'
import { depositAccount, keyForms } from '../../chains/networks/bitcoin-networks.ts'
import { scriptOf } from '../protocol/bitcoin-transaction.ts'
import { Sweep, SWEPT_MAX } from '../protocol/protocol.ts'
import { checkLogChains } from '../start-check.ts'

const RATE = 3_000n

/** The key of a deposit address, as a wallet derives it from the words (BIP-84). */
const keyAt = (index: number): HDKey =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(SEED, wordlist)), keyForms('regtest')[0])
    .derive(depositAccount('regtest'))
    .derive(`m/0/${index}`)
const depositAt = (index: number) => p2wpkh(keyAt(index).publicKey!, REGTEST)

/** A transaction that pays these amounts to a script, without its witnesses. */
function previousOf(script: Uint8Array, ...amounts: readonly number[]) {
  const raw = RawTx.encode({
    ...{ version: 2, segwitFlag: false, lockTime: 0, witnesses: undefined },
    inputs: [{ txid: randomBytes(32), index: 0, finalScriptSig: new Uint8Array(), sequence: 0xffffffff }],
    outputs: amounts.map((amount) => ({ amount: BigInt(amount), script })),
  })
  const { id } = Transaction.fromRaw(raw, { allowUnknownOutputs: true, disableScriptCheck: true })
  return { id, hex: Buffer.from(raw).toString('hex') }
}

const config = (sweeps: object = {}) => bitcoinConfig({ sweeps: { to: 'wallet', transactions: 10, ...sweeps } })

/** A sweep of two outputs at the deposit address 4; `more` replaces parts of it. */
function sweepOf(more: object = {}, amounts: readonly number[] = [60_000, 40_000]) {
  const { id, hex } = previousOf(depositAt(4).script, ...amounts)
  return Sweep.parse({
    ...{
      id: randomUUID(),
      network: 'bitcoin',
      asset: 'tBTC',
      index: 4,
      from: depositAt(4).address,
      to: BITCOIN_WALLET,
    },
    ...{ amount: String(amounts.reduce((sum, one) => sum + one, 0)), rate: String(RATE), previous: [hex] },
    ...{ spends: amounts.map((_one, n) => `${id}:${n}`), ...more },
  })
}

describe('a sweep on Bitcoin', () => {
  it('takes the outputs of a deposit address to the wallet, but what the rate takes', async () => {
    const signer = memorySigner(config())
    const one = sweepOf()
    const signed = signedOf(await signer.sweep(one))
    const read = readTransaction(bytesOf(signed))
    expect([signed.txid, signed.spends]).toEqual([read.id, one.spends])
    const fee = 3n * BigInt(read.vsize)
    expect(read.outputs).toEqual([{ script: OWN, amount: 100_000n - fee }])
    const spent = [60_000n, 40_000n].map((amount) => ({ script: depositAt(4).script, amount }))
    expect(spent.map((_one, n) => isSignedBySegwitKey(read, spent, n))).toEqual([true, true])
    expect(signer.entries).toMatchObject([{ sweep: { index: 4, part: 'coins' }, bitcoin: { network: 'regtest' } }])
  })

  it('is signed as another program signs it with the same key', async () => {
    const one = sweepOf()
    const signed = signedOf(await memorySigner(config()).sweep(one))
    const [output] = readTransaction(bytesOf(signed)).outputs
    const own = new Transaction({ allowUnknownOutputs: true, lowR: true })
    for (const [n, amount] of [60_000n, 40_000n].entries()) {
      const [txid] = one.spends[n]!.split(':')
      own.addInput({
        ...{ txid: txid!, index: n, sequence: 0xfffffffd },
        witnessUtxo: { script: depositAt(4).script, amount },
      })
    }
    own.addOutput(output!)
    own.sign(keyAt(4).privateKey!)
    own.finalize()
    expect(Buffer.from(own.extract()).toString('hex')).toBe(signed.raw)
  })

  it('goes to the address in the settings', async () => {
    const cold = addressNamed('cold')
    const signer = memorySigner(config({ to: cold.toUpperCase() }))
    const [output] = readTransaction(bytesOf(signedOf(await signer.sweep(sweepOf({ to: cold }))))).outputs
    expect(output!.script).toEqual(scriptOf('regtest', cold))
    expect((await signer.about()).sweeps).toEqual({ bitcoin: { to: cold } })
    expect(await signer.sweep(sweepOf())).toEqual({ refused: 'address' })
  })

  const other = previousOf(OutScript.encode({ type: 'wpkh', hash: randomBytes(20) }), 100_000)
  it.each([
    ['another destination', { to: addressNamed('thief') }, 'address'],
    ['the address of another number', { from: depositAt(5).address }, 'address'],
    ['real coins on a test network', { asset: 'BTC' }, 'network'],
    ['a coin that Bitcoin does not move', { asset: 'tETH' }, 'network'],
    ['a rate beyond the cap', { rate: '100001' }, 'rate'],
    ['another amount than the outputs have', { amount: '200000' }, 'funds'],
    ['less than its price', { rate: '100000', amount: '300' }, 'funds'],
    ['no transactions that have made the outputs', { previous: undefined }, 'funds'],
    ['an output of somebody else', { previous: [other.hex], spends: [`${other.id}:0`] }, 'funds'],
    ['an output that does not exist', { previous: [other.hex], spends: [`${other.id}:1`] }, 'funds'],
    ['a nonce', { spends: ['1'] }, 'funds'],
    ['bytes that are no transaction', { previous: ['00'] }, 'funds'],
  ])('is refused with %s', async (_what, more, refused) => {
    const signer = memorySigner(config())
    expect(await signer.sweep(sweepOf(more))).toEqual({ refused })
    expect(signer.entries).toEqual([])
  })

  it('is refused where an output is named twice, or its transaction has other bytes than its id says', async () => {
    const signer = memorySigner(config())
    const one = sweepOf({}, [50_000])
    expect(await signer.sweep({ ...one, spends: [one.spends[0]!, one.spends[0]!], amount: '100000' })).toEqual({
      refused: 'funds',
    })
    // The lowest byte of the amount, behind the version, one input and the count of outputs.
    const bytes = Buffer.from(one.previous![0]!, 'hex')
    const at = 4 + 1 + 41 + 1
    bytes[at] = bytes[at]! ^ 1
    expect(await signer.sweep({ ...one, previous: [bytes.toString('hex')], amount: '50001' })).toEqual({
      refused: 'funds',
    })
    signedOf(await signer.sweep(one))
  })

  it('is replaced by one that spends the same and pays more, as far as the amount allows', async () => {
    const signer = memorySigner(config())
    const one = sweepOf()
    const first = signedOf(await signer.sweep(one))
    const restarted = memorySigner(config(), signer.entries)
    const { previous: _previous, ...again } = one
    expect(await restarted.sweep(again)).toEqual(first)
    const second = signedOf(await restarted.sweep({ ...again, rate: '6000' }))
    const [before, after] = [first, second].map((signed) => readTransaction(bytesOf(signed)))
    expect(second.spends).toEqual(first.spends)
    expect(after!.outputs[0]!.amount).toBe(100_000n - 6n * BigInt(after!.vsize))
    expect(after!.outputs[0]!.amount).toBeLessThan(before!.outputs[0]!.amount)
    // A small rise is none.
    expect(await restarted.sweep({ ...again, rate: '6500' })).toEqual(second)
    expect(await restarted.sweep({ ...again, amount: '99999' })).toEqual({ refused: 'changed' })
    expect(() => checkLogChains(config(), restarted.entries)).not.toThrow()
    expect(() => checkLogChains(bitcoinConfig({ network: 'signet' }), restarted.entries)).toThrow('on another chain')
  })

  it('spends a bounded number of outputs', () => {
    const spends = Array.from({ length: SWEPT_MAX + 1 }, (_one, n) => `${'a'.repeat(64)}:${n}`)
    expect(Sweep.safeParse({ ...sweepOf(), spends }).success).toBe(false)
    expect(Sweep.safeParse({ ...sweepOf(), spends: spends.slice(1) }).success).toBe(true)
  })

  it.each([
    ['cold', 'bitcoin.sweeps.to: must be "wallet" or an address of the network regtest'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin.sweeps.to: must be'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bitcoin.sweeps.to: must be'],
  ])('to %s is no setting', (to, problem) => {
    expect(() => config({ to })).toThrow(problem)
  })
})
