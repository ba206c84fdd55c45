import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { coins, readCoins, type Coin } from '#contract/rules/coins.ts'
import { networks, type Network } from '#contract/rules/networks.ts'
import type { Caps, Levels, Limits } from './limits.ts'

/** The signer's own settings, which neither market nor database can change. */
export interface SignerConfig {
  /** The highest rate at which a transaction may pay each simulated network; one that is not here is not signed for. */
  simulated: ReadonlyMap<Network, bigint>
  limits: Limits
  /** The public keys of the operators whose signatures count. */
  keys: ReadonlySet<string>
}

/** The file cannot be used; the message, meant for a person, names each place and why. */
export class SignerConfigError extends Error {
  override name = 'SignerConfigError'
}

const amount = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/, 'is no amount like "1.5"'))
const Written = z.strictObject({ each: amount, address: amount, day: amount })
const File = z.strictObject({
  simulated: z._default(z.partialRecord(z.enum(networks), z.string().check(z.regex(/^\d{1,30}$/))), {}),
  limits: z.partialRecord(z.enum(coins), z.strictObject({ alone: Written, one: Written, two: Written })),
  operators: z.array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(80)),
      key: z.string().check(z.regex(/^[A-Za-z0-9+/]{87}=$/, 'is no approval key: copy it from the operator’s desk')),
    }),
  ),
})

/** The settings with which a signer begins: simulated networks, small sums without an operator. */
export const FIRST_CONFIG = {
  simulated: { ethereum: '1000', tron: '1000', bitcoin: '1000' },
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
  const read = File.safeParse(parseJson(text))
  if (!read.success) throw new SignerConfigError(read.error.issues.map(describe).join('\n'))
  const { simulated, limits, operators } = read.data
  const keys = new Set(operators.map(({ key }) => key))
  if (keys.size < operators.length) throw new SignerConfigError('operators: two of them have the same key')
  return {
    simulated: new Map(Object.entries(simulated).map(([network, rate]) => [network as Network, BigInt(rate ?? '0')])),
    limits: Object.fromEntries(Object.entries(limits).map(([coin, levels]) => [coin, levelsOf(coin as Coin, levels!)])),
    keys,
  }
}

function describe(issue: z.core.$ZodIssue): string {
  const place = issue.path.map(String).join('.') || 'The file'
  if (issue.code === 'unrecognized_keys') return `${place}: there is no setting ${issue.keys.join(', ')}`
  return `${place}: ${issue.message === 'Invalid input' ? 'is missing or not right' : issue.message}`
}

/** Reads the settings in a file. @throws SignerConfigError */
export const loadSignerConfig = async (path: string): Promise<SignerConfig> =>
  readSignerConfig(await readFile(path, 'utf8'))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SignerConfigError(`The file is no JSON: ${(error as Error).message}`, { cause: error })
  }
}

type WrittenLevels = Record<'alone' | 'one' | 'two', Record<keyof Caps, string>>

function levelsOf(coin: Coin, { alone, one, two }: WrittenLevels): Levels {
  const units = (level: string, written: Record<keyof Caps, string>): Caps => {
    const read = (name: keyof Caps): bigint => {
      const found = readCoins(written[name], coin)
      if (found === undefined)
        throw new SignerConfigError(`limits.${coin}.${level}.${name}: ${coin} has fewer decimals than that`)
      return found
    }
    return { each: read('each'), address: read('address'), day: read('day') }
  }
  return [units('alone', alone), units('one', one), units('two', two)]
}
