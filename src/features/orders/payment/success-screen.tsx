import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { orderItems, refusedOrders, type OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { sendsWhenClosed } from '../../../data/device/browser-limits.ts'
import { useLive } from '../../../data/use-live.ts'
import { useReachable } from '../../../data/use-status.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { BalanceNeed } from '../balance-need.tsx'
import { Countdown } from '../countdown.tsx'
import { Moment } from './moment.tsx'
import { OrderUnknown } from '../order-unknown.tsx'
import styles from '../orders.module.css'
import { outcomeOf, partlyOf, type CheckoutState, type Partly } from './outcome.ts'
import { RefusedOrders } from '../refused-orders.ts'
import { SuccessOrder } from './success-order.tsx'
import { usePaidHint } from './use-paid-hint.ts'

/** For so long an order that is not placed yet is being placed (ms). */
const PLACING_MS = 1500

const icons: Record<CheckoutState, ReactNode> = {
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
  const isOwn = ({ id }: { id: string }): boolean => groups.some((group) => id.startsWith(group))
  const refused = useLive(refusedOrders, [], []).filter((one) => one.name === 'place' && isOwn(one)).length
  const became = outcomeOf(orders)
  // On a good network an order is placed before one has read that it is not.
  const outcome = early && reachable && (became === 'saved' || became === 'checking') ? 'placing' : became
  const unpaid = orders.filter((order) => order.state === 'unpaid')
  const payBy = Math.min(...unpaid.flatMap((order) => order.payBy ?? []))
  const partly = outcome === 'placing' || outcome === 'checking' ? undefined : partlyOf(orders, refused)
  const paidHint = usePaidHint(orders)
  return (
    <Screen width="narrow">
      <div className={styles.became} role="status">
        {!partly && (outcome === 'placed' || outcome === 'paid') ? (
          <Moment sign={icons[outcome]} />
        ) : (
          <span className={styles.becameIcon} data-outcome={partly ? 'needsYou' : outcome} aria-hidden="true">
            {partly ? <CircleAlert /> : icons[outcome]}
          </span>
        )}
        <Headline outcome={outcome} partly={partly} refused={refused > 0} paidHint={paidHint} />
      </div>
      <RefusedOrders of={isOwn} />
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

interface HeadlineProps {
  outcome: CheckoutState
  partly: Partly | undefined
  /** Some of the checkout was not accepted. */
  refused: boolean
  paidHint: string
}

/** The result in a sentence, with the count where not all went the same way, and what follows from it. */
function Headline({ outcome, partly, refused, paidHint }: HeadlineProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const reachable = useReachable()
  const counts = partly && { n: number(partly.n), total: number(partly.total) }
  const hint = (): string | undefined => {
    if (partly && refused) return t('success.partlyHint')
    if (outcome === 'closed' || outcome === 'placing') return undefined
    if (outcome === 'paid') return paidHint
    if (outcome === 'saved' && reachable) return t('success.sendingHint')
    if (outcome === 'saved' && !sendsWhenClosed()) return t('success.savedOpenHint')
    return t(`success.${outcome}Hint`)
  }
  const text = hint()
  return (
    <>
      <p className={styles.becameTitle}>
        {counts ? t(partly.as === 'saved' ? 'success.partlySaved' : 'success.partly', counts) : t(`success.${outcome}`)}
      </p>
      {text && <p className={styles.soft}>{text}</p>}
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
