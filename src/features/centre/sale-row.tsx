import { useTranslation } from 'react-i18next'
import type { SaleItem } from '#localdb/queries/sales.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RelativeTime, useNow } from '../../ui/time.tsx'
import { SaleBadge } from './sale-badge.tsx'
import styles from './sales.module.css'

interface SaleRowProps {
  sale: SaleItem
  /** Undefined until it is opened. */
  buyer: string | undefined
  href: string
  chosen: boolean
  /** Absent where there is nothing to choose it for. */
  onChoose: ((on: boolean) => void) | undefined
}

/** An order of the store in its list. */
export function SaleRow({ sale, buyer, href, chosen, onChoose }: SaleRowProps) {
  const { t } = useTranslation()
  const { number, money } = useFormat()
  const now = useNow()
  return (
    <li className={styles.row}>
      {onChoose && (
        <Checkbox checked={chosen} hideLabel label={t('centre.choose', { number: sale.number })} onChange={onChoose} />
      )}
      <a href={href} className={styles.sale}>
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
          <bdi className={styles.buyer}>{buyer ?? '\u00a0'}</bdi>
          <RelativeTime at={sale.paidAt ?? sale.createdAt} />
        </span>
        <span className={styles.line}>
          {t('centre.pieces', {
            n: number(sale.lines.reduce((sum, line) => sum + line.num, 0)),
            money: money(sale.total, sale.currency),
          })}
        </span>
      </a>
    </li>
  )
}
