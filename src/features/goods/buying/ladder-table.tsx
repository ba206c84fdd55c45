import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { orderableQuantity } from '#contract/prices/ladder.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { MoneyText } from '../../../parts/money/price.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import styles from './ladder-table.module.css'

interface LadderTableProps {
  product: Pick<Product, 'ladder' | 'currency' | 'minimum' | 'multiple' | 'stock'>
  quantity: number
  /** Takes a step's quantity; without it the steps are no buttons. */
  onTake?: ((quantity: number) => void) | undefined
}

/**
 * A product's prices by quantity, from the minimum order upwards; the step that `quantity` reaches is marked by a sign
 * and colour. Renders nothing for a single price.
 */
export function LadderTable({ product, quantity, onTake }: LadderTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ladder: whole, currency, minimum, multiple, stock } = product
  // Steps that end below the minimum can never be reached.
  const ladder = whole
    .filter((_, n) => (whole[n + 1]?.from ?? Infinity) > minimum)
    .map((step) => ({ ...step, from: Math.max(step.from, minimum) }))
  if (ladder.length < 2) return null
  const reached = Math.max(
    0,
    ladder.findLastIndex((step) => quantity >= step.from),
  )
  return (
    <ol className={styles.ladder} aria-label={t('goods.ladder')}>
      {ladder.map((step, n) => {
        const to = ladder[n + 1] ? ladder[n + 1]!.from - 1 : undefined
        const takes = orderableQuantity(step.from, minimum, multiple)
        const inside = (
          <>
            <span className={styles.price}>
              <MoneyText amount={step.price} currency={currency} />
              {n === reached && <Check role="img" aria-label={t('goods.yourStep')} />}
            </span>
            <span className={styles.range}>
              {to === undefined
                ? t('goods.stepAndUp', { from: format.number(step.from) })
                : to === step.from
                  ? format.number(to)
                  : t('goods.stepRange', { from: format.number(step.from), to: format.number(to) })}
            </span>
          </>
        )
        return (
          <li
            key={step.from}
            className={cx(styles.step, n === reached && styles.reached)}
            aria-current={n === reached ? 'step' : undefined}
          >
            {onTake ? (
              <button type="button" className={styles.take} disabled={takes > stock} onClick={() => onTake(takes)}>
                {inside}
              </button>
            ) : (
              <span className={styles.take}>{inside}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
