import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { inTab, orderTabs, type OrderTab } from '#contract/orders/states.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import styles from './order-tabs.module.css'

export const tabNames = Object.keys(orderTabs) as OrderTab[]

/** The lists whose orders wait for the person. */
const acted: ReadonlySet<OrderTab> = new Set(['unpaid', 'shipped'])

/** The lists of orders (spec §2) as tabs, all in sight; arrow keys move between them. `panel` is what they control. */
export function OrderTabs({
  tab,
  panel,
  orders,
  onChange,
}: {
  tab: OrderTab
  panel: string
  orders: readonly OrderItem[]
  onChange(tab: OrderTab): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const move = (e: KeyboardEvent<HTMLElement>) => {
    const back = getComputedStyle(e.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const step = e.key === back ? -1 : e.key === 'ArrowLeft' || e.key === 'ArrowRight' ? 1 : 0
    const next =
      e.key === 'Home'
        ? tabNames[0]
        : e.key === 'End'
          ? tabNames.at(-1)
          : step
            ? tabNames.at((tabNames.indexOf(tab) + step) % tabNames.length)
            : undefined
    if (!next) return
    e.preventDefault()
    onChange(next)
    e.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  return (
    <div role="tablist" aria-label={t('orders.tabsLabel')} className={styles.tabs} onKeyDown={move}>
      {tabNames.map((name) => {
        const count = acted.has(name) ? orders.filter((order) => inTab(name, order)).length : 0
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${panel}-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls={panel}
            tabIndex={name === tab ? 0 : -1}
            className={cx(styles.tab, name === tab && styles.on)}
            onClick={() => onChange(name)}
          >
            {t(`orders.tabs.${name}`)}
            {count > 0 && <span className={styles.count}>{format.number(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
