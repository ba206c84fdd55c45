import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { orderItems, type OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { sendsWhenClosed } from '../../data/browser-limits.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useReachable } from '../../data/use-status.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BalanceNeed } from './balance-need.tsx'
import { Countdown } from './countdown.tsx'
import { OrderStateMark } from './order-state.tsx'
import { OrderUnknown } from './order-unknown.tsx'
import { OrdersGuest } from './orders-guest.tsx'
import styles from './orders.module.css'
import { RefusedOrders } from './refused-orders.tsx'

type Outcome = 'checking' | 'saved' | 'placed' | 'needsYou' | 'paid' | 'closed' | 'gone'

/** The result of a checkout in one word: first what needs the person, then what waits. */
function outcomeOf(orders: readonly OrderItem[]): Outcome {
  if (orders.length === 0) return 'gone'
  if (orders.some((order) => order.placing?.state === 'conflict')) return 'needsYou'
  if (orders.some((order) => order.placing?.state === 'unknown')) return 'checking'
  if (orders.some((order) => order.state === 'onDevice')) return 'saved'
  if (orders.some((order) => order.state === 'unpaid')) return 'placed'
  return orders.every((order) => order.state === 'cancelled' || order.state === 'refunded') ? 'closed' : 'paid'
}

const icons: Record<Outcome, ReactNode> = {
  checking: <Clock />,
  saved: <Clock />,
  placed: <CircleCheck />,
  needsYou: <CircleAlert />,
  paid: <CircleCheck />,
  closed: <CircleAlert />,
  gone: <CircleAlert />,
}

/** Shown after checkout: which orders are saved, which are placed, and the link to pay. It follows later changes. */
export function SuccessScreen() {
  const [params] = useSearchParams()
  const person = usePerson()
  const group = params.get('group') ?? ''
  const groups = group.split(',').filter(Boolean)
  const orders = useLive((db) => orderItems(db, { groups }), [group])
  if (person?.guest) return <OrdersGuest back={links.success(groups)} />
  if (groups.length === 0) return <OrderUnknown />
  if (!orders)
    return (
      <Screen width="narrow">
        <Skeleton height="14rem" />
      </Screen>
    )
  return <Became orders={orders} />
}

function Became({ orders }: { orders: readonly OrderItem[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reachable = useReachable()
  const outcome = outcomeOf(orders)
  const unpaid = orders.filter((order) => order.state === 'unpaid')
  const payBy = Math.min(...unpaid.flatMap((order) => order.payBy ?? []))
  const hint =
    outcome === 'closed'
      ? undefined
      : outcome === 'saved' && reachable
        ? t('success.sendingHint')
        : outcome === 'saved' && !sendsWhenClosed()
          ? t('success.savedOpenHint')
          : t(`success.${outcome}Hint`)
  return (
    <Screen width="narrow">
      <div className={styles.became} role="status">
        <span className={styles.becameIcon} data-outcome={outcome} aria-hidden="true">
          {icons[outcome]}
        </span>
        <p className={styles.becameTitle}>{t(`success.${outcome}`)}</p>
        {hint && <p className={styles.soft}>{hint}</p>}
      </div>
      <RefusedOrders />
      {Number.isFinite(payBy) && <Countdown payBy={payBy} />}
      {unpaid.length > 0 && (
        <ButtonLink wide kind="accent" href={links.pay(unpaid.map((order) => order.id))}>
          {t('orders.pay')}
        </ButtonLink>
      )}
      {orders.length > 0 && (
        <List label={t('orders.list')}>
          {orders.map((order) => (
            <ListRow
              key={order.id}
              href={links.order(order.id)}
              title={<bdi>{order.shopName || t('cart.shopFallback', { id: order.shopId })}</bdi>}
              text={format.money(order.total, order.currency)}
              end={<OrderStateMark order={order} />}
            />
          ))}
        </List>
      )}
      <BalanceNeed />
      <div className={styles.ways}>
        <ButtonLink kind="secondary" href={links.orders()}>
          {t('success.orders')}
        </ButtonLink>
        <ButtonLink kind="secondary" href={links.products()}>
          {t('success.goOn')}
        </ButtonLink>
      </div>
    </Screen>
  )
}
