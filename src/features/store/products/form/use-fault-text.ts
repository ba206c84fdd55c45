import { useTranslation } from 'react-i18next'
import type { ImportFault } from '#contract/products/raw.ts'

export function useImportFaultText(): (fault: ImportFault | undefined) => string | undefined {
  const { t } = useTranslation()
  return (fault) => fault && t(`storeGoods.fault.${fault}`)
}
