import { useTranslation } from 'react-i18next'
import type { LadderStep } from '#contract/schema/catalogue.ts'
import { useFormat } from '../../parts/use-format.ts'
import { cx } from '../../ui/cx.ts'
import styles from './ladder-table.module.css'

interface LadderTableProps {
  ladder: readonly LadderStep[]
  currency: string
  quantity: number
  minimum: number
}

/**
 * A product's prices by quantity, from the minimum order upwards; the step that `quantity` reaches is marked in words
 * and colour. Renders nothing for a single price.
 */
export function LadderTable({ ladder: whole, currency, quantity, minimum }: LadderTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
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
        return (
          <li
            key={step.from}
            className={cx(styles.step, n === reached && styles.reached)}
            aria-current={n === reached ? 'step' : undefined}
          >
            <span className={styles.price}>{format.money(step.price, currency)}</span>
            <span className={styles.range}>
              {to === undefined
                ? t('goods.stepAndUp', { from: format.number(step.from) })
                : to === step.from
                  ? format.number(to)
                  : t('goods.stepRange', { from: format.number(step.from), to: format.number(to) })}
            </span>
            {n === reached && <span className={styles.mark}>{t('goods.yourStep')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
