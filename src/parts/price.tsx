import { ladderPrice } from '#contract/rules/ladder.ts'
import styles from './price.module.css'
import { useFormat } from './use-format.ts'

/** An amount in minor units, isolated so that it reads the same in both writing directions. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const format = useFormat()
  return <bdi className={styles.money}>{format.money(amount, currency)}</bdi>
}

/** A product's unit price: from the ladder's best step to the price at the minimum order. */
export function PriceRange({
  product,
}: {
  product: { ladder: readonly { from: number; price: number }[]; currency: string; minimum: number }
}) {
  const format = useFormat()
  const { ladder, currency, minimum } = product
  const high = ladderPrice(ladder, minimum)
  const low = Math.min(high, ...ladder.map((step) => step.price))
  const range = low < high ? format.moneyRange(low, high, currency) : undefined
  if (range !== undefined) return <bdi className={`${styles.money} ${styles.range}`}>{range}</bdi>
  return (
    <span className={styles.range}>
      {low < high && (
        <>
          <Money amount={low} currency={currency} /> –{' '}
        </>
      )}
      <Money amount={high} currency={currency} />
    </span>
  )
}
