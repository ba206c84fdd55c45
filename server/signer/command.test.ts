import { createECDH, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REGTEST } from '../../tests/support/bitcoin/raw-block.ts'
import { CHEAP } from '../../tests/support/servers/signer-process.ts'
import { payment, signedOf } from '../../tests/support/withdrawals/signing.ts'
import { bitcoinAddresses } from '../chains/bitcoin/addresses.ts'
import { tronAddressAt } from '../chains/networks/tron-address.ts'
import { signerAt } from './protocol/client.ts'
import { checkSigner, initSigner, newLog, runSigner, showKeys } from './command.ts'
import { FIRST_CONFIG, readSignerConfig } from './config/config.ts'
import { signerPlace, type SignerPlace } from './place.ts'
import { openSeed, sealSeed } from './seed.ts'

const PASSPHRASE = 'correct horse battery'
/** A point of P-256. */
const ecdh = createECDH('prime256v1')
const KEY = ecdh.generateKeys('base64')
/** The last letter of a key has two bits to spare. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const spare: Record<string, string> = Object.fromEntries([...letters].map((one, n) => [one, letters[n ^ 1]!]))

let root: string
let place: SignerPlace
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-signer-'))
  place = signerPlace({ SIGNER_DIR: join(root, 'signer') })
})
afterEach(() => rm(root, { recursive: true }))

/** Answers what is asked for, one line after another. */
const typed = (...lines: string[]) => ({ ask: async () => lines.shift() ?? '', close: () => undefined })
const init = (...lines: string[]) => initSigner(place, typed(PASSPHRASE, PASSPHRASE, ...lines), CHEAP)
const fail = (error: Error): never => {
  throw error
}
const wordsIn = (text: string): string => [...text.matchAll(/^ *\d+\. ([a-z]+)$/gm)].map(([, word]) => word).join(' ')

describe('a signer', () => {
  it('can be created, run, checked and restored from its words', async () => {
    const words = wordsIn(await init())
    expect(words.split(' ')).toHaveLength(24)
    await expect(init()).rejects.toThrow('already holds keys')
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const signer = signerAt(place.socket)
    expect(await signer.about()).toEqual({ keys: [], wallets: {}, chains: {} })
    const { spends } = signedOf(await signer.sign(payment()))
    expect(spends).toEqual(['0'])
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('is in use by process')
    await stop()
    await expect(signer.about()).rejects.toThrow('cannot be reached')
    expect(await checkSigner(place, typed(PASSPHRASE), Date.now())).toBe(
      'The log is intact. Payments: 1, transactions: 1.\nAccepted operators: 0.\nLast 24 hours: 100 tUSDT',
    )
    await rm(place.seed)
    await init(words.toUpperCase())
    expect(await checkSigner(place, typed(PASSPHRASE), Date.now())).toContain('Payments: 1,')
  })

  it('refuses a passphrase that is short, differs or is wrong, and invalid recovery words', async () => {
    await expect(initSigner(place, typed('short'))).rejects.toThrow('at least 12 characters')
    await expect(initSigner(place, typed(PASSPHRASE, 'another passphrase'))).rejects.toThrow('The passphrases differ')
    await expect(init('abandon abandon')).rejects.toThrow('not valid recovery words')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('There are no keys in')
    await init()
    await expect(runSigner(place, typed('another passphrase'), fail)).rejects.toThrow('The passphrase is wrong')
  })

  it.skipIf(process.platform === 'win32')('restricts its files to its user, and its socket to the group', async () => {
    await init()
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
    expect(await Promise.all([place.folder, place.seed, place.config, place.log, place.socket].map(modeOf))).toEqual([
      0o700, 0o600, 0o600, 0o600, 0o660,
    ])
    await stop()
  })

  it('restored from its words needs the log of the earlier one, or an empty one by a command of its own', async () => {
    const words = wordsIn(await init())
    await Promise.all([place.seed, place.log].map((path) => rm(path)))
    expect(await init(words)).toContain('Copy payments.log of the earlier signer')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('npm run signer -- new-log')
    expect(await newLog(place)).toContain('set firstNonce')
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    await stop()
  })

  it('shows its addresses on Ethereum, Bitcoin and Tron, whose keys come from its words', async () => {
    const words = wordsIn(await init())
    const [xpub, address, bitcoin, wallet, tron, tronWallet, ...rest] = (
      await showKeys(place, typed(PASSPHRASE))
    ).split('\n')
    expect(xpub).toMatch(/^ETHEREUM_XPUB=xpub[1-9A-HJ-NP-Za-km-z]{107}$/)
    expect(address).toBe(`ETHEREUM_WALLET=${mnemonicToAccount(words, { accountIndex: 1 }).address}`)
    const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words))
    expect(bitcoin).toBe(`BITCOIN_XPUB=${root.derive("m/84'/0'/0'").publicExtendedKey}`)
    expect(rest.join(' ')).toContain('fund ETHEREUM_WALLET with ETH and USDT')
    expect(rest.join(' ')).toContain('TRON_WALLET with USDT and, for the network’s fees, TRX')
    expect(tron).toBe(`TRON_XPUB=${root.derive("m/44'/195'/0'").publicExtendedKey}`)
    expect(tronWallet).toBe(`TRON_WALLET=${tronAddressAt(root.derive("m/44'/195'/1'"), 0)}`)
    // BIP-86: no scripts.
    const taproot = (path: string, network?: typeof TEST_NETWORK) =>
      `BITCOIN_WALLET=${p2tr(root.derive(path).publicKey!.slice(1), undefined, network).address}`
    expect(wallet).toBe(taproot("m/86'/0'/1'/0/0"))
    const [testXpub, testWallet, , regtestXpub, regtestWallet] = rest.slice(-5)
    const test = bitcoinAddresses('signet', testXpub!.replace('BITCOIN_XPUB=', ''))
    const key = root.derive("m/84'/1'/0'/0/0").publicKey!
    expect(test?.at(0)).toBe(p2wpkh(key, TEST_NETWORK).address)
    expect(testWallet).toBe(taproot("m/86'/1'/1'/0/0", TEST_NETWORK))
    expect([regtestXpub, regtestWallet]).toEqual([testXpub, taproot("m/86'/1'/1'/0/0", REGTEST)])
    await expect(showKeys(place, typed('another passphrase'))).rejects.toThrow('The passphrase is wrong')
  })

  it('removes nothing but a socket where it listens', async () => {
    await init()
    await writeFile(place.socket, 'a file')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('is not a socket')
    expect(await readFile(place.socket, 'utf8')).toBe('a file')
  })

  it('rejects anything but a valid payment', async () => {
    await init()
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const signer = signerAt(place.socket)
    await expect(signer.sign(payment({ amount: '-1' }))).rejects.toThrow('answered 400')
    await expect(signer.sign(payment({ amount: '5', fee: '5' }))).rejects.toThrow('answered 400')
    await expect(signer.sign(payment({ address: 'x'.repeat(40_000) }))).rejects.toThrow('answered 413')
    const asked = { id: randomUUID(), network: 'ethereum', asset: 'tETH', index: 0, amount: '1', rate: '1' } as const
    const sweep = { ...asked, from: 'a', to: 'b', spends: ['0'] }
    await expect(signer.sweep({ ...sweep, index: -1 })).rejects.toThrow('answered 400')
    await expect(signer.sweep({ ...sweep, spends: [] })).rejects.toThrow('answered 400')
    await expect(signer.gas({ ...asked, to: '' })).rejects.toThrow('answered 400')
    // No simulated network has anything to collect.
    expect(await signer.sweep(sweep)).toEqual({ refused: 'network' })
    expect(await signer.gas({ ...asked, to: 'a' })).toEqual({ refused: 'network' })
    await stop()
  })
})

