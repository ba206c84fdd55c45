import { useTranslation } from 'react-i18next'
import type { SaidFault } from '#contract/rules/goods-said.ts'

export function useFaultText(): (fault: SaidFault | undefined) => string | undefined {
  const { t } = useTranslation()
  return (fault) => fault && t(`storeGoods.fault.${fault}`)
}
