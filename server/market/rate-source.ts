import * as z from 'zod/mini'
import type { Coin } from '#contract/coins/assets.ts'
import { fetchFollowing } from '../http/fetch-following.ts'

// Sources of the rates of coins, for markets whose operators do not set them.

/** The rate of one coin: a decimal of its source's currency, from `at` (Unix ms) on. */
export interface SourceRate {
  coin: Coin
  rate: string
  at: number
}

/** A source of rates. */
export interface RateSource {
  name: string
  /** The currency of its rates. */
  currency: string
  /** The rates that it has now; coins that it does not know are left out. @throws when it cannot be read */
  read(now: number): Promise<SourceRate[]>
}

/** How long a source may take to answer (ms). */
const PATIENCE_MS = 10_000
/** The longest answer that is read (characters). */
const ANSWER_MAX = 100_000

/** Kraken's names of its markets between coins and dollars. */
const pairs: Record<Coin, string> = { USDT: 'USDTZUSD', ETH: 'XETHZUSD', BTC: 'XXBTZUSD' }

const Ticker = z.object({
  error: z.array(z.string()),
  /** `b` is the best bid: its price comes first. */
  result: z.optional(z.record(z.string(), z.object({ b: z.array(z.string()) }))),
})

/**
 * Kraken's public ticker (https://docs.kraken.com/api/docs/rest-api/get-ticker-information). The rate is the best bid,
 * because the market could sell coins for it. `get` returns the text of an address.
 */
export const kraken = (get: (url: string) => Promise<string> = getText): RateSource => ({
  name: 'kraken',
  currency: 'USD',
  async read(now) {
    const names = Object.values(pairs).join(',')
    const answer = Ticker.parse(JSON.parse(await get(`https://api.kraken.com/0/public/Ticker?pair=${names}`)))
    if (answer.error.length > 0) throw new Error(`Kraken: ${answer.error.join(', ').slice(0, 200)}`)
    return Object.entries(pairs).flatMap(([coin, pair]) => {
      const rate = answer.result?.[pair]?.b[0]
      return rate === undefined ? [] : [{ coin: coin as Coin, rate: shorten(rate), at: now }]
    })
  },
})

/** A decimal with at most eight places. */
const shorten = (decimal: string): string => decimal.replace(/(\.\d{8})\d+$/, '$1')

async function getText(url: string): Promise<string> {
  const response = await fetchFollowing(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  const text = await response.text()
  if (text.length > ANSWER_MAX) throw new Error(`${new URL(url).host} answered too much`)
  return text
}

const sources = { kraken } as const
export type RateSourceName = keyof typeof sources
export const rateSourceNames = Object.keys(sources) as [RateSourceName]

/** The source of a name. */
export const rateSource = (name: RateSourceName): RateSource => sources[name]()
