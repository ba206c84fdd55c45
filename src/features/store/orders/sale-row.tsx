import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { links } from '../../../links/links.ts'
import type { DeskKey } from '../../../data/stores/use-store.ts'
import { useOpenedWith } from '../../../data/use-unsealed.ts'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import { SaleBadge } from './sale-badge.tsx'
import styles from './sales.module.css'

interface SaleRowProps {
  sale: SaleItem
  /** Opens what is sealed; undefined until it is there. */
  seal: DeskKey | undefined
  /** The number of the store, where the address names one. */
  at: number | undefined
  now: number | undefined
  chosen: boolean
  /** Absent where there is nothing to choose it for. */
  onChoose: ((id: string, on: boolean) => void) | undefined
}

/** An order of the store in its list. The buyer's name is opened once the row is there: nothing else of it is. */
export const SaleRow = memo(function SaleRow({ sale, seal, at, now, chosen, onChoose }: SaleRowProps) {
  const { t } = useTranslation()
  const { number, money } = useFormat()
  const { id, buyer } = sale
  const sealed = useMemo(() => [{ id, buyer } as SaleItem], [id, buyer])
  const opened = useOpenedWith<'sales', SaleItem>(seal, sealed, 'sales')
  return (
    <div className={styles.row}>
      {onChoose && (
        <Checkbox
          checked={chosen}
          hideLabel
          label={t('centre.choose', { number: sale.number })}
          onChange={(on) => onChoose(id, on)}
        />
      )}
      <a href={links.sale(id, at)} className={styles.sale}>
        <span className={styles.top}>
          <strong className={styles.number}>
            <bdi>{sale.number}</bdi>
          </strong>
          <span className={styles.state}>
            {sale.pending && <SyncMark />}
            <SaleBadge sale={sale} now={now} />
          </span>
        </span>
        <span className={styles.line}>
          <bdi className={styles.buyer}>{opened?.rows[0]?.buyer ?? '\u00a0'}</bdi>
          <RelativeTime at={sale.paidAt ?? sale.createdAt} />
        </span>
        <span className={styles.line}>
          {t('centre.pieces', {
            n: number(sale.lines.reduce((sum, line) => sum + line.num, 0)),
            money: money(sale.total, sale.currency),
          })}
        </span>
      </a>
    </div>
  )
})