describe('a sealed seed', () => {
  it('is opened by its passphrase only, however its letters are written', async () => {
    const text = await sealSeed(new Uint8Array(32).fill(5), 'caf\u00e9 au lait!', CHEAP)
    expect(await openSeed(text, 'cafe\u0301 au lait!')).toEqual(Buffer.alloc(32, 5))
    await expect(openSeed(text, 'cafe au lait!')).rejects.toThrow('The passphrase is wrong')
    const damaged = text.replace(/"seed":"(.)/, (_all, first) => `"seed":"${first === 'A' ? 'B' : 'A'}`)
    await expect(openSeed(damaged, 'caf\u00e9 au lait!')).rejects.toThrow('damaged')
    await expect(openSeed('{}', 'caf\u00e9 au lait!')).rejects.toThrow('cannot be read')
  })

  it('is not stored in plain text', async () => {
    await init()
    const written = JSON.parse(await readFile(place.seed, 'utf8')) as Record<string, string>
    const seed = await openSeed(JSON.stringify(written), PASSPHRASE)
    const plain = (['base64', 'hex', 'base64url'] as const).map((code) => Buffer.from(seed).toString(code))
    for (const text of plain) expect(JSON.stringify(written)).not.toContain(text)
  })
})

describe("a signer's settings", () => {
  const read = (more: object) => readSignerConfig(JSON.stringify({ ...FIRST_CONFIG, ...more }))

  it.each([
    [{ limits: { BTC: { alone: 1 } } }, 'limits.BTC.alone'],
    [{ limits: { EUR: FIRST_CONFIG.limits.BTC } }, 'limits'],
    [
      { limits: { BTC: { ...FIRST_CONFIG.limits.BTC, one: { each: '-1', address: '1', day: '1' } } } },
      'must be an amount',
    ],
    [
      { limits: { BTC: { ...FIRST_CONFIG.limits.BTC, one: { each: '0.123456789', address: '1', day: '1' } } } },
      'limits.BTC.one.each: has more decimals than BTC allows',
    ],
    [
      { limits: { BTC: { ...FIRST_CONFIG.limits.BTC, two: { each: '0.05', address: '1', day: '2' } } } },
      'limits.BTC.two.each: is less than the level below allows',
    ],
    [{ operators: [{ name: 'Ana', keys: ['abc'] }] }, 'operators.0.keys.0: is not an approval key'],
    [{ operators: [{ name: 'Ana', keys: [Buffer.alloc(65, 4).toString('base64')] }] }, 'is not an approval key'],
    // Another way to write the same bytes.
    [{ operators: [{ name: 'Ana', keys: [KEY.replace(/.=$/, (end) => `${spare[end[0]!]}=`)] }] }, 'is not an approval'],
    [{ operators: ['Ana', 'Bo'].map((name) => ({ name, keys: [KEY] })) }, 'a key is listed twice'],
    [{ operators: ['Ana', 'Ana'].map((name) => ({ name, keys: [KEY] })) }, 'the same name'],
    [{ operator: [] }, 'The file: unknown setting operator'],
  ])('%j are reported: %s', (more, problem) => {
    expect(() => read(more)).toThrow(problem)
  })

  it('that are not valid JSON are reported', async () => {
    await init()
    await writeFile(place.config, '{ "limits": ')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('not valid JSON')
  })
})
