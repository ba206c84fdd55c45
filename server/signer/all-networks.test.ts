import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BITCOIN_WALLET, bitcoinPayment, bitcoinSettings } from '../../tests/support/bitcoin/signing.ts'
import { createSignerProcess, PASSPHRASE, SEED } from '../../tests/support/servers/signer-process.ts'
import {
  ethereumSettings,
  etherPayment,
  memorySigner,
  signedOf,
  signerKeys,
  wallet,
} from '../../tests/support/withdrawals/signing.ts'
import { tronAddressNamed, tronPayment, tronSettings, TRON_WALLET } from '../../tests/support/tron/signing.ts'
import { checkSigner } from './command.ts'
import { FIRST_CONFIG, readSignerConfig } from './config/config.ts'
import { gasFor } from './protocol/evm-transaction.ts'
import { openLog } from './log/log.ts'
import { AboutSigner, Gas, Sweep, type Payment } from './protocol/protocol.ts'
import { logKeyOf } from './seed.ts'
import { checkLogChains } from './start-check.ts'

// One signer pays on all networks and collects where it can. It has one log, in which payments and sweeps count apart.

const RATE = '2000000000'
const sweeps = { to: 'wallet', transactions: 2 }
const settings = {
  ...{ limits: FIRST_CONFIG.limits, operators: [] },
  ...{ ...ethereumSettings({ transactions: 3, sweeps: { ...sweeps, gasDay: '0.5' } }), ...bitcoinSettings({ sweeps }) },
  tron: tronSettings({ transactions: 4 }).tron,
}
const config = readSignerConfig(JSON.stringify(settings))
const from = signerKeys.deposits.evm(7).address

/** A sweep of 3,000 USDT from a deposit address on Ethereum; `more` replaces parts of it. */
const sweepOf = (more: object = {}): Sweep =>
  Sweep.parse({
    ...{ id: randomUUID(), network: 'ethereum', asset: 'tUSDT', index: 7, from, to: wallet.address },
    ...{ amount: '3000000000', rate: RATE, spends: ['0'], ...more },
  })
const gasOf = (): Gas =>
  Gas.parse({
    ...{ id: randomUUID(), network: 'ethereum', asset: 'tETH', index: 7, to: from, rate: RATE },
    amount: String(gasFor(BigInt(RATE))),
  })
/** A payment of 1,000 USDT to somebody on Tron. */
const tronTo = (name: string): Payment => tronPayment({ amount: '1000000000', address: tronAddressNamed(name) })

