import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { inTab, type OrderTab } from '#contract/rules/order-states.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { Screen } from '../../parts/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BalanceNeed } from './balance-need.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderDetail } from './order-detail.tsx'
import { OrderTabs, tabNames } from './order-tabs.tsx'
import { OrdersGuest } from './orders-guest.tsx'
import styles from './orders.module.css'
import { RefusedOrders } from './refused-orders.tsx'

const PAGE = 20
const PANEL = 'orders'

/** The person's orders by state, all from this device; `?id=` shows one of them in full. */
export function OrdersScreen() {
  const [params] = useSearchParams()
  const person = usePerson()
  const id = params.get('id')
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'all'
  if (person?.guest) return <OrdersGuest back={id ? links.order(id) : links.orders(tab)} />
  return id ? <OrderDetail id={id} /> : <OrderList tab={tab} />
}

function OrderList({ tab }: { tab: OrderTab }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const all = useLive((db) => orderItems(db), [])
  const orders = all?.filter((order) => inTab(tab, order.state))
  const unpaid = all?.filter((order) => order.state === 'unpaid') ?? []
  const money = tab === 'all' || tab === 'onDevice' || tab === 'unpaid'
  return (
    <Screen width="narrow">
      <OrderTabs tab={tab} panel={PANEL} onChange={(next) => navigate(links.orders(next), { replace: true })} />
      <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-${tab}`} className={styles.panel}>
        {(tab === 'all' || tab === 'onDevice' || tab === 'closed') && <RefusedOrders />}
        {money && <BalanceNeed />}
        {tab === 'unpaid' && unpaid.length > 1 && (
          <ButtonLink wide href={links.pay(unpaid.map((order) => order.id))}>
            {t('orders.payAll')}
          </ButtonLink>
        )}
        {!orders ? (
          <>
            <Skeleton height="12rem" />
            <Skeleton height="12rem" />
          </>
        ) : (
          <Cards key={tab} orders={orders} />
        )}
      </div>
    </Screen>
  )
}

function Cards({ orders }: { orders: readonly OrderItem[] }) {
  const { t } = useTranslation()
  const [count, setCount] = useState(PAGE)
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<ClipboardList />}
        title={t('orders.empty')}
        text={t('orders.emptyHint')}
        action={
          <ButtonLink kind="secondary" href={links.products()}>
            {t('orders.browse')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <ul className={styles.cards} aria-label={t('orders.list')}>
        {orders.slice(0, count).map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {orders.length > count && (
        <Button kind="secondary" onClick={() => setCount(count + PAGE)}>
          {t('orders.showMore')}
        </Button>
      )}
    </>
  )
}
