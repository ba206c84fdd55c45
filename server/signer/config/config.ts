import { ECDH } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { coins, readCoins, type Coin } from '#contract/coins/assets.ts'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { networks, type Network } from '#contract/coins/networks.ts'
import { bitcoinNetworks, type BitcoinNetwork } from '../../chains/networks/bitcoin-networks.ts'
import { caps, first, http } from './fields.ts'
import type { Caps, Levels, Limits } from '../protocol/limits.ts'
import { bitcoinSweeps, BitcoinSweepsFile, evmSweeps, EvmSweepsFile, type EvmSweeps, type Sweeps } from './sweeping.ts'
import { tronChainOf, TronFile, type TronChain } from './tron.ts'

/** A simulated network. */
export interface Simulated {
  kind: 'simulated'
  /** The nonce of the first payment in an empty log. */
  firstNonce: number
}

/** A real Ethereum network: the main one, or one for tests. */
export interface EvmChain extends Omit<Simulated, 'kind'> {
  kind: 'evm'
  id: number
  /** The address of a node, which is asked at the start only. */
  rpc: string
  /** The contract of USDT. */
  usdt: `0x${string}`
  /** How it collects deposits; undefined: it collects none. */
  sweeps?: EvmSweeps | undefined
}

/** A real Bitcoin network: the main one, or one for tests. */
export interface BitcoinChain {
  kind: 'bitcoin'
  network: BitcoinNetwork
  /** The address of an Esplora API, which is asked at the start only. */
  api: string
  /** The height of a block, up to which the log may lack transactions of the wallet. */
  firstBlock: number
  /** How it collects deposits; undefined: it collects none. */
  sweeps?: Sweeps | undefined
}

/** A network that a signer signs for. */
export interface SignedNetwork {
  /** The chain behind it. */
  chain: Simulated | EvmChain | BitcoinChain | TronChain
  /** The highest rate at which a transaction may pay the network; on Tron the most that it may burn (sun). */
  rate: bigint
  /** The most transactions in 24 hours, replacements included. */
  transactions: number
}

/** The signer's own settings, which neither market nor database can change. */
export interface SignerConfig {
  /** A network that is not listed is refused. */
  networks: ReadonlyMap<Network, SignedNetwork>
  limits: Limits
  /** The names of the operators whose signatures count, by their keys; one operator may have several. */
  operators: ReadonlyMap<string, string>
}

/** The file cannot be used; the message, meant for a person, names each place and why. */
export class SignerConfigError extends Error {
  override name = 'SignerConfigError'
}

const amount = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/, 'must be an amount such as "1.5"'))
const CapsFile = z.strictObject({ each: amount, address: amount, day: amount })
const BitcoinFile = z.strictObject({
  ...caps,
  network: z._default(z.enum(bitcoinNetworks, `must be one of: ${bitcoinNetworks.join(', ')}`), 'main'),
  api: http('http://127.0.0.1:3000'),
  firstBlock: first,
  sweeps: z.optional(BitcoinSweepsFile),
})
const EthereumFile = z.strictObject({
  ...caps,
  firstNonce: first,
  chainId: z.int().check(z.positive()),
  rpc: http('http://127.0.0.1:8545'),
  usdt: z.string().check(z.refine((text) => contractOf(text) !== undefined, 'is not a valid address on Ethereum')),
  sweeps: z.optional(EvmSweepsFile),
})
const key = z.string().check(z.refine(isKey, 'is not an approval key: copy it from the Withdrawals desk'))
const ConfigFile = z.strictObject({
  simulated: z._default(z.partialRecord(z.enum(networks), z.strictObject({ ...caps, firstNonce: first })), {}),
  ethereum: z.optional(EthereumFile),
  bitcoin: z.optional(BitcoinFile),
  tron: z.optional(TronFile),
  limits: z.partialRecord(z.enum(coins), z.strictObject({ alone: CapsFile, one: CapsFile, two: CapsFile })),
  operators: z.array(
    z.strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      keys: z.array(key).check(z.minLength(1), z.maxLength(10)),
    }),
  ),
})

/** Whether a text is a point of P-256 in the one form in which it is compared. */
function isKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 65 || bytes.toString('base64') !== text) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    // Not on the curve.
    return false
  }
}

/** The canonical address of a contract on Ethereum; undefined where the text is none. */
function contractOf(text: string): EvmChain['usdt'] | undefined {
  const read = readAddress('ethereum', text)
  return 'address' in read ? (read.address as EvmChain['usdt']) : undefined
}

const simulated = { rate: '1000', transactions: 1000 }

