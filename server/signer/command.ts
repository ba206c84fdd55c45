import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import { lockFolder } from '../db/folder/lock.ts'
import type { BitcoinNetwork } from '../chains/networks/bitcoin-networks.ts'
import type { Secrets } from './ask-secret.ts'
import { taprootAddress } from './protocol/bitcoin-transaction.ts'
import { FIRST_CONFIG, loadSignerConfig, type SignerConfig } from './config/config.ts'
import { bitcoinKeysOf, evmKeysOf, tronKeysOf } from './keys.ts'
import { DAY_MS } from './protocol/limits.ts'
import { createLog, openLog, readLog, type LogEntry } from './log/log.ts'
import type { SignerPlace } from './place.ts'
import { logKeyOf, openSeed, PASSPHRASE_MIN, sealSeed, SEED_COST, SeedError } from './seed.ts'
import { serveSigner } from './serve.ts'
import { createSigner, type SignerKeys } from './signer.ts'
import { checkBitcoin, checkEvm, checkLogChains } from './start-check.ts'
import { checkTron } from './networks/tron-start.ts'

export const SIGNER_USAGE = `Usage: npm run signer -- COMMAND

The signer holds the market's keys, and signs payments within its own limits, whatever the market asks for.

  init     creates its folder with new keys, or with keys restored from recovery words
  run      signs for the market until it is stopped
  keys     shows the market's settings of Ethereum, Bitcoin and Tron, and no private key
  check    verifies the log, and lists the sums of the last 24 hours
  new-log  begins an empty log where the earlier one is lost for good

It prompts for the passphrase, or reads it from standard input. SIGNER_DIR is its folder (default ./signer), and
SIGNER_SOCKET its socket (default signer.sock in that folder); a market with the same SIGNER_SOCKET pays through it.`

/**
 * Creates the folder of a signer; returns the text to show, with the recovery words of new keys. `cost`: of opening the
 * keys.
 */
export async function initSigner(place: SignerPlace, secrets: Secrets, cost = SEED_COST): Promise<string> {
  if (existsSync(place.seed)) throw new SeedError(`${place.folder} already holds keys.`)
  const passphrase = await secrets.ask(`A passphrase of at least ${PASSPHRASE_MIN} characters: `)
  if (passphrase.length < PASSPHRASE_MIN)
    throw new SeedError(`The passphrase is too short: at least ${PASSPHRASE_MIN} characters.`)
  if ((await secrets.ask('The passphrase again: ')) !== passphrase) throw new SeedError('The passphrases differ.')
  const words = await secrets.ask('Recovery words of earlier keys (Enter for new keys): ')
  const entropy = words === '' ? randomBytes(32) : readWords(words)
  await mkdir(place.folder, { recursive: true, mode: 0o700 })
  if (!existsSync(place.config))
    await writeFile(place.config, `${JSON.stringify(FIRST_CONFIG, undefined, 2)}\n`, { mode: 0o600, flush: true })
  // Keys that may have signed need their log: an empty one would pay again what was paid.
  if (words === '') await createLog(place.log)
  await writeFile(place.seed, await sealSeed(entropy, passphrase, cost), { mode: 0o600, flag: 'wx', flush: true })
  const settings = `Its limits and operators are set in ${place.config}.`
  if (words !== '')
    return `The keys are restored in ${place.folder}. Copy payments.log of the earlier signer into it.\n${settings}`
  return [
    `${place.folder} holds new keys. Write these words down on paper and keep them safe. Only they can restore the keys,`,
    'and they will not be shown again.',
    '',
    ...entropyToMnemonic(entropy, wordlist)
      .split(' ')
      .map((word, n) => `${String(n + 1).padStart(4)}. ${word}`),
    '',
    settings,
  ].join('\n')
}

function readWords(text: string): Uint8Array {
  try {
    return mnemonicToEntropy(text.toLowerCase().split(/\s+/).join(' '), wordlist)
  } catch (error) {
    throw new SeedError('These are not valid recovery words: one is misspelt, missing or misplaced.', { cause: error })
  }
}

/** Begins an empty log; returns the text to show. */
export async function newLog(place: SignerPlace): Promise<string> {
  await createLog(place.log)
  return [
    `${place.log} is empty. Before you run the signer, set firstNonce of each network in ${place.config}`,
    'to its next unused nonce, and firstBlock of bitcoin and tron to the height of the last block, and make sure that no',
    'withdrawal of the market is being signed or sent.',
  ].join('\n')
}

/** The market's settings that come from the keys, as text to show. @throws SeedError */
export async function showKeys(place: SignerPlace, secrets: Secrets): Promise<string> {
  const seed = await unseal(place, secrets)
  const { xpub, wallet } = await evmKeysOf(seed)
  const tron = await tronKeysOf(seed)
  const bitcoin = async (network: BitcoinNetwork): Promise<string[]> => {
    const keys = await bitcoinKeysOf(seed, network)
    return [`BITCOIN_XPUB=${keys.xpub}`, `BITCOIN_WALLET=${taprootAddress(network, keys.wallet.output)}`]
  }
  return [
    `ETHEREUM_XPUB=${xpub}`,
    `ETHEREUM_WALLET=${wallet.address}`,
    ...(await bitcoin('main')),
    `TRON_XPUB=${tron.xpub}`,
    `TRON_WALLET=${tron.wallet.address}`,
    '',
    'Set those of the networks that the market uses. Each XPUB makes its deposit addresses on a network, and shows them all',
    'to anybody who has it. Each WALLET is an address from which the signer pays: fund ETHEREUM_WALLET with ETH and USDT,',
    'BITCOIN_WALLET with BTC, and TRON_WALLET with USDT and, for the network’s fees, TRX.',
    'On test networks of Bitcoin the keys are others; testnet, testnet4 and signet:',
    ...(await bitcoin('testnet')),
    'regtest:',
    ...(await bitcoin('regtest')),
  ].join('\n')
}

