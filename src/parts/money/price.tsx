import { ladderPrice } from '#contract/prices/ladder.ts'
import styles from './price.module.css'
import { useFormat } from '../format/use-format.ts'
import { useMoney } from './use-money.tsx'

interface Amount {
  amount: number
  currency: string
}

/** An amount of minor units in the person's currency, isolated so that it reads the same in both directions. */
export function MoneyText({ amount, currency }: Amount) {
  const format = useFormat()
  const shown = useMoney().shown(amount, currency)
  return <bdi className={styles.money}>{format.money(shown.amount, shown.currency)}</bdi>
}

/** An amount as it is charged or asked for, in its own currency. */
function OwnMoney({ amount, currency }: Amount) {
  const format = useFormat()
  return <bdi className={styles.money}>{format.money(amount, currency)}</bdi>
}

/** A price in the person's currency, and the seller's own small beside it where that is another. */
export function Price({ amount, currency }: Amount) {
  const converted = useMoney().shown(amount, currency).currency !== currency
  return (
    <>
      <MoneyText amount={amount} currency={currency} />
      {converted && (
        <small className={styles.own}>
          <OwnMoney amount={amount} currency={currency} />
        </small>
      )}
    </>
  )
}

/**
 * A product's unit price: from the ladder's best step to the price at the minimum order; the seller's own small beside
 * it where that is in another currency.
 */
export function PriceRange({
  product,
}: {
  product: { ladder: readonly { from: number; price: number }[]; currency: string; minimum: number }
}) {
  const { shown } = useMoney()
  const { ladder, currency, minimum } = product
  const high = ladderPrice(ladder, minimum)
  const low = Math.min(high, ...ladder.map((step) => step.price))
  const [least, most] = [shown(low, currency), shown(high, currency)]
  const converted = most.currency !== currency
  return (
    <>
      <Range low={converted ? least.amount : low} high={most.amount} currency={most.currency} />
      {converted && (
        <small className={`${styles.own} ${styles.below}`}>
          <Range low={low} high={high} currency={currency} />
        </small>
      )}
    </>
  )
}

function Range({ low, high, currency }: { low: number; high: number; currency: string }) {
  const format = useFormat()
  const range = low < high ? format.moneyRange(low, high, currency) : undefined
  if (range !== undefined) return <bdi className={`${styles.money} ${styles.range}`}>{range}</bdi>
  return (
    <span className={styles.range}>
      {low < high && (
        <>
          <OwnMoney amount={low} currency={currency} /> –{' '}
        </>
      )}
      <OwnMoney amount={high} currency={currency} />
    </span>
  )
}
