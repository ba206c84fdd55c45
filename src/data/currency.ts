import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { device } from './device.ts'

// The currency in which this device shows prices, and the tabs' way to hear of another.

let chosen: string | undefined
const listeners = new Set<() => void>()

/** Reads what was chosen on this device; without storage nothing was. */
export async function readCurrency(): Promise<void> {
  chosen = await device.read('currency').catch(() => undefined)
}

/** Whether a currency was chosen on this device. */
export const isCurrencyChosen = (): boolean => chosen !== undefined

/** The currency in which prices are shown: the market's while no other was chosen on this device. */
export const shownCurrency = (): string => chosen ?? MARKET_CURRENCY

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
