import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { useCall, type Failed } from '../../../data/use-call.ts'
import { useReachable } from '../../../data/use-status.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../orders.module.css'
import type { PayChoice } from './use-pay-choice.ts'

interface PayPasswordProps {
  unpaid: readonly OrderItem[]
  choice: PayChoice
  onPaid(): Promise<void>
}

/** Pays a quote with the fund password. */
export function PayPassword({ unpaid, choice: { chosen: quote, settling, renew }, onPaid }: PayPasswordProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
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
    if (reason === 'payQuoteOver') renew()
    setFailure(f.kind === 'unreachable' ? t('pay.unsure') : failureText(f))
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setError(undefined)
    setFailure(undefined)
    if (!reachable) return setFailure(t('refusals.needsNetwork'))
    if (!password) return refuse(t('pay.enterPassword'))
    if (!quote) {
      renew()
      return setFailure(t('login.unreachable'))
    }
    const outcome = await pay.call({ ids, quote: quote.id, password })
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
        <Button type="submit" kind="accent" wide busy={pay.busy || settling}>
          {t('pay.submit', {
            amount: quote ? coins(quote.units, quote.asset) : format.money(due, unpaid[0]!.due!.currency),
          })}
        </Button>
        <ButtonLink kind="quiet" href={links.fundPassword(location.pathname + location.search)}>
          {t('pay.forgot')}
        </ButtonLink>
        <p className={styles.soft}>{t('pay.kept')}</p>
      </form>
    </Card>
  )
}
