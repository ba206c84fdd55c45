// The coins in which money is held. Amounts are counted in a coin's smallest unit, as bigint; on the wire they are
// decimal texts of such units, since JSON's numbers end at 2^53.

export const coins = ['USDT', 'ETH', 'BTC'] as const
export type Coin = (typeof coins)[number]

/**
 * An asset of the ledger. Money to try the market with (`tUSDT`) and real money (`USDT`) are different assets that
 * never meet: an order, a withdrawal or a sum holds only one of the two.
 */
export type Asset = Coin | `t${Coin}`

/** Decimals of a coin's smallest unit. */
const decimals: Record<Coin, number> = { USDT: 6, ETH: 18, BTC: 8 }

/** The smallest units that one coin has. */
export const unitsIn = (coin: Coin): bigint => 10n ** BigInt(decimals[coin])

/** Decimals to which an amount to pay is rounded up: 0.01 USDT, 1e-8 ETH, 1 satoshi. */
const payDecimals: Record<Coin, number> = { USDT: 2, ETH: 8, BTC: 8 }

/** The payment step of a coin: amounts due are rounded up to a multiple of it (units). */
export const coinStep = (coin: Coin): bigint => 10n ** BigInt(decimals[coin] - payDecimals[coin])

/** All assets, real ones first. */
export const assets = ['USDT', 'ETH', 'BTC', 'tUSDT', 'tETH', 'tBTC'] as const satisfies readonly Asset[]

/** Narrows a name to an asset that this app knows; a newer market may have others. */
export const isAsset = (name: string): name is Asset => (assets as readonly string[]).includes(name)

/** Whether a name is a coin's. */
export const isCoin = (name: string): name is Coin => (coins as readonly string[]).includes(name)

/** Whether an asset is money to try the market with. */
export const isTest = (asset: Asset): boolean => asset.startsWith('t')

/** The coin of an asset. */
export const coinOf = (asset: Asset): Coin => (isTest(asset) ? asset.slice(1) : asset) as Coin

/** A coin's asset: real, or to try the market with. */
export const assetOf = (coin: Coin, test: boolean): Asset => (test ? `t${coin}` : coin)

/** Units of a coin as a decimal of at least so many places: 1500000 of USDT are `1.5`. */
export function coinText(units: bigint, coin: Coin, least = 0): string {
  const places = decimals[coin]
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(least, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}

/** The units that a decimal such as `1.5` names; undefined when it is none, or finer than the coin's smallest unit. */
export function readCoins(text: string, coin: Coin): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text.trim()) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole === undefined || digits.length > decimals[coin]) return undefined
  return BigInt(whole + digits.padEnd(decimals[coin], '0'))
}

/** The share of an amount that `part` of `whole` has, rounded down; all of it where they are the same. */
export const shareOfUnits = (units: bigint, part: number, whole: number): bigint =>
  part === whole ? units : (units * BigInt(part)) / BigInt(whole)

/** The units of USDT that a cent is, for what reckons with a dollar as one. */
const CENT = 10_000n

/** The units of USDT that an amount is (cents). */
export const unitsOf = (cents: number): bigint => BigInt(cents) * CENT

/** The cents that units of USDT are, rounded down. */
export const centsOf = (units: bigint): number => Number(units / CENT)
