import { HDKey } from '@scure/bip32'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { decodeFunctionData, keccak256, parseTransaction, recoverTransactionAddress, type Hex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { SEED } from '../../../tests/support/servers/signer-process.ts'
import {
  ethereumConfig,
  ethereumSettings,
  etherPayment,
  memorySigner,
  payment,
  signedOf,
  signerConfig,
  wallet,
} from '../../../tests/support/withdrawals/signing.ts'
import { FIRST_CONFIG, readSignerConfig } from '../config/config.ts'
import type { EvmKey } from './evm.ts'
import { evmFees, replacingRate, TOKEN } from '../protocol/evm-transaction.ts'
import { evmKeysOf } from '../keys.ts'
import { AboutSigner } from '../protocol/protocol.ts'
import { checkLogChains } from '../start-check.ts'

const { usdt } = ethereumSettings().ethereum
const tether = (more: object = {}) => etherPayment({ asset: 'tUSDT', amount: '100000001', fee: '1500000', ...more })

/** Reads a signed transaction, with the address that signed it. */
async function readRaw(raw: string) {
  const serializedTransaction = raw as `0x02${string}`
  const { r: _r, s: _s, yParity: _y, v: _v, ...read } = parseTransaction(serializedTransaction)
  return { ...read, from: await recoverTransactionAddress({ serializedTransaction }) }
}

describe('the keys on Ethereum', () => {
  it.each([
    [new Uint8Array(32), '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb'],
    [SEED, mnemonicToAccount(entropyToMnemonic(SEED, wordlist)).address],
  ])('are those that wallets derive from the same words', async (seed, first) => {
    const words = entropyToMnemonic(seed, wordlist)
    const { xpub, wallet } = await evmKeysOf(seed)
    expect(wallet.address).toBe(mnemonicToAccount(words, { accountIndex: 1 }).address)
    expect(mnemonicToAccount(words).address).toBe(first)
    const account = HDKey.fromExtendedKey(xpub)
    expect(account.privateKey).toBeNull()
    for (const addressIndex of [0, 1, 2_000_000]) {
      const expected = mnemonicToAccount(words, { addressIndex }).getHdKey()
      expect(account.derive(`m/0/${addressIndex}`).publicKey).toEqual(expected.publicKey)
    }
  })
})

describe("a signer's settings for Ethereum", () => {
  it('name the chain, its node and its token', () => {
    const { networks } = ethereumConfig({ usdt: usdt.toLowerCase(), firstNonce: 3 })
    const chain = { kind: 'evm', id: 31_337, rpc: 'http://127.0.0.1:1', usdt, firstNonce: 3 }
    expect([...networks]).toEqual([['ethereum', { chain, rate: 100_000_000_000n, transactions: 1000 }]])
    expect(ethereumConfig().networks.get('ethereum')!.chain).toMatchObject({ firstNonce: 0 })
  })

  it.each([
    [{ chainId: 0 }, 'ethereum.chainId'],
    [{ rpc: 'file:///etc/passwd' }, 'ethereum.rpc: must be an address such as'],
    [{ rpc: 'localhost:8545' }, 'ethereum.rpc: must be an address such as'],
    [{ usdt: usdt.replace('d', 'D') }, 'ethereum.usdt: is not a valid address on Ethereum'],
    [{ usdt: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }, 'ethereum.usdt: is not a valid address on Ethereum'],
    [{ rate: '1 gwei' }, 'ethereum.rate: must be a whole number'],
    [{ gas: 1 }, 'ethereum: unknown setting gas'],
  ])('%j are reported: %s', (more, problem) => {
    expect(() => ethereumConfig(more)).toThrow(problem)
  })

  it('allow no simulated network beside it', () => {
    const read = (simulated: object) => readSignerConfig(JSON.stringify({ ...ethereumSettings(), simulated }))
    expect(() => read({ tron: FIRST_CONFIG.simulated.tron })).toThrow('simulated: must be empty')
    expect([...read({}).networks.keys()]).toEqual(['ethereum'])
  })
})

describe('a signer on Ethereum', () => {
  it('signs ether: the amount less the fee to the address, with the next nonce', async () => {
    const signer = memorySigner(ethereumConfig({ firstNonce: 7 }))
    const one = etherPayment()
    const { spends, txid, raw, rate } = signedOf(await signer.sign(one))
    expect({ spends, txid, rate }).toEqual({ spends: ['7'], txid: keccak256(raw as Hex).slice(2), rate: '2000000000' })
    expect(await readRaw(raw)).toEqual({
      ...{ type: 'eip1559', chainId: 31_337, nonce: 7, from: wallet.address, to: one.address.toLowerCase() },
      ...{ value: 98_000_000_000_000_001n, gas: 100_000n },
      ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 200_000_001n },
    })
    expect(signedOf(await signer.sign(tether())).spends).toEqual(['8'])
  })

  it('signs a transfer of the token: the amount less the fee to the address, and no ether', async () => {
    const one = tether()
    const { data, ...read } = await readRaw(signedOf(await memorySigner(ethereumConfig()).sign(one)).raw)
    expect(read).toMatchObject({ to: usdt.toLowerCase(), gas: 150_000n, nonce: 0, from: wallet.address })
    // As viem reads a zero.
    expect(read.value).toBeUndefined()
    expect(decodeFunctionData({ abi: TOKEN, data: data! })).toEqual({
      functionName: 'transfer',
      args: [one.address, 98_500_001n],
    })
  })

  it.each([
    ['real ether on a test chain', 31_337, etherPayment({ asset: 'ETH' }), 'network'],
    ['real USDT on a test chain', 31_337, tether({ asset: 'USDT' }), 'network'],
    ['test ether on the main chain', 1, etherPayment(), 'network'],
    ['test USDT on the main chain', 1, tether(), 'network'],
    ['a coin that Ethereum does not move', 31_337, etherPayment({ asset: 'tBTC' }), 'network'],
    ['another network', 31_337, payment(), 'network'],
    ['a simulated address', 31_337, etherPayment({ address: 'test-ethereum-00112233445566778899' }), 'address'],
    ['an address in one case', 31_337, etherPayment({ address: etherPayment().address.toLowerCase() }), 'address'],
    ['a rate beyond the cap', 31_337, etherPayment({ rate: '100000000001' }), 'rate'],
  ])('refuses %s', async (_what, chainId, one, refused) => {
    const signer = memorySigner(ethereumConfig({ chainId }))
    expect(await signer.sign(one)).toEqual({ refused })
    expect(signer.entries).toEqual([])
  })

  it.each([etherPayment({ asset: 'ETH' }), tether({ asset: 'USDT' })])(
    'signs real coins on the main chain',
    async (one) => {
      const { raw } = signedOf(await memorySigner(ethereumConfig({ chainId: 1 })).sign(one))
      expect(await readRaw(raw)).toMatchObject({ chainId: 1, from: wallet.address })
    },
  )

  it('replaces a transaction only by one that pays 1/8 more', async () => {
    const signer = memorySigner(ethereumConfig())
    const one = tether()
    const first = signedOf(await signer.sign(one))
    expect(await signer.sign({ ...one, rate: '2249999999' })).toEqual(first)
    const second = signedOf(await signer.sign({ ...one, rate: '2250000000' }))
    const [before, after] = [await readRaw(first.raw), await readRaw(second.raw)]
    const fees = { maxFeePerGas: 2_250_000_000n, maxPriorityFeePerGas: 225_000_001n }
    expect(after).toEqual({ ...before, ...fees })
    expect((await signer.signed(one.id)).txids).toEqual([first.txid, second.txid])
    const free = etherPayment({ rate: '0' })
    const third = await signer.sign(free)
    expect(await signer.sign(free)).toEqual(third)
    expect((await signer.signed(free.id)).txids).toHaveLength(1)
  })

  it('names its wallet, which earlier versions do not', async () => {
    const chain = { id: 31_337, usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }
    const about = { keys: [], wallets: { ethereum: wallet.address }, chains: { ethereum: chain } }
    expect(AboutSigner.parse(await memorySigner(ethereumConfig()).about())).toEqual(about)
    expect(AboutSigner.parse({ keys: [] })).toEqual({ keys: [] })
  })

  it('answers the logged bytes after a restart, since a key may never sign the same twice', async () => {
    const signer = memorySigner(ethereumConfig())
    const one = etherPayment()
    const first = await signer.sign(one)
    const broken: EvmKey = { ...wallet, sign: () => Promise.reject(new Error('no key')) }
    expect(await memorySigner(ethereumConfig(), signer.entries, { evm: broken }).sign(one)).toEqual(first)
    expect(signer.entries).toMatchObject([first])
  })

  it('logs no signature of another key', async () => {
    const privateKey = generatePrivateKey()
    const other: EvmKey = { ...wallet, sign: (hash) => sign({ hash, privateKey }) }
    const signer = memorySigner(ethereumConfig(), [], { evm: other })
    await expect(signer.sign(etherPayment())).rejects.toThrow('a signature that is not its own')
    expect(signer.entries).toEqual([])
    const { address } = privateKeyToAccount(privateKey)
    const own = memorySigner(ethereumConfig(), [], { evm: { ...other, address } })
    expect((await readRaw(signedOf(await own.sign(etherPayment())).raw)).from).toBe(address)
  })
})

