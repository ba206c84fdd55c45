import { useTranslation } from 'react-i18next'
import type { PadFault } from '#contract/pads/rules.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { whyNotTexts } from '../../parts/catalogue/why-not-texts.ts'

export function usePadFaultText(): (fault: PadFault) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (fault) => {
    switch (fault.kind) {
      case 'notSold': {
        const { reason, params } = fault.why
        return t(whyNotTexts[reason], {
          ...(params && { available: number(params.available), minimum: number(params.minimum) }),
        })
      }
      case 'belowMinimum':
        return t('pad.fault.belowMinimum', { minimum: number(fault.minimum), n: number(fault.missing) })
      case 'notMultiple':
        return t('pad.fault.notMultiple', { step: number(fault.multiple) })
      case 'stockShort':
        return t('pad.fault.stockShort', { n: number(fault.available) })
      default:
        return t(`pad.fault.${fault.kind}`)
    }
  }
}
