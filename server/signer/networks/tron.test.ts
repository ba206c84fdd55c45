import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it } from 'vitest'
import { SEED } from '../../../tests/support/servers/signer-process.ts'
import {
  etherPayment,
  memorySigner,
  payment,
  signedOf,
  signerConfig,
  signerKeys,
} from '../../../tests/support/withdrawals/signing.ts'
import {
  BLOCK,
  TOKEN,
  tronAddressNamed,
  tronConfig,
  tronPayment,
  tronSettings,
  TRON_WALLET,
} from '../../../tests/support/tron/signing.ts'
import { NOBODY, tronAddressAt } from '../../chains/networks/tron-address.ts'
import { FIRST_CONFIG, readSignerConfig, type SignerConfig } from '../config/config.ts'
import { tronKeysOf } from '../keys.ts'
import { AboutSigner, Payment } from '../protocol/protocol.ts'
import { checkLogChains } from '../start-check.ts'
import { readTronPayout } from '../protocol/tron-transaction.ts'
import type { TronKey } from './tron.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const USDT_MAIN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

describe('the keys on Tron', () => {
  it('are those that wallets derive from the same words, and the wallet is in an account of its own', async () => {
    const { xpub, wallet } = await tronKeysOf(SEED)
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(SEED, wordlist)))
    expect(xpub).toBe(root.derive("m/44'/195'/0'").publicExtendedKey)
    expect(wallet.address).toBe(tronAddressAt(root.derive("m/44'/195'/1'"), 0))
    expect(HDKey.fromExtendedKey(xpub).privateKey).toBeNull()
  })
})

