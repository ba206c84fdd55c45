import { useTranslation } from 'react-i18next'
import type { Hindrance } from './hindrance.ts'
import { useCountryName } from '../addresses/use-country-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useShownMoney } from '../money/use-shown-money.ts'
import { whyNotTexts } from '../catalogue/why-not-texts.ts'

/** Why a line is left out of the sums, in words. `multiple` is its product's. */
export function HindranceText({ hindrance, multiple }: { hindrance: Hindrance; multiple: number | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const money = useShownMoney()
  const countryName = useCountryName()
  switch (hindrance.kind) {
    case 'refused': {
      const { reason, params } = hindrance.why
      return t(reason === 'variantGone' ? 'refusals.variantGone' : whyNotTexts[reason], {
        ...(params && { available: number(params.available), minimum: number(params.minimum) }),
      })
    }
    case 'short':
      return t('cart.short', { n: number(hindrance.stock) })
    case 'minimum':
      return t('cart.belowMinimum', { n: number(hindrance.missing), goal: number(hindrance.goal) })
    case 'multiple':
      return t('cart.notMultiple', { step: number(multiple ?? 1) })
    case 'tooMany':
      return t('cart.tooMany', { max: number(hindrance.max) })
    case 'storeLeast': {
      const { of, missing, least, currency } = hindrance
      const textOf = (n: number): string => (of === 'pieces' ? number(n) : money(n, currency))
      return t('cart.storeLeast', { n: textOf(missing), goal: textOf(least) })
    }
    case 'notThere':
      return t('cart.notThere', { country: countryName(hindrance.country) })
    case 'unknown':
      return t('cart.priceUnknown')
    case 'checking':
      return t('cart.checking')
  }
}
