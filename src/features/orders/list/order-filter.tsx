import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { useLabels } from '../../../ui/labels.ts'
import type { OrderFind } from './find-orders.ts'
import styles from './order-filter.module.css'

/** Looks for orders by a text, by store and by time; the choices are those that the orders offer. */
export function OrderFilter({
  orders,
  what,
  onChange,
}: {
  orders: readonly OrderItem[]
  what: OrderFind
  onChange(what: OrderFind): void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [opened, setOpened] = useState(false)
  const open = opened || what.store !== undefined || what.since !== undefined
  const stores = new Map(orders.map((order) => [order.shopId, order.shopName]))
  const years = [...new Set(orders.map((order) => new Date(order.createdAt).getFullYear()))].sort((a, b) => b - a)
  return (
    <div className={styles.filter} role="search">
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <input
          type="search"
          className={styles.input}
          aria-label={t('orders.search')}
          placeholder={t('orders.search')}
          autoComplete="off"
          dir={what.find ? 'auto' : undefined}
          value={what.find}
          onChange={(e) => onChange({ ...what, find: e.target.value })}
        />
        <IconButton
          label={t('orders.narrow')}
          icon={<SlidersHorizontal />}
          aria-expanded={open}
          onClick={() => setOpened(!open)}
        />
        {what.find && <IconButton label={labels.close} icon={<X />} onClick={() => onChange({ ...what, find: '' })} />}
      </div>
      {open && (
        <div className={styles.choices}>
          {stores.size > 1 && (
            <select
              className={styles.choice}
              aria-label={t('orders.store')}
              data-on={what.store !== undefined || undefined}
              value={what.store ?? ''}
              onChange={(e) => onChange({ ...what, store: Number(e.target.value) || undefined })}
            >
              <option value="">{t('orders.anyStore')}</option>
              {[...stores].map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <select
            className={styles.choice}
            aria-label={t('orders.since')}
            data-on={what.since !== undefined || undefined}
            value={what.since ?? ''}
            onChange={(e) => onChange({ ...what, since: e.target.value || undefined })}
          >
            <option value="">{t('orders.anyTime')}</option>
            <option value="30">{t('orders.last30')}</option>
            <option value="90">{t('orders.last90')}</option>
            {years.map((year) => (
              <option key={year} value={year}>
                {t('orders.inYear', { year })}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}