describe("a signer's settings for Tron", () => {
  it('name the network, its node and its token', () => {
    const { networks } = tronConfig({ solidity: 'http://127.0.0.1:2', expires: 5, firstBlock: 7 })
    const chain = { kind: 'tron', api: 'http://127.0.0.1:1', usdt: TOKEN, expires: 5 * MINUTE, firstBlock: 7 }
    expect([...networks.keys()]).toEqual(['tron'])
    expect(networks.get('tron')).toMatchObject({
      ...{ rate: 60_000_000n, transactions: 1000 },
      chain: { ...chain, solidity: 'http://127.0.0.1:2', network: { name: 'nile' } },
    })
    const main = tronConfig({ network: 'main', usdt: ` ${USDT_MAIN} ` }).networks.get('tron')!.chain
    expect(main).toMatchObject({ usdt: USDT_MAIN, solidity: 'http://127.0.0.1:1', expires: 10 * MINUTE, firstBlock: 0 })
  })

  it.each([
    [{ network: 'mainnet' }, 'tron.network: is none of'],
    [{ api: 'localhost:8090' }, 'tron.api: must be an address such as'],
    [{ solidity: 'ftp://127.0.0.1' }, 'tron.solidity: must be an address such as'],
    [{ usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, 'tron.usdt: is not a valid address on Tron'],
    [{ usdt: `${USDT_MAIN.slice(0, -1)}s` }, 'tron.usdt: is not a valid address on Tron'],
    [{ rate: '16 TRX' }, 'tron.rate: must be a whole number'],
    [{ rate: '1000000001' }, 'tron.rate: is more than 1000000000'],
    [{ expires: 0 }, 'tron.expires'],
    [{ expires: 61 }, 'tron.expires'],
    [{ energy: 1 }, 'tron: unknown setting energy'],
  ])('%j are reported: %s', (more, problem) => {
    expect(() => tronConfig(more)).toThrow(problem)
  })

  it('allow no simulated network beside it', () => {
    const simulated = { bitcoin: FIRST_CONFIG.simulated.bitcoin }
    expect(() => readSignerConfig(JSON.stringify({ ...tronSettings(), simulated }))).toThrow('must be empty beside')
  })
})

describe('a signer on Tron', () => {
  it('signs a transfer of the token: the amount less the fee, a limit of what it burns, and ten minutes', async () => {
    const one = tronPayment()
    const signed = signedOf(await memorySigner(tronConfig()).sign(one))
    const { txid, ...read } = readTronPayout(signed.raw)!
    expect(signed).toMatchObject({ txid, spends: [txid], rate: one.rate })
    expect(read).toEqual({
      ...{ from: TRON_WALLET, signer: TRON_WALLET, token: TOKEN, to: one.address, amount: 98_500_000n },
      ...{ feeLimit: 16_000_000n, reference: BLOCK.slice(12, 32), timestamp: NOW, expiration: NOW + 10 * MINUTE },
    })
  })

  it('makes two transactions of two payments that differ by nothing else, after a restart too', async () => {
    const signer = memorySigner(tronConfig())
    const txids = [await signer.sign(tronPayment()), await signer.sign(tronPayment())].map((one) => signedOf(one).txid)
    const restarted = memorySigner(tronConfig(), signer.entries)
    txids.push(signedOf(await restarted.sign(tronPayment())).txid)
    expect(new Set(txids).size).toBe(3)
  })

  it('answers a repeated payment with the logged bytes, whatever block is named then', async () => {
    const signer = memorySigner(tronConfig())
    const one = tronPayment()
    const first = await signer.sign(one)
    const broken: TronKey = { ...signerKeys.tron, sign: () => Promise.reject(new Error('no key')) }
    const restarted = memorySigner(tronConfig(), signer.entries, { tron: broken })
    const later = { ...one, block: 'c2'.repeat(32), rate: '20000000' }
    for (const again of [one, later, { ...one, block: undefined }]) expect(await restarted.sign(again)).toEqual(first)
    const { txid } = signedOf(first)
    expect(await restarted.signed(one.id)).toEqual({ txids: [txid], spends: [txid], until: NOW + 10 * MINUTE })
  })

  const real: SignerConfig = tronConfig({ network: 'main', usdt: USDT_MAIN })
  it.each([
    ['real USDT on a test network', tronConfig(), tronPayment({ asset: 'USDT' }), 'network'],
    ['test USDT on the main network', real, tronPayment(), 'network'],
    ['another coin', tronConfig(), tronPayment({ asset: 'tETH' }), 'network'],
    ['another network', tronConfig(), etherPayment(), 'network'],
    ['a simulated address', tronConfig(), payment({ block: BLOCK }), 'address'],
    ['an address of Ethereum', tronConfig(), tronPayment({ address: etherPayment().address }), 'address'],
    ['an address of Bitcoin', tronConfig(), tronPayment({ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3' }), 'address'],
    ['an address with spaces', tronConfig(), tronPayment({ address: ` ${tronAddressNamed('a')}` }), 'address'],
    ['its own address', tronConfig(), tronPayment({ address: TRON_WALLET }), 'address'],
    ['the contract of the token', tronConfig(), tronPayment({ address: TOKEN }), 'address'],
    ['the address of nobody', tronConfig(), tronPayment({ address: NOBODY }), 'address'],
    ['a higher limit of what it burns', tronConfig(), tronPayment({ rate: '60000001' }), 'rate'],
    ['a payment without a block to name', tronConfig(), tronPayment({ block: undefined }), 'funds'],
    ['a payment beyond its limits', tronConfig(), tronPayment({ amount: '300000000000' }), 'limit'],
    ['what it has not signed, as expired', tronConfig(), tronPayment({ expired: 'ab'.repeat(32) }), 'lost'],
  ])('refuses %s', async (_what, config, one, refused) => {
    const signer = memorySigner(config)
    expect(await signer.sign(one)).toEqual({ refused })
    expect([signer.entries, await signer.signed(one.id)]).toEqual([[], { txids: [] }])
  })

  it('signs real USDT on the main network', async () => {
    const signed = signedOf(await memorySigner(real).sign(tronPayment({ asset: 'USDT' })))
    expect(readTronPayout(signed.raw)).toMatchObject({ token: USDT_MAIN, signer: TRON_WALLET })
  })

  it('logs no signature of another key', async () => {
    const other = (await tronKeysOf(new Uint8Array(32).fill(3))).wallet
    const wrong: TronKey = { address: TRON_WALLET, sign: (digest) => other.sign(digest) }
    const signer = memorySigner(tronConfig(), [], { tron: wrong })
    await expect(signer.sign(tronPayment())).rejects.toThrow('a signature that is not its own')
    expect(signer.entries).toEqual([])
    expect(
      readTronPayout(signedOf(await memorySigner(tronConfig(), [], { tron: other }).sign(tronPayment())).raw),
    ).toMatchObject({ from: other.address, signer: other.address })
  })

  it('names its wallet, network and token', async () => {
    const { network } = tronConfig().networks.get('tron')!.chain as { network: { genesis: string } }
    expect(AboutSigner.parse(await memorySigner(tronConfig()).about())).toEqual({
      keys: [],
      wallets: { tron: TRON_WALLET },
      chains: { tron: { genesis: network.genesis, usdt: TOKEN } },
    })
  })

  it('takes well-formed ids alone', () => {
    expect(Payment.safeParse(tronPayment({ expired: 'ab'.repeat(32) })).success).toBe(true)
    for (const wrong of [{ block: 'ab' }, { block: 'AB'.repeat(32) }, { expired: '' }, { expired: `${BLOCK}00` }])
      expect(Payment.safeParse(tronPayment(wrong)).success).toBe(false)
  })

  it('keeps a log for one network', async () => {
    const [nile, simulated] = [memorySigner(tronConfig()), memorySigner(signerConfig())]
    signedOf(await nile.sign(tronPayment()))
    signedOf(await simulated.sign(payment()))
    for (const [config, { entries }] of [
      [real, nile],
      [signerConfig(), nile],
      [tronConfig(), simulated],
    ] as const)
      expect(() => checkLogChains(config, entries)).toThrow('Line 1 of payments.log is a payment on another chain')
    expect(() => checkLogChains(tronConfig(), nile.entries)).not.toThrow()
  })
})
