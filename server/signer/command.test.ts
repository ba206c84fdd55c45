import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payment, signedOf } from '../../tests/support/signing.ts'
import { signerAt } from './client.ts'
import { checkSigner, initSigner, runSigner } from './command.ts'
import { FIRST_CONFIG, readSignerConfig } from './config.ts'
import { signerPlace, type SignerPlace } from './place.ts'
import { openSeed, sealSeed } from './seed.ts'

const PASSPHRASE = 'correct horse battery'

let root: string
let place: SignerPlace
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-signer-'))
  place = signerPlace({ SIGNER_DIR: join(root, 'signer') })
})
afterEach(() => rm(root, { recursive: true }))

/** Answers what is asked for, one line after another. */
const typed = (...lines: string[]) => ({ ask: async () => lines.shift() ?? '', close: () => undefined })
const init = (...lines: string[]) => initSigner(place, typed(PASSPHRASE, PASSPHRASE, ...lines))
const fail = (error: Error): never => {
  throw error
}
const wordsIn = (text: string): string => [...text.matchAll(/^ *\d+\. ([a-z]+)$/gm)].map(([, word]) => word).join(' ')

describe('a signer', () => {
  it('is made, run, checked, and made again from its words', async () => {
    const words = wordsIn(await init())
    expect(words.split(' ')).toHaveLength(24)
    await expect(init()).rejects.toThrow('There are keys')
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const signer = signerAt(place.socket)
    expect(await signer.about()).toEqual({ keys: [] })
    const { nonce } = signedOf(await signer.sign(payment()))
    expect(nonce).toBe(0)
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('is in use by process')
    await stop()
    await expect(signer.about()).rejects.toThrow('cannot be reached')
    expect(await checkSigner(place, typed(PASSPHRASE), Date.now())).toBe(
      'The log is whole: 1 payments, 1 transactions.\nSignatures of 0 operators count.\nLast 24 hours: 100 tUSDT',
    )
    await rm(place.seed)
    await init(words.toUpperCase())
    expect(await checkSigner(place, typed(PASSPHRASE), Date.now())).toContain('The log is whole')
  })

  it('refuses a passphrase that is short, differs or is wrong, and words that are none', async () => {
    await expect(initSigner(place, typed('short'))).rejects.toThrow('at least 12 characters')
    await expect(initSigner(place, typed(PASSPHRASE, 'another passphrase'))).rejects.toThrow('The passphrases differ')
    await expect(init('abandon abandon')).rejects.toThrow('These are no recovery words')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow()
    await init()
    await expect(runSigner(place, typed('another passphrase'), fail)).rejects.toThrow('The passphrase is wrong')
  })

  it.skipIf(process.platform === 'win32')('keeps its files to its user, and its socket to the group', async () => {
    await init()
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
    expect(await Promise.all([place.folder, place.seed, place.config, place.log, place.socket].map(modeOf))).toEqual([
      0o700, 0o600, 0o600, 0o600, 0o660,
    ])
    await stop()
  })

  it('answers nothing but a payment', async () => {
    await init()
    const stop = await runSigner(place, typed(PASSPHRASE), fail)
    const signer = signerAt(place.socket)
    await expect(signer.sign(payment({ amount: '-1' }))).rejects.toThrow('answered 400')
    await expect(signer.sign(payment({ amount: '5', fee: '5' }))).rejects.toThrow('answered 400')
    await expect(signer.sign(payment({ address: 'x'.repeat(20_000) }))).rejects.toThrow('answered 413')
    await stop()
  })
})

describe('a sealed seed', () => {
  it('is opened by its passphrase only, however its letters are written', async () => {
    const cost = { N: 2 ** 10, r: 8, p: 1 }
    const text = await sealSeed(new Uint8Array(32).fill(5), 'caf\u00e9 au lait!', cost)
    expect(await openSeed(text, 'cafe\u0301 au lait!')).toEqual(Buffer.alloc(32, 5))
    await expect(openSeed(text, 'cafe au lait!')).rejects.toThrow('The passphrase is wrong')
    const damaged = text.replace(/"seed":"(.)/, (_all, first) => `"seed":"${first === 'A' ? 'B' : 'A'}`)
    await expect(openSeed(damaged, 'caf\u00e9 au lait!')).rejects.toThrow('damaged')
    await expect(openSeed('{}', 'caf\u00e9 au lait!')).rejects.toThrow('cannot be read')
  })

  it('does not stand in the file', async () => {
    await init()
    const written = JSON.parse(await readFile(place.seed, 'utf8')) as Record<string, string>
    const seed = await openSeed(JSON.stringify(written), PASSPHRASE)
    expect(Object.values(written)).not.toContain(Buffer.from(seed).toString('base64'))
  })
})

describe("a signer's settings", () => {
  const read = (more: object) => readSignerConfig(JSON.stringify({ ...FIRST_CONFIG, ...more }))
  const key = `${'B'.repeat(86)}A=`

  it.each([
    [{ limits: { BTC: { alone: 1 } } }, 'limits.BTC.alone'],
    [{ limits: { EUR: FIRST_CONFIG.limits.BTC } }, 'limits'],
    [{ limits: { BTC: { ...FIRST_CONFIG.limits.BTC, one: { each: '-1', address: '1', day: '1' } } } }, 'is no amount'],
    [
      { limits: { BTC: { ...FIRST_CONFIG.limits.BTC, one: { each: '0.123456789', address: '1', day: '1' } } } },
      'limits.BTC.one.each: BTC has fewer decimals than that',
    ],
    [{ operators: [{ name: 'Ana', key: 'abc' }] }, 'operators.0.key: is no approval key'],
    [{ operators: ['Ana', 'Bo'].map((name) => ({ name, key })) }, 'two of them have the same key'],
    [{ operator: [] }, 'The file: there is no setting operator'],
  ])('%j are named: %s', (more, problem) => {
    expect(() => read(more)).toThrow(problem)
  })

  it('that are no JSON are named', async () => {
    await init()
    await writeFile(place.config, '{ "limits": ')
    await expect(runSigner(place, typed(PASSPHRASE), fail)).rejects.toThrow('The file is no JSON')
  })
})
