import ClipboardList from 'lucide-react/icons/clipboard-list'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { Beneath } from '../../../parts/home/beneath.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { BalanceNeed } from '../balance-need.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderFilter } from './order-filter.tsx'
import { OrderTabs } from './order-tabs.tsx'
import styles from '../orders.module.css'
import { RefusedOrders } from '../refused-orders.ts'
import type { OrderList } from './use-order-list.ts'

const PAGE = 20
/** The id of what the tabs control. */
export const PANEL = 'orders'
/** So few orders need no search. */
const FEW = 3

/** The tabs of a list of orders, and what looks through it. */
export function OrderListHead({ list: { tab, all = [], what, looking, look, turn } }: { list: OrderList }) {
  return (
    <>
      <OrderTabs tab={tab} panel={PANEL} orders={all} onChange={turn} />
      {(all.length > FEW || looking) && <OrderFilter orders={all} what={what} onChange={look} />}
    </>
  )
}

interface OrderListBodyProps {
  list: OrderList
  hrefOf(id: string): string
  /** The order that stands beside the list. */
  current?: string | undefined
  onOpen?(id: string, event: MouseEvent): void
}

/** The orders of a list, what was refused, and what they will need. */
export function OrderListBody({ list, hrefOf, current, onOpen }: OrderListBodyProps) {
  const { t } = useTranslation()
  const [count, setCount] = useState(PAGE)
  const { tab, orders, looking } = list
  const unpaid = list.all?.filter((order) => order.state === 'unpaid') ?? []
  if (!orders)
    return (
      <>
        <Skeleton height="10rem" />
        <Skeleton height="10rem" />
      </>
    )
  return (
    <>
      {(tab === 'all' || tab === 'onDevice' || tab === 'closed') && !looking && <RefusedOrders />}
      {(tab === 'onDevice' || tab === 'unpaid') && !looking && <BalanceNeed />}
      {tab === 'unpaid' && unpaid.length > 1 && (
        <ButtonLink wide href={links.pay(unpaid.map((order) => order.id))}>
          {t('orders.payAll')}
        </ButtonLink>
      )}
      {orders.length === 0 ? (
        <Nothing list={list} />
      ) : (
        <ul className={styles.cards} aria-label={t('orders.list')}>
          {orders.slice(0, count).map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                href={hrefOf(order.id)}
                current={current === order.id}
                brief={onOpen !== undefined}
                {...(onOpen && { onOpen: (event: MouseEvent) => onOpen(order.id, event) })}
              />
            </li>
          ))}
        </ul>
      )}
      {orders.length > count && (
        <Button kind="secondary" onClick={() => setCount(count + PAGE)}>
          {t('orders.showMore')}
        </Button>
      )}
    </>
  )
}

function Nothing({ list: { looking, look } }: { list: OrderList }) {
  const { t } = useTranslation()
  if (looking)
    return (
      <EmptyState
        icon={<ClipboardList />}
        title={t('orders.noneFound')}
        action={
          <Button kind="secondary" onClick={() => look({ find: '', store: undefined, since: undefined })}>
            {t('orders.clearSearch')}
          </Button>
        }
      />
    )
  return (
    <>
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
      <Beneath />
    </>
  )
}
