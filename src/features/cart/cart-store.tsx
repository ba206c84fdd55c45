import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CartRow } from './cart-row.tsx'
import { SumRows } from './cart-summary.tsx'
import type { PricedGroup } from './cart-sums.ts'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

/** The cart lines of one store, with a tick for all of them and the totals of the ticked ones. */
export function CartStore({ group, acts }: { group: PricedGroup; acts: CartActs }) {
  const { t } = useTranslation()
  const all = group.checkes.every(Boolean)
  return (
    <Card flush>
      <section aria-label={group.shopName}>
        <div className={styles.store}>
          <Checkbox
            checked={all}
            mixed={!all && group.checkes.some(Boolean)}
            onChange={(on) => acts.tick(group.goods, on)}
            label={<bdi>{group.shopName}</bdi>}
          />
        </div>
        <ul aria-label={t('cart.lines', { shop: group.shopName })}>
          {group.goods.map((item) => (
            <CartRow key={item.key} item={item} acts={acts} />
          ))}
        </ul>
        {group.sums.map((sum) => (
          <dl key={sum.currency} className={styles.sums}>
            <SumRows sum={sum} />
          </dl>
        ))}
      </section>
    </Card>
  )
}
