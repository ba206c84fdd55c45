import FileText from 'lucide-react/icons/file-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { papersOfOrders } from '#localdb/queries/invoices.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'
import { IssuedPaper } from '../../../parts/invoices/issued-paper.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'

/** The invoices and credit notes of some orders, each on a page of its own: the same that their buyers print. */
export function IssuedPapers({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const wanted = ids.join(' ')
  const rows = useStoreLive(useMemo(() => papersOfOrders(wanted.split(' ')), [wanted]))
  const opened = useStoreOpened(rows, 'invoices')
  if (!opened) return <Skeleton height="30rem" />
  if (rows?.length === 0)
    return <EmptyState icon={<FileText />} title={t('centre.noInvoice')} text={t('centre.noInvoiceText')} />
  return (
    <>
      {opened.rows.map((row) => (
        <IssuedPaper key={row.id} row={row} />
      ))}
      {opened.unreadable > 0 && <Notice tone="warn">{t('addresses.unreadable')}</Notice>}
    </>
  )
}