/** Default settings: simulated networks, small sums without an operator. */
export const FIRST_CONFIG = {
  simulated: { ethereum: simulated, tron: simulated, bitcoin: simulated },
  limits: {
    USDT: {
      alone: { each: '1000', address: '2000', day: '5000' },
      one: { each: '10000', address: '20000', day: '50000' },
      two: { each: '50000', address: '100000', day: '200000' },
    },
    ETH: {
      alone: { each: '0.4', address: '0.8', day: '2' },
      one: { each: '4', address: '8', day: '20' },
      two: { each: '20', address: '40', day: '80' },
    },
    BTC: {
      alone: { each: '0.01', address: '0.02', day: '0.05' },
      one: { each: '0.1', address: '0.2', day: '0.5' },
      two: { each: '0.5', address: '1', day: '2' },
    },
  },
  operators: [],
}

/**
 * Reads the settings of a signer.
 *
 * @throws SignerConfigError
 */
export function readSignerConfig(text: string): SignerConfig {
  const read = ConfigFile.safeParse(parseJson(text))
  if (!read.success) throw new SignerConfigError(read.error.issues.map(describe).join('\n'))
  return {
    networks: networksOf(read.data),
    limits: Object.fromEntries(
      Object.entries(read.data.limits).map(([coin, levels]) => [coin, levelsOf(coin as Coin, levels!)]),
    ),
    operators: operatorsOf(read.data.operators),
  }
}

function networksOf({ simulated, ethereum, bitcoin, tron }: z.infer<typeof ConfigFile>): Map<Network, SignedNetwork> {
  const found = new Map<Network, SignedNetwork>()
  const capsOf = ({ rate, transactions }: { rate: string; transactions: number }) => ({
    rate: BigInt(rate),
    transactions,
  })
  for (const [name, one] of Object.entries(simulated))
    found.set(name as Network, { chain: { kind: 'simulated', firstNonce: one!.firstNonce }, ...capsOf(one!) })
  if (found.size > 0 && (ethereum || bitcoin || tron))
    throw new SignerConfigError('simulated: must be empty beside a real chain, ethereum, bitcoin or tron')
  if (ethereum) {
    const { chainId: id, rpc, firstNonce } = ethereum
    const usdt = contractOf(ethereum.usdt)!
    const sweeps = ethereum.sweeps && readPlace('ethereum.sweeps', evmSweeps(ethereum.sweeps, usdt))
    const chain: EvmChain = { kind: 'evm', id, rpc, usdt, firstNonce, sweeps }
    found.set('ethereum', { chain, ...capsOf(ethereum) })
  }
  if (bitcoin) {
    const { network, api, firstBlock } = bitcoin
    const sweeps = bitcoin.sweeps && readPlace('bitcoin.sweeps', bitcoinSweeps(bitcoin.sweeps, network))
    found.set('bitcoin', { chain: { kind: 'bitcoin', network, api, firstBlock, sweeps }, ...capsOf(bitcoin) })
  }
  if (tron) found.set('tron', { chain: tronChainOf(tron), ...capsOf(tron) })
  return found
}

/** The value read from a part of the file. @throws SignerConfigError where that is a problem, in words */
function readPlace<T extends object>(place: string, read: T | string): T {
  if (typeof read === 'string') throw new SignerConfigError(`${place}.${read}`)
  return read
}

function operatorsOf(operators: readonly { name: string; keys: readonly string[] }[]): Map<string, string> {
  if (new Set(operators.map(({ name }) => name)).size < operators.length)
    throw new SignerConfigError('operators: two of them have the same name')
  const pairs = operators.flatMap(({ name, keys }) => keys.map((one) => [one, name] as const))
  const byKey = new Map(pairs)
  if (byKey.size < pairs.length) throw new SignerConfigError('operators: a key is listed twice')
  return byKey
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.') || 'The file'
  if (issue.code === 'unrecognized_keys') return `${place}: unknown setting ${issue.keys.join(', ')}`
  return `${place}: ${issue.message === 'Invalid input' ? 'is missing or invalid' : issue.message}`
}

/** Reads the settings in a file. @throws SignerConfigError */
export const loadSignerConfig = async (path: string): Promise<SignerConfig> =>
  readSignerConfig(await readFile(path, 'utf8'))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SignerConfigError(`The file is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}

type CapsText = Record<keyof Caps, string>

const capNames = ['each', 'address', 'day'] as const

/** Reads the caps of a coin. A level never allows less than the one below it. */
function levelsOf(coin: Coin, { alone, one, two }: Record<'alone' | 'one' | 'two', CapsText>): Levels {
  const read = (level: string, text: CapsText, below?: Caps): Caps => {
    const [each, address, day] = capNames.map((name) => {
      const units = readCoins(text[name], coin)
      const place = `limits.${coin}.${level}.${name}`
      if (units === undefined) throw new SignerConfigError(`${place}: has more decimals than ${coin} allows`)
      if (below && units < below[name]) throw new SignerConfigError(`${place}: is less than the level below allows`)
      return units
    }) as [bigint, bigint, bigint]
    return { each, address, day }
  }
  const first = read('alone', alone)
  const second = read('one', one, first)
  return [first, second, read('two', two, second)]
}
