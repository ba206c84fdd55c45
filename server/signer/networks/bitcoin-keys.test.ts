import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bitcoinConfig, bitcoinSettings } from '../../../tests/support/bitcoin/signing.ts'
import { SEED } from '../../../tests/support/servers/signer-process.ts'
import { digestsOf, isSignature, taprootKey } from '../protocol/bitcoin-transaction.ts'
import { FIRST_CONFIG, readSignerConfig } from '../config/config.ts'
import { bitcoinKeysOf } from '../keys.ts'

describe('the digests that are signed', () => {
  it('are those of BIP-341 for a key and a signature of everything', async () => {
    const path = new URL('../../../tests/fixtures/bitcoin/bip341-key-path.json', import.meta.url)
    const { transaction, spent, input, digest, signature } = JSON.parse(await readFile(path, 'utf8')) as {
      transaction: string
      spent: [script: string, amount: number][]
      input: number
      digest: string
      signature: string
    }
    const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
    const outputs = spent.map(([script, amount]) => ({ script: hex(script), amount: BigInt(amount) }))
    const found = digestsOf(hex(transaction), outputs)[input]!
    expect(Buffer.from(found).toString('hex')).toBe(digest)
    const key = taprootKey(outputs[input]!.script)
    expect(isSignature(hex(signature), found, key)).toBe(true)
    expect(isSignature(hex(signature), digestsOf(hex(transaction), outputs)[0]!, key)).toBe(false)
    // A type behind it says what it signs.
    expect(isSignature(hex(`${signature}01`), found, key)).toBe(false)
  })
})

describe('the keys on Bitcoin', () => {
  it('are others on test networks, and none shows its private half', async () => {
    const [main, test, other] = await Promise.all([
      bitcoinKeysOf(SEED, 'main'),
      bitcoinKeysOf(SEED, 'signet'),
      bitcoinKeysOf(SEED, 'regtest'),
    ])
    expect(main.wallet.output).not.toEqual(test.wallet.output)
    expect(test.wallet.output).toEqual(other.wallet.output)
    expect(Object.keys(main.wallet)).toEqual(['output', 'sign'])
    const digest = new Uint8Array(32).fill(1)
    expect(isSignature(await main.wallet.sign(digest), digest, main.wallet.output)).toBe(true)
    expect(isSignature(await main.wallet.sign(digest), digest, test.wallet.output)).toBe(false)
  })
})

describe("a signer's settings for Bitcoin", () => {
  it('name the network and its API, beside Ethereum', () => {
    const { networks } = bitcoinConfig({ firstBlock: 7 })
    const chain = { kind: 'bitcoin', network: 'regtest', api: 'http://127.0.0.1:1', firstBlock: 7 }
    expect([...networks]).toEqual([['bitcoin', { chain, rate: 100_000n, transactions: 1000 }]])
    const { network: _none, ...main } = bitcoinSettings().bitcoin
    const ethereum = { chainId: 1, rpc: 'http://127.0.0.1:1', usdt: `0x${'1'.repeat(40)}`, rate: '1', transactions: 1 }
    const both = readSignerConfig(JSON.stringify({ ...bitcoinSettings(), ethereum, bitcoin: main })).networks
    expect([...both.keys()]).toEqual(['ethereum', 'bitcoin'])
    expect(both.get('bitcoin')!.chain).toMatchObject({ network: 'main', firstBlock: 0 })
  })

  it.each([
    [{ network: 'testnet5' }, 'bitcoin.network: must be one of: main, testnet, testnet4, signet, regtest'],
    [{ api: '127.0.0.1:3000' }, 'bitcoin.api: must be an address such as'],
    [{ rate: '1.5' }, 'bitcoin.rate: must be a whole number'],
    [{ firstNonce: 0 }, 'bitcoin: unknown setting firstNonce'],
  ])('%j are reported: %s', (more, problem) => {
    expect(() => bitcoinConfig(more)).toThrow(problem)
  })

  it('allow no simulated network beside it', () => {
    const simulated = { tron: FIRST_CONFIG.simulated.tron }
    expect(() => readSignerConfig(JSON.stringify({ ...bitcoinSettings(), simulated }))).toThrow('must be empty beside')
  })
})
