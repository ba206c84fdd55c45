import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { MARKET_NAME } from '#contract/rules/market-name.ts'
import { device } from './device.ts'

// What the market is called (`web_name`): every text that names it says {{market}}, which the translator fills in by
// itself. A page begins with what its document was rendered with, else with what this device knew last; once the
// website settings have come they hold (rename-market.ts).

/** What this device knew last. */
export const readMarketName = async (): Promise<string> =>
  (await device.read('market').catch(() => undefined)) ?? MARKET_NAME

export const marketName = ({ options }: i18n): string =>
  (options.interpolation!.defaultVariables as { market: string }).market

export const useMarketName = (): string => marketName(useTranslation().i18n)
