import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { Rates } from '../../../parts/money/rate-note.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { ordersMoney } from './orders-money.ts'
import styles from '../orders.module.css'
import type { CoinCost } from './use-pay-quotes.ts'

interface PaySumsProps {
  unpaid: readonly OrderItem[]
  /** Their cost in the chosen coin; undefined while there is none. */
  quote: CoinCost | undefined
  /** The person's balance of that coin (units). */
  has: bigint
}

/** The total of the orders, the amount due in the chosen coin, and the balance before and after the payment. */
export function PaySums({ unpaid, quote, has }: PaySumsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
  const currency = unpaid[0]!.due!.currency
  const due = unpaid.reduce((sum, order) => sum + order.due!.amount, 0)
  const shown = ordersMoney(unpaid, useMoney())
  const charged = format.money(due, currency)
  const total =
    shown && shown.currency !== currency ? `${format.money(shown.total, shown.currency)} · ${charged}` : charged
  return (
    <Card>
      <dl className={styles.sums}>
        {quote ? (
          <>
            <Sum what={t('orders.total')} amount={total} />
            <Sum what={t('pay.due')} amount={coins(quote.units, quote.asset)} large />
            <Sum what={t('pay.balance')} amount={coins(has, quote.asset)} />
            <Sum
              what={t(has < quote.units ? 'pay.shortBy' : 'pay.after')}
              amount={coins(has < quote.units ? quote.units - has : has - quote.units, quote.asset)}
            />
          </>
        ) : (
          <Sum what={t('pay.due')} amount={total} large />
        )}
      </dl>
      {shown && <Rates rates={shown.rates} />}
    </Card>
  )
}

const Sum = ({ what, amount, large }: { what: string; amount: string; large?: boolean }) => (
  <div className={cx(styles.sum, large && styles.due)}>
    <dt>{what}</dt>
    <dd>{amount}</dd>
  </div>
)
