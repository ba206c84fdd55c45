import Wallet from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { paidState } from '#contract/orders/states.ts'
import { availableOf } from '#localdb/queries/wallet.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { useProfile } from '../../../data/use-profile.ts'
import { useWant } from '../../../data/use-want.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { Countdown } from '../countdown.tsx'
import styles from '../orders.module.css'
import { PayCoins } from './pay-coins.tsx'
import { PayEnd } from './pay-end.tsx'
import { PayPassword } from './pay-password.tsx'
import { PaySums } from './pay-sums.tsx'
import { usePayChoice, type PayChoice } from './use-pay-choice.ts'

/** Pays placed orders from the balance: online only, with the fund password. `?ids=` or `?group=` name the orders. */
export function PayScreen() {
  const { t } = useTranslation()
  const format = useFormat()
  const [params] = useSearchParams()
  const [ids, groups] = [params.get('ids'), params.get('group')]
  const orders = useLive(
    (db) =>
      orderItems(db, ids !== null ? { ids: ids.split(',') } : { groups: (groups ?? '').split(',').filter(Boolean) }),
    [ids, groups],
  )
  if (!orders)
    return (
      <Screen width="narrow">
        <Skeleton height="14rem" />
      </Screen>
    )
  const unpaid = orders.filter((order) => order.state === 'unpaid' && order.due !== null)
  const waiting = orders.filter((order) => order.state === 'onDevice').length
  const paid = orders.filter((order) => paidState(order.state) && order.due !== null)
  if (unpaid.length === 0 && paid.length > 0) return <PayEnd paid={paid} />
  if (unpaid.length === 0) {
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<Wallet />}
          title={t('pay.nothing')}
          text={waiting > 0 ? t('pay.waiting', { n: format.number(waiting) }) : t('pay.nothingHint')}
          action={<ButtonLink href={links.orders()}>{t('success.orders')}</ButtonLink>}
        />
      </Screen>
    )
  }
  return <PayForm unpaid={unpaid} waiting={waiting} />
}

function PayForm({ unpaid, waiting }: { unpaid: readonly OrderItem[]; waiting: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const account = useProfile()
  const choice = usePayChoice(unpaid.map((order) => order.id))
  const { chosen, holdings: held } = choice
  const payBy = Math.min(...unpaid.flatMap((order) => order.payBy ?? []))
  const { refresh } = useWant('user.profile', {}, account?.link?.session === 'ok')
  return (
    <Screen width="narrow">
      {Number.isFinite(payBy) && <Countdown payBy={payBy} />}
      <List label={t('pay.ordersTitle')}>
        {unpaid.map((order) => (
          <ListRow
            key={order.id}
            href={links.order(order.id)}
            title={<bdi>{order.shopName || t('cart.shopFallback')}</bdi>}
            text={order.number && <bdi>{order.number}</bdi>}
            end={format.money(order.due!.amount, order.due!.currency)}
          />
        ))}
      </List>
      {waiting > 0 && <Notice>{t('pay.waiting', { n: format.number(waiting) })}</Notice>}
      <PaySums unpaid={unpaid} quote={chosen} has={chosen ? availableOf(held, chosen.asset) : 0n} />
      {choice.quotes?.length ? (
        <PayCoins choice={choice} methods={account?.profile?.recharge ?? []} />
      ) : (
        <NoQuote choice={choice} />
      )}
      {account === undefined ? (
        <Skeleton height="14rem" />
      ) : account.profile?.fundPassword === false ? (
        <SetFirst />
      ) : chosen || choice.failure?.kind === 'unreachable' ? (
        <PayPassword unpaid={unpaid} choice={choice} onPaid={refresh} />
      ) : null}
    </Screen>
  )
}

/** Stands in for the coins: says why there are none, or that they are on their way. */
function NoQuote({ choice: { closed, failure } }: { choice: PayChoice }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  if (failure) return failure.kind === 'unreachable' ? null : <Notice tone="warn">{failureText(failure)}</Notice>
  // Without quotes and closed coins all is paid, and the rows that say so are on their way.
  return closed.length > 0 ? <Notice tone="warn">{t('pay.noCoin')}</Notice> : <Skeleton height="12rem" />
}

/** Asks for a fund password to be set; its screen leads back here. */
function SetFirst() {
  const { t } = useTranslation()
  return (
    <Card>
      <div className={styles.form}>
        <p>{t('pay.setFirst')}</p>
        <ButtonLink wide href={links.fundPassword(location.pathname + location.search)}>
          {t('pay.setNow')}
        </ButtonLink>
      </div>
    </Card>
  )
}
