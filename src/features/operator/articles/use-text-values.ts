import type { LocaleCode } from '#contract/text/locales.ts'
import type { TextValues } from '#contract/text/filled-text.ts'
import { PROMISES } from '#contract/market/promises.ts'
import { valuesOf } from '#contract/market/text-values.ts'
import { useMarketName } from '../../../data/texts/market-name.ts'
import { useSettings } from '../../../data/use-settings.ts'

/** The values that operators' texts take, as this device knows them. */
export function useTextValues(language: LocaleCode): TextValues {
  const market = useMarketName()
  const site = useSettings()
  const stated = {
    market,
    operator: site?.imprint?.name ?? '',
    address: site?.imprint?.address ?? '',
    feeRate: site?.fee?.rate ?? 0,
    promises: site?.promises ?? PROMISES,
  }
  return valuesOf(stated, language)
}
