import Wallet from 'lucide-react/icons/wallet'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { paidState } from '#contract/rules/order-states.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { useCall, type Failed } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useReachable } from '../../data/use-status.ts'
import { useWant } from '../../data/use-want.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Countdown } from './countdown.tsx'
import styles from './orders.module.css'
import { PayEnd } from './pay-end.tsx'
import { PaySums } from './pay-sums.tsx'

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
      <PaySums unpaid={unpaid} account={account} />
      {account === undefined ? (
        <Skeleton height="14rem" />
      ) : account.profile?.fundPassword === false ? (
        <SetFirst />
      ) : (
        <Password unpaid={unpaid} onPaid={refresh} />
      )}
    </Screen>
  )
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

function Password({ unpaid, onPaid }: { unpaid: readonly OrderItem[]; onPaid(): Promise<void> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reachable = useReachable()
  const failureText = useFailureText()
  const pay = useCall('order.pay')
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const ids = unpaid.map((order) => order.id)
  const due = unpaid.reduce((sum, order) => sum + order.due!.amount, 0)

  const refuse = (text: string) => {
    setError(text)
    field.current?.focus()
  }
  const failed = (f: Failed) => {
    const reason = f.kind === 'refused' ? f.refusal.reason : undefined
    if (reason === 'wrongFundPassword' || reason === 'fundPasswordLocked' || reason === 'insufficientBalance')
      return refuse(failureText(f))
    // The refreshed profile shows the way to set one.
    if (reason === 'fundPasswordNeeded') return void onPaid()
    setFailure(f.kind === 'unreachable' ? t('pay.unsure') : failureText(f))
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setError(undefined)
    setFailure(undefined)
    if (!reachable) return setFailure(t('refusals.needsNetwork'))
    if (!password) return refuse(t('pay.enterPassword'))
    const outcome = await pay.call({ ids, password })
    if (outcome.kind !== 'accepted') return failed(outcome)
    // The orders are paid, and the screen says so.
    void onPaid()
  }
  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={(e) => void submit(e)}>
        {!reachable && <Notice tone="warn">{t('pay.offline')}</Notice>}
        <Field
          label={t('pay.password')}
          hint={t('pay.passwordHint')}
          type="password"
          name="fund-password"
          autoComplete="one-time-code"
          required
          value={password}
          error={error}
          ref={field}
          onChange={(e) => {
            setPassword(e.target.value)
            setError(undefined)
          }}
        />
        {failure !== undefined && (
          <Notice tone="bad" urgent>
            {failure}
          </Notice>
        )}
        <Button type="submit" kind="accent" wide busy={pay.busy}>
          {t('pay.submit', { amount: format.money(due, unpaid[0]!.due!.currency) })}
        </Button>
        <ButtonLink kind="quiet" href={links.fundPassword(location.pathname + location.search)}>
          {t('pay.forgot')}
        </ButtonLink>
        <p className={styles.soft}>{t('pay.kept')}</p>
      </form>
    </Card>
  )
}
