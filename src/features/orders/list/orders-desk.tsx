import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderTab } from '#contract/orders/states.ts'
import { useLocation } from 'wouter'
import { orderItems } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../../data/use-live.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { hasActions, OrderActions } from './order-actions.tsx'
import { OrderDetail } from '../detail/order-detail.tsx'
import { OrderListBody, OrderListHead, PANEL } from './order-list.tsx'
import styles from './orders-desk.module.css'
import { useOrderList } from './use-order-list.ts'

/** The list of orders with one of them beside it; the arrow keys go up and down the list. */
export function OrdersDesk({ tab, id }: { tab: OrderTab; id: string | null }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const pane = useRef<HTMLDivElement>(null)
  const list = useOrderList(tab)
  // Until one is chosen, the first: there is room for it.
  const shown = id ?? list.orders?.[0]?.id
  const found = useLive(async (db) => (shown === undefined ? [] : orderItems(db, { ids: [shown] })), [shown])
  const order = found?.[0]
  const open = (next: string) => navigate(list.beside(next), { replace: true })

  const step = (e: KeyboardEvent<HTMLElement>) => {
    const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    const from = list.orders?.findIndex((one) => one.id === shown) ?? -1
    const next = by === 0 || from < 0 ? undefined : list.orders?.[from + by]
    if (!next || (e.target as Element).closest('input, select')) return
    e.preventDefault()
    open(next.id)
    pane.current?.querySelector<HTMLElement>(`[data-order="${next.id}"]`)?.focus()
  }
  const onOpen = (next: string, e: MouseEvent) => {
    if (e.metaKey || e.ctrlKey || e.shiftKey) return
    e.preventDefault()
    open(next)
  }
  return (
    <Screen>
      <OrderListHead list={list} />
      <div className={styles.desk}>
        {/* The keys move between the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={pane}
          role="tabpanel"
          id={PANEL}
          aria-labelledby={`${PANEL}-${tab}`}
          className={styles.list}
          onKeyDown={step}
        >
          <OrderListBody key={tab} list={list} hrefOf={list.beside} current={shown} onOpen={onOpen} />
        </div>
        <section className={styles.order} aria-label={t('orders.shown')}>
          {order && (
            <>
              <OrderDetail key={order.id} order={order} />
              {hasActions(order) && (
                <div className={styles.acts}>
                  <OrderActions order={order} />
                </div>
              )}
            </>
          )}
          {!order && list.orders && list.orders.length > 0 && <p className={styles.none}>{t('orders.choose')}</p>}
        </section>
      </div>
    </Screen>
  )
}
