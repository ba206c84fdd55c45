import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { device } from '../device/device.ts'

// The market's name (`web_name`): every text that names the market says {{market}}, which the translator fills in by
// itself. A page begins with the name that its document was rendered with, else with the last name that this device
// knew. Once the website settings have come, their name holds (rename-market.ts).

/** The last name that this device knew. */
export const lastMarketName = async (): Promise<string> =>
  (await device.read('market').catch(() => undefined)) ?? MARKET_NAME

export const marketName = ({ options }: i18n): string =>
  (options.interpolation!.defaultVariables as { market: string }).market

export const useMarketName = (): string => marketName(useTranslation().i18n)
