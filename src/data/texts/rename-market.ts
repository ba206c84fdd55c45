import type { i18n } from 'i18next'
import { device } from '../device/device.ts'
import { marketName } from './market-name.ts'

/** Fills in another name from now on; texts on the screen are not drawn again. */
export function fillIn(translator: i18n, market: string): void {
  translator.options.interpolation!.defaultVariables = { market }
}

/** The market's currency is this now: the next start begins with it. */
export const keepCurrency = (code: string): void => void device.write('marketCurrency', () => code).catch(() => {})

/** The market has this name now: the screen shows it, and the next start begins with it. */
export function renameMarket(translator: i18n, market: string): void {
  // Without storage the next start asks again.
  device.write('market', () => market).catch(() => {})
  if (market === marketName(translator)) return
  fillIn(translator, market)
  // This event draws all texts again.
  translator.emit('languageChanged', translator.language)
}