describe('the fees of a transaction', () => {
  it('stay within the rate, and rise by 1/8 when it is replaced', () => {
    for (const rate of [0n, 1n, 2n, 11n, 999_999_937n, 10n ** 9n, 123_456_789_012n]) {
      const [before, after] = [evmFees(rate), evmFees(replacingRate(rate))]
      expect(before.maxFeePerGas).toBe(rate)
      expect(before.maxPriorityFeePerGas).toBeLessThanOrEqual(rate)
      expect(after.maxFeePerGas).toBeGreaterThan(rate)
      expect(after.maxFeePerGas * 8n).toBeGreaterThanOrEqual(rate * 9n)
      expect((replacingRate(rate) - 1n) * 8n).toBeLessThan(rate * 9n + 1n)
      // Less the wei that is added to each, which no node notices.
      expect((after.maxPriorityFeePerGas + 1n) * 8n).toBeGreaterThanOrEqual(before.maxPriorityFeePerGas * 9n - 8n)
    }
  })
})

describe('the log of a signer', () => {
  it('answers simulated payments of earlier versions, which lack their bytes', async () => {
    const signer = memorySigner(signerConfig())
    const one = payment()
    const first = await signer.sign(one)
    const entries = signer.entries.map(({ raw: _raw, ...entry }) => entry)
    expect(await memorySigner(signerConfig(), entries).sign(one)).toEqual(first)
    expect(() => checkLogChains(signerConfig(), entries)).not.toThrow()
  })

  it('belongs to one chain: the nonces of another mean nothing there', async () => {
    const simulated = memorySigner(signerConfig())
    signedOf(await simulated.sign(payment()))
    const test = memorySigner(ethereumConfig())
    signedOf(await test.sign(etherPayment()))
    const main = ethereumConfig({ chainId: 1 })
    // Tron is not set there.
    expect(() => checkLogChains(main, simulated.entries)).not.toThrow()
    signedOf(await simulated.sign(payment({ network: 'ethereum', address: etherPayment().address })))
    for (const { entries } of [simulated, test])
      expect(() => checkLogChains(main, entries)).toThrow(
        `Line ${entries.length} of payments.log is a payment on another`,
      )
    expect(() => checkLogChains(signerConfig(), test.entries)).toThrow('npm run signer -- new-log')
    expect(() => checkLogChains(ethereumConfig(), test.entries)).not.toThrow()
  })
})
