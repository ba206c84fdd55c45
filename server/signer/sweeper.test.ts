import { randomUUID } from 'node:crypto'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { decodeFunctionData, parseTransaction, recoverTransactionAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { SEED } from '../../tests/support/servers/signer-process.ts'
import {
  ethereumConfig,
  ethereumSettings,
  etherPayment,
  memorySigner,
  signedOf,
  wallet,
} from '../../tests/support/withdrawals/signing.ts'
import { GAS_MARK, gasFor, replacingRate, TOKEN } from './protocol/evm-transaction.ts'
import { Gas, Sweep, type SignAnswer } from './protocol/protocol.ts'
import { checkLogChains } from './start-check.ts'

const { usdt } = ethereumSettings().ethereum
const COLD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const RATE = 2_000_000_000n
const ETHER = 10n ** 18n

/** The deposit address of a number, as a wallet derives it from the words. */
const depositAt = (addressIndex: number): string =>
  mnemonicToAccount(entropyToMnemonic(SEED, wordlist), { addressIndex }).address

const config = (sweeps: object = {}, more: object = {}) =>
  ethereumConfig({ sweeps: { to: 'wallet', transactions: 5, gasDay: '0.5', ...sweeps }, ...more })

/** A sweep of 1 ETH from the deposit address 7 to the paying wallet; `more` replaces parts of it. */
const sweep = (more: object = {}) =>
  Sweep.parse({
    ...{ id: randomUUID(), network: 'ethereum', asset: 'tETH', index: 7, from: depositAt(7), to: wallet.address },
    ...{ amount: String(ETHER), rate: String(RATE), spends: ['3'], ...more },
  })

/** Gas for the deposit address 7. */
const gas = (more: object = {}) =>
  Gas.parse({
    ...{ id: randomUUID(), network: 'ethereum', asset: 'tETH', index: 7, to: depositAt(7) },
    ...{ amount: String(gasFor(RATE)), rate: String(RATE), ...more },
  })

/** Reads a signed transaction, with the address that signed it. */
async function read(answer: SignAnswer) {
  const raw = signedOf(answer).raw as `0x02${string}`
  const { to, value, data, nonce, gas: limit, maxFeePerGas, chainId } = parseTransaction(raw)
  const from = await recoverTransactionAddress({ serializedTransaction: raw })
  return { from, to, value, data, nonce, gas: limit, maxFeePerGas, chainId }
}

describe('a sweep on Ethereum', () => {
  it('takes all ether of a deposit address to the paying wallet, but what its transaction can cost', async () => {
    const signer = memorySigner(config())
    const answer = await signer.sweep(sweep())
    expect(await read(answer)).toEqual({
      ...{ from: depositAt(7), to: wallet.address.toLowerCase(), value: ETHER - 21_000n * RATE, data: undefined },
      ...{ nonce: 3, gas: 21_000n, maxFeePerGas: RATE, chainId: 31_337 },
    })
    expect(signedOf(answer)).toMatchObject({ spends: ['3'], rate: String(RATE) })
    expect(signer.entries).toMatchObject([
      { sweep: { index: 7, part: 'coins' }, address: wallet.address, operators: [] },
    ])
  })

  it('takes a token to a cold address that the settings name, with gas of its own', async () => {
    const signer = memorySigner(config({ to: COLD }))
    const { data, ...rest } = await read(await signer.sweep(sweep({ asset: 'tUSDT', amount: '70', to: COLD })))
    expect(rest).toMatchObject({ from: depositAt(7), to: usdt.toLowerCase(), gas: 100_000n })
    expect(decodeFunctionData({ abi: TOKEN, data: data! })).toEqual({ functionName: 'transfer', args: [COLD, 70n] })
    expect((await signer.about()).sweeps).toEqual({ ethereum: { to: COLD, gas: 21_000 } })
  })

  it.each([
    ['another destination', { to: COLD }, 'address'],
    ['the address of another number', { from: depositAt(8) }, 'address'],
    ['another number', { index: 8 }, 'address'],
    ['real ether on a test chain', { asset: 'ETH' }, 'network'],
    ['a coin that Ethereum does not move', { asset: 'tBTC' }, 'network'],
    ['another network', { network: 'bitcoin' }, 'network'],
    ['a rate beyond the cap', { rate: '100000000001' }, 'rate'],
    ['less than its price', { amount: String(21_000n * RATE) }, 'funds'],
    ['two nonces', { spends: ['3', '4'] }, 'funds'],
    ['outputs', { spends: [`${'0'.repeat(64)}:1`] }, 'funds'],
  ])('is refused with %s', async (_what, more, refused) => {
    const signer = memorySigner(config())
    expect(await signer.sweep(sweep(more))).toEqual({ refused })
    expect(signer.entries).toEqual([])
  })

  it('is refused where the settings say nothing of sweeps', async () => {
    const signer = memorySigner(ethereumConfig())
    expect(await signer.sweep(sweep())).toEqual({ refused: 'network' })
    expect(await signer.gas(gas())).toEqual({ refused: 'network' })
  })

  it('is answered as it was signed, replaced at a higher rate with the same nonce, and never changed', async () => {
    const signer = memorySigner(config())
    const one = sweep()
    const first = signedOf(await signer.sweep(one))
    const restarted = memorySigner(config(), signer.entries)
    expect(await restarted.sweep(one)).toEqual(first)
    const next = replacingRate(RATE)
    const second = await restarted.sweep({ ...one, rate: String(next) })
    expect(await read(second)).toMatchObject({ nonce: 3, maxFeePerGas: next, value: ETHER - 21_000n * next })
    for (const more of [{ amount: '999999999999999999' }, { spends: ['4'] }, { index: 8, from: depositAt(8) }])
      expect(await restarted.sweep({ ...one, ...more })).toEqual({ refused: 'changed' })
    // Nor is it a payment, or gas.
    const paid = etherPayment({ id: one.id, address: wallet.address, amount: one.amount, fee: '0' })
    expect(await restarted.sign(paid)).toEqual({ refused: 'changed' })
    expect(await restarted.gas(gas({ id: one.id }))).toEqual({ refused: 'changed' })
    expect(restarted.entries).toHaveLength(2)
    expect(() => checkLogChains(config(), restarted.entries)).not.toThrow()
    expect(() => checkLogChains(config({}, { chainId: 1 }), restarted.entries)).toThrow('on another chain')
  })

  it('spends no nonce of the wallet, and counts against a cap of its own', async () => {
    const signer = memorySigner(config({}, { transactions: 1 }))
    for (let n = 0; n < 5; n++) signedOf(await signer.sweep(sweep({ spends: [String(n)] })))
    expect(await signer.sweep(sweep({ spends: ['5'] }))).toEqual({ refused: 'limit' })
    expect(signedOf(await signer.sign(etherPayment())).spends).toEqual(['0'])
    expect(await signer.sign(etherPayment())).toEqual({ refused: 'limit' })
    signer.clock.now += 86_400_001
    signedOf(await signer.sweep(sweep({ spends: ['5'] })))
  })

  it('may be signed twice under two ids: both go to the same place', async () => {
    const signer = memorySigner(config())
    const [one, other] = [await read(await signer.sweep(sweep())), await read(await signer.sweep(sweep()))]
    expect(other).toEqual(one)
  })
})

describe('gas for a deposit address', () => {
  it('is marked, and takes the next nonce of the wallet', async () => {
    const signer = memorySigner(config())
    signedOf(await signer.sign(etherPayment()))
    expect(await read(await signer.gas(gas()))).toEqual({
      ...{ from: wallet.address, to: depositAt(7).toLowerCase(), value: gasFor(RATE), data: GAS_MARK },
      ...{ nonce: 1, gas: 25_000n, maxFeePerGas: RATE, chainId: 31_337 },
    })
    expect(signedOf(await signer.sign(etherPayment())).spends).toEqual(['2'])
  })

  it('is replaced with the same nonce, and answered again after a restart', async () => {
    const signer = memorySigner(config())
    const one = gas()
    const first = signedOf(await signer.gas(one))
    const restarted = memorySigner(config(), signer.entries)
    expect(await restarted.gas(one)).toEqual(first)
    const second = signedOf(await restarted.gas({ ...one, rate: String(replacingRate(RATE)) }))
    expect([second.spends, second.txid === first.txid]).toEqual([first.spends, false])
    expect(await restarted.signed(one.id)).toEqual({ txids: [first.txid, second.txid], spends: first.spends })
    expect(await restarted.gas({ ...one, amount: '1' })).toEqual({ refused: 'changed' })
  })

  it.each([
    ['an address of somebody else', { to: COLD }, 'address'],
    ['the address of another number', { to: depositAt(8) }, 'address'],
    ['a token', { asset: 'tUSDT' }, 'network'],
    ['real ether on a test chain', { asset: 'ETH' }, 'network'],
    ['nothing', { amount: '0' }, 'limit'],
    ['more than a sweep can need at the highest rate', { amount: String(gasFor(100_000_000_000n) + 1n) }, 'limit'],
    ['a rate beyond the cap', { rate: '100000000001' }, 'rate'],
  ])('is refused for %s', async (_what, more, refused) => {
    const signer = memorySigner(config())
    expect(await signer.gas(gas(more))).toEqual({ refused })
    expect(signer.entries).toEqual([])
  })

  it('is bounded by day, also after a restart, and a payment does not count', async () => {
    const amount = gasFor(100_000_000_000n)
    const signer = memorySigner(config({ gasDay: '0.03' }))
    signedOf(await signer.sign(etherPayment()))
    signedOf(await signer.gas(gas({ amount: String(amount) })))
    signedOf(await signer.gas(gas({ amount: String(amount) })))
    const more = gas({ amount: '1' })
    expect(await signer.gas(more)).toEqual({ refused: 'limit' })
    const restarted = memorySigner(config({ gasDay: '0.03' }), signer.entries)
    expect(await restarted.gas(more)).toEqual({ refused: 'limit' })
    restarted.clock.now += 86_400_001
    signedOf(await restarted.gas(more))
  })
})

describe('settings of sweeps', () => {
  it.each([
    [{ to: 'cold' }, 'ethereum.sweeps.to: must be "wallet" or an address on Ethereum'],
    [{ to: usdt }, 'ethereum.sweeps.to: must be'],
    [{ to: `0x${'0'.repeat(40)}` }, 'ethereum.sweeps.to: must be'],
    [{ gasDay: 'much' }, 'ethereum.sweeps.gasDay: must be an amount'],
    [{ gas: 20_999 }, 'ethereum.sweeps.gas'],
    [{ gas: 500_001 }, 'ethereum.sweeps.gas'],
    [{ transactions: -1 }, 'ethereum.sweeps.transactions'],
    [{ from: 'everywhere' }, 'ethereum.sweeps: unknown setting from'],
  ])('%j are reported: %s', (more, problem) => {
    expect(() => config(more)).toThrow(problem)
  })

  it('name the gas of a destination that is a contract', async () => {
    const signer = memorySigner(config({ to: COLD, gas: 60_000 }))
    expect(await read(await signer.sweep(sweep({ to: COLD })))).toMatchObject({
      ...{ gas: 60_000n, value: ETHER - 60_000n * RATE },
    })
  })
})
