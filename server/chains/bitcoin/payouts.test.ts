import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPayingMarket, withoutLimits, type PayingMarket } from '../../../tests/support/bitcoin/paying.ts'
import { depositXpub } from '../../../tests/support/bitcoin/regtest.ts'
import {
  addressesOf,
  addressNamed,
  BITCOIN_WALLET,
  bitcoinConfig,
  bitcoinPayment,
} from '../../../tests/support/bitcoin/signing.ts'
import { memorySigner, signedOf, signerKeys } from '../../../tests/support/withdrawals/signing.ts'
import { reasonOf, withdrawing } from '../../../tests/support/withdrawals/withdrawals.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { createDeposits } from '../../networks.ts'
import { withdrawingOf } from '../../withdrawals/methods.ts'
import {
  digestsOf,
  readBitcoinPayout,
  scriptOf,
  taprootAddress,
  taprootScript,
  writeTransaction,
} from '../../signer/protocol/bitcoin-transaction.ts'
import type { SignedTransaction } from '../../signer/protocol/protocol.ts'
import type { PaidOut, PayingChain } from '../chain.ts'
import { NodeError } from '../real.ts'

const TO = addressNamed('somebody')
const PAID: PaidOut = { to: TO, coin: 'BTC', amount: 98_000n }
const OWN = taprootScript(signerKeys.bitcoin.output)

let market: PayingMarket
let chain: PayingChain
beforeAll(async () => {
  market = await openPayingMarket(memorySigner(withoutLimits()))
  chain = market.chain()
})
afterAll(() => market.close())
beforeEach(() => market.regtest.lie(undefined))

describe('the market compares a signed transaction with the payment', () => {
  let signed: SignedTransaction
  let outpoints: { txid: string; n: number; amount: bigint }[]
  beforeAll(async () => {
    await market.fund(60_000, 60_000)
    const { utxos } = await chain.wallet!.unspent!()
    signed = signedOf(await memorySigner(withoutLimits()).sign(bitcoinPayment({ utxos: [...utxos] })))
    outpoints = utxos.map((one) => ({ ...one, amount: BigInt(one.amount) }))
  })

  /** A transaction of the same outputs with other ones of its own, signed by the wallet's key or another. */
  async function forged(
    outputs: readonly { script: Uint8Array; amount: bigint }[],
    { utxos = outpoints, sign = signerKeys.bitcoin.sign } = {},
  ): Promise<SignedTransaction> {
    const spent = utxos.map(({ amount }) => ({ script: OWN, amount }))
    const digests = digestsOf(writeTransaction(utxos, outputs), spent)
    const raw = writeTransaction(utxos, outputs, await Promise.all(digests.map((one) => sign(one))))
    const { txid, spends } = readBitcoinPayout(raw)!
    return { ...signed, raw: Buffer.from(raw).toString('hex'), txid, spends: [...spends] }
  }
  const paid = { script: scriptOf('regtest', TO)!, amount: PAID.amount }
  const back = (amount: bigint) => ({ script: OWN, amount })

  it('and finds none where it is that payment, with change or without', async () => {
    expect(await chain.faultIn(signed, PAID)).toBeUndefined()
    expect(await chain.faultIn(await forged([back(10_000n), paid, back(11_500n)]), PAID)).toBeUndefined()
    // The rate of 2,000, and change that is too small.
    const enough = 200n * 2n + 329n
    const one = [outpoints[0]!, { ...outpoints[1]!, amount: 60_000n }]
    expect(await chain.faultIn(await forged([paid, back(22_000n - enough)], { utxos: one }), PAID)).toBeUndefined()
  })

  it.each([
    [
      'another address',
      () => forged([{ ...paid, script: scriptOf('regtest', addressNamed('thief'))! }, back(20_000n)]),
    ],
    ['another amount', () => forged([{ ...paid, amount: 98_001n }, back(21_000n)])],
    ['one more output', () => forged([paid, { ...paid, amount: 1_000n }, back(20_000n)])],
    ['no payment', () => forged([back(118_000n)])],
  ])('and refuses one with %s', async (_what, make) => {
    expect(await chain.faultIn(await make(), PAID)).toBe('it is another payment')
  })

  it('and refuses one that pays the network too much', async () => {
    expect(await chain.faultIn(await forged([paid, back(20_000n)]), PAID)).toContain('it pays the network 2000')
    expect(await chain.faultIn(await forged([paid]), PAID)).toContain('it pays the network 22000')
    const dear = await forged([paid, back(20_000n)])
    expect(await chain.faultIn({ ...dear, rate: '10000' }, PAID)).toBeUndefined()
  })

  it('and refuses one that is not signed by the wallet, whatever amounts its signer was given', async () => {
    const other = async (digest: Uint8Array): Promise<Uint8Array> =>
      signerKeys.bitcoin.sign(digest.map((byte) => byte ^ 1))
    const text = 'it is not signed by BITCOIN_WALLET'
    expect(await chain.faultIn(await forged([paid, back(21_000n)], { sign: other }), PAID)).toBe(text)
    const lied = outpoints.map((one) => ({ ...one, amount: one.amount + 1n }))
    expect(await chain.faultIn(await forged([paid, back(21_000n)], { utxos: lied }), PAID)).toBe(text)
  })

  it('and refuses one that spends something else than it names, or not of the wallet', async () => {
    const [one] = outpoints
    const foreign = market.regtest.send([[TO, 150_000n]])
    const strange = [{ txid: foreign, n: 0, amount: 150_000n }]
    expect(await chain.faultIn(await forged([paid, back(50_000n)], { utxos: strange }), PAID)).toBe(
      `${foreign}:0 is not of BITCOIN_WALLET`,
    )
    const name = `${one!.txid}:${one!.n}`
    expect(await chain.faultIn({ ...signed, spends: [name] }, PAID)).toContain('it spends')
    expect(await chain.faultIn({ ...signed, txid: '0'.repeat(64) }, PAID)).toContain('its id is')
    for (const raw of ['', '00', signed.raw.slice(0, -2), `${signed.raw}00`])
      expect(await chain.faultIn({ ...signed, raw }, PAID)).toBe('it is no transaction of the wallet')
  })

  it('and does not judge where its node does not show what is spent', async () => {
    const unknown = [{ txid: '1'.repeat(64), n: 0, amount: 150_000n }]
    await expect(chain.faultIn(await forged([paid, back(50_000n)], { utxos: unknown }), PAID)).rejects.toThrow(
      NodeError,
    )
  })
})

