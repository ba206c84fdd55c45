import { FIRST_CURRENCY } from '#contract/currencies/exchange.ts'
import { device } from './device.ts'

// The currency in which this device shows prices, and the tabs' way to hear of another.

let chosen: string | undefined
let market: string | undefined
const listeners = new Set<() => void>()

/** Reads what was chosen on this device, and what it knew; without storage nothing. */
export async function readCurrency(): Promise<void> {
  const keys = ['currency', 'marketCurrency'] as const
  ;[chosen, market] = await Promise.all(keys.map((key) => device.read(key).catch(() => undefined)))
}

/** The market's currency as this device knew it last, until its rates have been read. */
export const lastMarket = (): string => market ?? FIRST_CURRENCY

/** The currency that was chosen on this device; undefined while none was, and prices are shown in the market's. */
export const chosenCurrency = (): string | undefined => chosen

/** Shows prices in another currency, and keeps the choice on this device. */
export async function chooseCurrency(code: string): Promise<void> {
  await device.write('currency', () => code)
  chosen = code
  for (const tell of listeners) tell()
}

/** Hears of another choice. */
export function onCurrency(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