/** Asks for the passphrase, and opens the seed of a signer. @throws SeedError */
async function unseal(place: SignerPlace, secrets: Secrets): Promise<Uint8Array> {
  const text = await readFile(place.seed, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new SeedError(`There are no keys in ${place.folder}. Create them: npm run signer -- init`)
  })
  return openSeed(text, await secrets.ask('Passphrase: '))
}

/**
 * Signs until the returned function is called. `lost` hears that another process may use the folder.
 *
 * @throws SeedError | SignerConfigError | SignerLogError | ChainSettingsError | NodeError
 */
export async function runSigner(
  place: SignerPlace,
  secrets: Secrets,
  lost: (error: Error) => void,
): Promise<() => Promise<void>> {
  const seed = await unseal(place, secrets)
  const config = await loadSignerConfig(place.config)
  // The last to be opened is closed first.
  const open: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const one of open.toReversed()) await one()
  }
  const lock = await lockFolder(place.folder, lost, 'SIGNER_DIR')
  open.push(() => lock.release())
  try {
    const { log, entries } = await openLog(place.log, logKeyOf(seed))
    open.push(() => log.close())
    const keys = await checkedKeys(seed, config, entries)
    open.push(await serveSigner(createSigner({ config, keys, log, entries, now: Date.now }), place.socket))
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The keys of a signer, after a comparison of its settings and its log with the chains.
 *
 * @throws SignerLogError | ChainSettingsError | NodeError
 */
async function checkedKeys(seed: Uint8Array, config: SignerConfig, entries: readonly LogEntry[]): Promise<SignerKeys> {
  checkLogChains(config, entries)
  const { wallet: evm, deposit } = await evmKeysOf(seed)
  const [ethereum, onBitcoin, onTron] = (['ethereum', 'bitcoin', 'tron'] as const).map(
    (name) => config.networks.get(name)?.chain,
  )
  if (ethereum?.kind === 'evm') await checkEvm(ethereum, evm.address, entries)
  const network = onBitcoin?.kind === 'bitcoin' ? onBitcoin.network : 'main'
  const { wallet: bitcoin, deposit: bitcoinDeposit } = await bitcoinKeysOf(seed, network)
  if (onBitcoin?.kind === 'bitcoin') await checkBitcoin(onBitcoin, taprootAddress(network, bitcoin.output), entries)
  const { wallet: tron } = await tronKeysOf(seed)
  if (onTron?.kind === 'tron') await checkTron(onTron, tron.address, entries)
  return { evm, bitcoin, tron, deposits: { evm: deposit, bitcoin: bitcoinDeposit } }
}

/** Verifies the log of a signer; returns a summary. `now` is Unix ms. @throws SeedError | SignerLogError */
export async function checkSigner(place: SignerPlace, secrets: Secrets, now: number): Promise<string> {
  const seed = await unseal(place, secrets)
  const { operators } = await loadSignerConfig(place.config)
  const { entries } = await readLog(place.log, logKeyOf(seed))
  // One that spends the same replaces the first one under its id. On Tron none does, and each counts as in the limits.
  const firsts = new Map(entries.toReversed().map((entry) => [`${entry.id} ${entry.spends.join()}`, entry]))
  const kinds = Object.groupBy(firsts.values(), ({ sweep }) => sweep?.part ?? 'payments')
  const { payments = [], coins = [], gas = [] } = kinds
  return [
    `The log is intact. Payments: ${new Set(payments.map(({ id }) => id)).size}, transactions: ${entries.length}.`,
    ...(coins.length + gas.length > 0 ? [`Deposits collected: ${coins.length}, gas sent to them: ${gas.length}.`] : []),
    `Accepted operators: ${new Set(operators.values()).size}.`,
    ...ofLastDay(payments, now).map((sum) => `Last 24 hours: ${sum}`),
    ...ofLastDay(coins, now).map((sum) => `Collected in the last 24 hours: ${sum}`),
    ...ofLastDay(gas, now).map((sum) => `Gas sent in the last 24 hours: ${sum}`),
  ].join('\n')
}

/** The sums of the last 24 hours, by asset. */
function ofLastDay(entries: readonly LogEntry[], now: number): string[] {
  const day = Object.groupBy(
    entries.filter(({ at }) => at > now - DAY_MS),
    ({ asset }) => asset,
  )
  return Object.entries(day).map(([asset, some]) => `${sumOf(asset as Asset, some)} ${asset}`)
}

const sumOf = (asset: Asset, some: readonly LogEntry[]): string =>
  coinText(
    some.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    coinOf(asset),
  )
