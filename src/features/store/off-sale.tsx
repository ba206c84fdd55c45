import { useTranslation } from 'react-i18next'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive } from '../../data/stores/use-store.ts'
import { Notice } from '../../ui/blocks/notice.tsx'

/** Whether nothing of the store is on sale, whatever it has listed: it is closed, or the market has suspended it. */
export function useOffSale(): boolean {
  const notice = useStoreLive(readStoreNotice)
  return notice?.closed === true || typeof notice?.suspended === 'string'
}

/** Says why nothing of the store is on sale. */
export function OffSaleNotice() {
  const { t } = useTranslation()
  const notice = useStoreLive(readStoreNotice)
  const why = notice?.suspended ?? undefined
  return (
    <>
      {why !== undefined && <Notice tone="bad">{t('centre.suspended', { why })}</Notice>}
      {notice?.closed && <Notice tone="warn">{t('centre.closed')}</Notice>}
    </>
  )
}