describe('a signer for all networks', () => {
  it('names its wallets and chains, and where it collects to: not on Tron', async () => {
    const about = AboutSigner.parse(await memorySigner(config).about())
    expect(about.wallets).toEqual({ ethereum: wallet.address, bitcoin: BITCOIN_WALLET, tron: TRON_WALLET })
    expect(Object.keys(about.chains!)).toEqual(['ethereum', 'bitcoin', 'tron'])
    expect(about.sweeps).toEqual({
      ethereum: { to: wallet.address, gas: 21_000 },
      bitcoin: { to: BITCOIN_WALLET },
    })
  })

  it('counts transactions by network, and those that collect apart from those that pay', async () => {
    const signer = memorySigner(config)
    expect(signedOf(await signer.sign(etherPayment())).spends).toEqual(['0'])
    expect(signedOf(await signer.gas(gasOf())).spends).toEqual(['1'])
    signedOf(await signer.sweep(sweepOf()))
    expect(await signer.sweep(sweepOf({ spends: ['1'] }))).toEqual({ refused: 'limit' })
    for (const name of ['a', 'b', 'c', 'd'])
      signedOf(await signer.sign(tronPayment({ address: tronAddressNamed(name) })))
    expect(await signer.sign(tronPayment())).toEqual({ refused: 'limit' })
    signedOf(await signer.sign(bitcoinPayment()))
    const restarted = memorySigner(config, signer.entries)
    expect(signedOf(await restarted.sign(etherPayment())).spends).toEqual(['2'])
    expect(signedOf(await restarted.sign(etherPayment())).spends).toEqual(['3'])
    expect(await restarted.sign(etherPayment())).toEqual({ refused: 'limit' })
    expect(await restarted.sign(tronPayment())).toEqual({ refused: 'limit' })
    expect(() => checkLogChains(config, restarted.entries)).not.toThrow()
  })

  it('counts a coin on both of its networks against one limit of the day, and nothing that is collected', async () => {
    const signer = memorySigner(config)
    signedOf(await signer.sweep(sweepOf()))
    for (const name of ['a', 'b', 'c', 'd']) signedOf(await signer.sign(tronTo(name)))
    const onEthereum = (address: string) => etherPayment({ asset: 'tUSDT', amount: '1000000000', fee: '0', address })
    signedOf(await signer.sign(onEthereum(signerKeys.deposits.evm(1).address)))
    // 5,000 without an operator.
    const more = onEthereum(signerKeys.deposits.evm(2).address)
    expect(await signer.sign(more)).toEqual({ refused: 'limit', approvals: 1 })
    expect(await memorySigner(config, signer.entries).sign(more)).toEqual({ refused: 'limit', approvals: 1 })
  })

  it('answers under one id with what was signed under it, and never with something else', async () => {
    const signer = memorySigner(config)
    const paid = tronPayment()
    const first = await signer.sign(paid)
    expect(await signer.sweep(sweepOf({ id: paid.id }))).toEqual({ refused: 'changed' })
    expect(await signer.gas({ ...gasOf(), id: paid.id })).toEqual({ refused: 'changed' })
    const collected = sweepOf()
    const { txid } = signedOf(await signer.sweep(collected))
    expect(await signer.sign(tronPayment({ id: collected.id }))).toEqual({ refused: 'changed' })
    expect(await signer.sign(tronPayment({ id: collected.id, expired: 'ab'.repeat(32) }))).toEqual({ refused: 'lost' })
    expect(await signer.sign(paid)).toEqual(first)
    expect(await signer.signed(collected.id)).toEqual({ txids: [txid], spends: ['0'] })
  })

  it('collects nothing on Tron', async () => {
    const signer = memorySigner(config)
    const at = { network: 'tron', asset: 'tUSDT', from: tronAddressNamed('a'), to: TRON_WALLET }
    expect(await signer.sweep(sweepOf(at))).toEqual({ refused: 'network' })
    expect(await signer.gas(Gas.parse({ ...gasOf(), network: 'tron' }))).toEqual({ refused: 'network' })
    expect(signer.entries).toEqual([])
    expect(() => readSignerConfig(JSON.stringify(tronSettings({ sweeps })))).toThrow('tron: unknown setting sweeps')
  })

  it('sums the last day as its limits do: a second transaction on Tron like another payment', async () => {
    const signer = memorySigner(config)
    const at = signer.clock.now
    for (const one of [tronTo('a'), tronTo('b'), etherPayment()]) signedOf(await signer.sign(one))
    signedOf(await signer.sign({ ...etherPayment({ id: signer.entries[2]!.id }), rate: '4000000000' }))
    signedOf(await signer.gas(gasOf()))
    signedOf(await signer.sweep(sweepOf()))
    const [first] = signer.entries
    const txid = 'ab'.repeat(32)
    const held = await createSignerProcess(settings)
    onTestFinished(() => held.close())
    const { place } = held
    const { log } = await openLog(place.log, logKeyOf(SEED))
    for (const entry of [...signer.entries, { ...first!, txid, spends: [txid], at: at + 1 }]) await log.append(entry)
    await log.close()
    const secrets = { ask: async () => PASSPHRASE, close: () => undefined }
    expect((await checkSigner(place, secrets, at + 2)).split('\n')).toEqual([
      'The log is intact. Payments: 3, transactions: 7.',
      'Deposits collected: 1, gas sent to them: 1.',
      'Accepted operators: 0.',
      'Last 24 hours: 3000 tUSDT',
      'Last 24 hours: 0.100000000000000001 tETH',
      'Collected in the last 24 hours: 3000 tUSDT',
      expect.stringMatching(/^Gas sent in the last 24 hours: 0\.\d+ tETH$/),
    ])
  })
})
