import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import type { Account } from '../../data/use-profile.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { Rates } from '../../parts/rate-note.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { useMoney } from '../../parts/use-money.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { ordersMoney } from './orders-money.ts'
import styles from './orders.module.css'

/** What the orders come to, what is to be paid of it, and the last known balance with its age. */
export function PaySums({ unpaid, account }: { unpaid: readonly OrderItem[]; account: Account | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = unpaid[0]!.due!.currency
  const due = unpaid.reduce((sum, order) => sum + order.due!.amount, 0)
  const money = account?.profile?.money
  const shown = ordersMoney(unpaid, useMoney())
  const left = money?.currency === currency ? money.amount - due : undefined
  return (
    <Card>
      <dl className={styles.sums}>
        {shown && shown.currency !== currency && (
          <div className={styles.sum}>
            <dt>{t('orders.total')}</dt>
            <dd>{format.money(shown.total, shown.currency)}</dd>
          </div>
        )}
        <div className={cx(styles.sum, styles.due)}>
          <dt>{t('pay.due')}</dt>
          <dd>{format.money(due, currency)}</dd>
        </div>
        <div className={styles.sum}>
          <dt>{t('pay.balance')}</dt>
          <dd>{money ? format.money(money.amount, money.currency) : t('money.unknown')}</dd>
        </div>
        {left !== undefined && left >= 0 && (
          <div className={styles.sum}>
            <dt>{t('pay.after')}</dt>
            <dd>{format.money(left, currency)}</dd>
          </div>
        )}
      </dl>
      {shown && <Rates rates={shown.rates} />}
      {money && <Freshness at={account?.at} />}
      {left !== undefined && left < 0 && (
        <Notice
          tone="warn"
          action={
            (account?.profile?.recharge ?? []).length > 0 && (
              <ButtonLink small kind="secondary" href={links.recharge({ back: location.pathname + location.search })}>
                {t('mine.topUp')}
              </ButtonLink>
            )
          }
        >
          {t('refusals.insufficientBalance')} · {t('money.short', { missing: format.money(-left, currency) })}
        </Notice>
      )}
    </Card>
  )
}