describe('the rate at which the market pays the network', () => {
  it('is that for three blocks, and what every node asks for at least', async () => {
    for (const [rate, expected] of [
      [2, 2_000n],
      [87.8821, 87_883n],
      [0.3, 1_000n],
    ] as const) {
      market.regtest.estimate(rate)
      expect(await chain.usualRate()).toBe(expected)
    }
    market.regtest.lie('rates', { paths: '/fee-estimates' })
    await expect(chain.usualRate()).rejects.toThrow('another form than Esplora')
    market.regtest.estimate(2)
  })

  it('tells what a usual transaction costs: 154 vbytes', () => {
    expect(chain.costAt(10_000n, 'BTC')).toEqual({ coin: 'BTC', amount: 1_540n })
  })
})

describe('the outputs that the market offers', () => {
  it('are those of the wallet in blocks, the largest first, without new coins', async () => {
    await market.fund(30_000, 90_000)
    market.regtest.send([[BITCOIN_WALLET, 5_000_000n]])
    market.regtest.mineTo({ script: OWN })
    market.regtest.send([[BITCOIN_WALLET, 7_000_000n]])
    const { utxos } = await chain.wallet!.unspent!()
    const amounts = utxos.map(({ amount }) => Number(amount))
    expect(amounts).toEqual([5_000_000, 90_000, 60_000, 60_000, 30_000])
    expect(await chain.wallet!.holds('BTC')).toBeGreaterThan(5_240_000n)
  })

  it('are those whose transactions say so', async () => {
    market.regtest.lie('utxo', { paths: '/utxo' })
    await expect(chain.wallet!.unspent!()).rejects.toThrow('is another output')
    const id = await market.withdraw(100_000)
    await expect(market.follow()).rejects.toThrow('is another output')
    expect((await market.row(id)).signing).toBeNull()
    market.regtest.lie(undefined)
    await market.mined(4)
    expect((await market.row(id)).state).toBe('done')
  })
})

it('nothing is paid to the wallet itself, to another network, or to what nobody can spend', () => {
  const refused = [
    BITCOIN_WALLET,
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]
  expect(refused.map((one) => chain.refuses(one))).toEqual([true, true, true])
  expect(Object.values(addressesOf('a')).map((one) => chain.refuses(one))).toEqual([false, false, false, false, false])
})

it('a person withdraws to an address of the network alone, and not to the market’s or their own', async () => {
  const token = await market.login(market.person)
  const ask = (address: string): Promise<string> =>
    market
      .call(
        '/api/withdraw/ask',
        withdrawing(market.person, { network: 'bitcoin', asset: 'tBTC', amount: '100000', fee: '5000', address }),
        token,
      )
      .then(reasonOf)
  const own = await depositAddressFor(market.db, chain, market.uid)
  const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const other = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  expect(await Promise.all([own, main, other, BITCOIN_WALLET].map(ask))).toEqual([
    'withdrawalOwn',
    'withdrawalAddress',
    'withdrawalAddress',
    'withdrawalAddress',
  ])
  for (const address of Object.values(addressesOf('asked'))) expect(await ask(address)).toBe('accepted')
})

it('a signer with another wallet or another network in its settings pays nothing, and stops the start', async () => {
  const at = (bitcoin: object, config = bitcoinConfig()) =>
    createDeposits(market.db, { bitcoin: { ...market.regtest.settings, ...bitcoin }, signer: memorySigner(config) })
  const other = await at({ wallet: addressesOf('a').Taproot })
  await expect(other.check()).rejects.toThrow(`The signer pays from ${BITCOIN_WALLET}, not from BITCOIN_WALLET`)
  // The same wallet, since test networks share their keys and most addresses.
  const wallet = taprootAddress('signet', signerKeys.bitcoin.output)
  const signet = { network: 'signet', xpub: depositXpub('signet'), wallet } as const
  const paying = async (network: string) =>
    (await at(signet, bitcoinConfig({ network }))).payingOf('bitcoin')!.signer.about()
  await expect(paying('testnet4')).rejects.toThrow('The signer has the network testnet4 in its settings')
  expect((await paying('signet')).wallets).toEqual({ bitcoin: wallet })
  const id = await market.withdraw(100_000)
  await expect(other.follow(0)).rejects.toThrow('not from BITCOIN_WALLET')
  expect((await market.row(id)).signing).toBeNull()
  await (await at({ wallet: BITCOIN_WALLET })).check()
  await market.mined(3)
})

it('a person is shown that BTC can be withdrawn, with its fee and minimum', async () => {
  const user = { id: market.uid } as never
  const { methods } = await withdrawingOf({ db: market.db, user, now: () => 0 } as never, market.deposits)
  expect(methods).toEqual([
    {
      ...{ network: 'bitcoin', coin: 'BTC', test: true, simulated: false, confirmations: 3, seconds: 1_800 },
      ...{ fee: '5000', minimum: '30000' },
    },
  ])
})
