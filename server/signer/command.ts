import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { coinOf, coinText, type Asset } from '#contract/rules/coins.ts'
import { lockFolder } from '../db/folder-lock.ts'
import type { Secrets } from './ask-secret.ts'
import { FIRST_CONFIG, loadSignerConfig } from './config.ts'
import { openLog, readLog, type LogEntry } from './log.ts'
import type { SignerPlace } from './place.ts'
import { logKeyOf, openSeed, PASSPHRASE_MIN, sealSeed, SeedError } from './seed.ts'
import { serveSigner } from './serve.ts'
import { createSigner } from './signer.ts'

export const USAGE = `Usage: npm run signer -- COMMAND

The signer holds the market's keys. It signs payments within its own limits, whatever the market says.

  init     makes its folder: new keys, or those of recovery words, and signer.json with its first limits
  run      signs for the market until it is stopped
  check    verifies the log, and lists the sums of the last 24 hours

It asks for a passphrase, or reads it as a line of its input. SIGNER_DIR is its folder (else ./signer), SIGNER_SOCKET
where it listens (else signer.sock in there); a market with the same SIGNER_SOCKET pays through it.`

const DAY_MS = 86_400_000

/** Makes the folder of a signer; resolves to the text to show, with the recovery words of new keys. */
export async function initSigner(place: SignerPlace, secrets: Secrets): Promise<string> {
  if (existsSync(place.seed)) throw new SeedError(`There are keys in ${place.folder} already.`)
  const passphrase = await secrets.ask(`A passphrase of at least ${PASSPHRASE_MIN} characters: `)
  if (passphrase.length < PASSPHRASE_MIN)
    throw new SeedError(`The passphrase is too short: at least ${PASSPHRASE_MIN} characters.`)
  if ((await secrets.ask('The passphrase again: ')) !== passphrase) throw new SeedError('The passphrases differ.')
  const given = await secrets.ask('Recovery words of earlier keys (Enter for new keys): ')
  const entropy = given === '' ? randomBytes(32) : readWords(given)
  await mkdir(place.folder, { recursive: true, mode: 0o700 })
  if (!existsSync(place.config))
    await writeFile(place.config, `${JSON.stringify(FIRST_CONFIG, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await writeFile(place.seed, await sealSeed(entropy, passphrase), { mode: 0o600, flag: 'wx', flush: true })
  const limits = `Its limits and the operators whose signatures count stand in ${place.config}.`
  if (given !== '') return `The keys are in ${place.folder}.\n${limits}`
  return [
    `New keys are in ${place.folder}. Write these words down on paper and keep them safe: with them, and only with them,`,
    'the keys can be made again. They are not shown another time.',
    '',
    ...entropyToMnemonic(entropy, wordlist)
      .split(' ')
      .map((word, n) => `${String(n + 1).padStart(4)}. ${word}`),
    '',
    limits,
  ].join('\n')
}

function readWords(text: string): Uint8Array {
  try {
    return mnemonicToEntropy(text.toLowerCase().split(/\s+/).join(' '), wordlist)
  } catch (error) {
    throw new SeedError('These are no recovery words: one is misspelt, missing or in another place.', { cause: error })
  }
}

/** Asks for the passphrase, and opens the seed of a signer. @throws SeedError */
async function unseal(place: SignerPlace, secrets: Secrets): Promise<Uint8Array> {
  const text = await readFile(place.seed, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SeedError(`There are no keys in ${place.folder}. Make some: npm run signer -- init`)
  })
  return openSeed(text, await secrets.ask('Passphrase: '))
}

/**
 * Signs until the function it resolves to is called. `lost` hears that another process may use the folder.
 *
 * @throws SeedError | SignerConfigError | SignerLogError
 */
export async function runSigner(
  place: SignerPlace,
  secrets: Secrets,
  lost: (error: Error) => void,
): Promise<() => Promise<void>> {
  const config = await loadSignerConfig(place.config)
  const seed = await unseal(place, secrets)
  const lock = await lockFolder(place.folder, lost)
  try {
    const { log, entries } = await openLog(place.log, logKeyOf(seed))
    const stop = await serveSigner(createSigner({ config, log, entries, now: Date.now }), place.socket)
    return async () => {
      await stop()
      await log.close()
      await lock.release()
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Verifies the log of a signer; resolves to what it holds. `now` is Unix ms. @throws SeedError | SignerLogError */
export async function checkSigner(place: SignerPlace, secrets: Secrets, now: number): Promise<string> {
  const { keys } = await loadSignerConfig(place.config)
  const { entries } = await readLog(place.log, logKeyOf(await unseal(place, secrets)))
  // The first transaction of each payment: the others replace it.
  const payments = [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()]
  const day = Object.groupBy(
    payments.filter(({ at }) => at > now - DAY_MS),
    ({ asset }) => asset,
  )
  return [
    `The log is whole: ${payments.length} payments, ${entries.length} transactions.`,
    `Signatures of ${keys.size} operators count.`,
    ...Object.entries(day).map(([asset, some]) => `Last 24 hours: ${sumOf(asset as Asset, some)} ${asset}`),
  ].join('\n')
}

const sumOf = (asset: Asset, some: readonly LogEntry[]): string =>
  coinText(
    some.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    coinOf(asset),
  )
