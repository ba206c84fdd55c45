import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { orderItems, refusedOrders, type OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { sendsWhenClosed } from '../../data/browser-limits.ts'
import { useLive } from '../../data/use-live.ts'
import { useReachable } from '../../data/use-status.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BalanceNeed } from './balance-need.tsx'
import { Countdown } from './countdown.tsx'
import { OrderUnknown } from './order-unknown.tsx'
import styles from './orders.module.css'
import { RefusedOrders } from './refused-orders.tsx'
import { SuccessOrder } from './success-order.tsx'

type Outcome = 'placing' | 'checking' | 'saved' | 'placed' | 'needsYou' | 'paid' | 'closed' | 'gone'

/** For so long an order that is not placed yet is being placed (ms). */
const PLACING_MS = 1500

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
  placing: <Clock />,
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
  const group = params.get('group') ?? ''
  const groups = group.split(',').filter(Boolean)
  const orders = useLive((db) => orderItems(db, { groups }), [group])
  if (groups.length === 0) return <OrderUnknown />
  if (!orders)
    return (
      <Screen width="narrow">
        <Skeleton height="14rem" />
      </Screen>
    )
  return <Became orders={orders} groups={groups} />
}

function Became({ orders, groups }: { orders: readonly OrderItem[]; groups: readonly string[] }) {
  const { t } = useTranslation()
  const reachable = useReachable()
  const early = useEarly()
  const refused = useLive(refusedOrders, [], []).filter(
    ({ id, name }) => name === 'place' && groups.some((group) => id.startsWith(group)),
  ).length
  const became = outcomeOf(orders)
  // On a good network an order is placed before one has read that it is not.
  const outcome = early && reachable && (became === 'saved' || became === 'checking') ? 'placing' : became
  const unpaid = orders.filter((order) => order.state === 'unpaid')
  const payBy = Math.min(...unpaid.flatMap((order) => order.payBy ?? []))
  const partly = outcome === 'placed' && refused > 0
  return (
    <Screen width="narrow">
      <div className={styles.became} role="status">
        <span className={styles.becameIcon} data-outcome={partly ? 'needsYou' : outcome} aria-hidden="true">
          {partly ? <CircleAlert /> : icons[outcome]}
        </span>
        <Headline outcome={outcome} placed={partly ? orders.length : undefined} all={orders.length + refused} />
      </div>
      <RefusedOrders />
      {Number.isFinite(payBy) && <Countdown payBy={payBy} />}
      {unpaid.length > 0 && (
        <ButtonLink wide kind="accent" href={links.pay(unpaid.map((order) => order.id))}>
          {t('orders.pay')}
        </ButtonLink>
      )}
      {orders.length > 0 && (
        <ul className={styles.cards} aria-label={t('orders.list')}>
          {orders.map((order) => (
            <li key={order.id}>
              <SuccessOrder order={order} settled={outcome !== 'placing'} />
            </li>
          ))}
        </ul>
      )}
      {outcome !== 'placing' && <BalanceNeed />}
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

/** The result in a sentence; `placed` of `all` when not all of the orders were. */
function Headline({ outcome, placed, all }: { outcome: Outcome; placed: number | undefined; all: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const reachable = useReachable()
  const hint =
    placed !== undefined
      ? t('success.partlyHint')
      : outcome === 'closed' || outcome === 'placing'
        ? undefined
        : outcome === 'saved' && reachable
          ? t('success.sendingHint')
          : outcome === 'saved' && !sendsWhenClosed()
            ? t('success.savedOpenHint')
            : t(`success.${outcome}Hint`)
  return (
    <>
      <p className={styles.becameTitle}>
        {placed === undefined
          ? t(`success.${outcome}`)
          : t('success.partly', { n: number(placed), total: number(all) })}
      </p>
      {hint && <p className={styles.soft}>{hint}</p>}
    </>
  )
}

/** True for the first moments of the screen. */
function useEarly(): boolean {
  const [early, setEarly] = useState(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setEarly(false), PLACING_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return early
}
