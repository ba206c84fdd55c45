import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleFilter } from '#contract/stores/sales.ts'
import { salesUnder, type SaleItem } from '#localdb/queries/stores/sales.ts'
import { saveFile } from '../../../data/save-file.ts'
import { useStoreRead } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useNow } from '../../../ui/time.tsx'
import { foundSales, type SaleNames } from './sale-find.ts'
import { salesFile } from './sales-file.ts'
import styles from './sales.module.css'

/** Saves all orders under a filter that have all words of a text, not only those that the list has come to. */
export function SalesFileButton({ filter, text }: { filter: SaleFilter; text: string }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const now = useNow() ?? 0
  const read = useStoreRead<'sales', SaleItem>('sales')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const all = await read(salesUnder(filter, now))
      const names = new Map<string, SaleNames>(all.flatMap(({ clear }) => (clear ? [[clear.id, clear]] : [])))
      const rows = all.map(({ row }) => row)
      const found = new Set(foundSales(rows, text, names))
      const filed = all.flatMap(({ row, clear }) => (found.has(row) ? [{ sale: row, clear }] : []))
      saveFile(`orders-${filter}.csv`, salesFile(filed, locale), 'text/csv')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="secondary" small className={styles.file} icon={<Download />} busy={busy} onClick={() => void save()}>
      {t('centre.file')}
    </Button>
  )
}
