import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useTranslation } from 'react-i18next'
import { cartItems } from '#localdb/queries/cart.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { RateNote } from '../../parts/rate-note.tsx'
import { RefusedList } from '../../parts/refused-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CartFoot } from './cart-foot.tsx'
import { CartStore } from './cart-store.tsx'
import { SumRows } from './cart-summary.tsx'
import { priceCart } from './cart-sums.ts'
import styles from './cart.module.css'
import { useCartActs } from './use-cart-acts.ts'

/** The cart, grouped by store. It is read from this device; prices and stock are fetched whenever it is opened. */
export function CartScreen() {
  const { t } = useTranslation()
  const acts = useCartActs()
  const found = useLive(cartItems, [])
  const items = found?.items ?? []
  const ids = [...new Set(items.map((item) => item.id))].sort((a, b) => a - b)
  const { refresh } = useWant('catalogue.details', { ids }, ids.length > 0)

  if (!found)
    return (
      <Screen>
        <Skeleton height="9rem" />
        <Skeleton height="9rem" />
      </Screen>
    )
  if (items.length === 0) {
    return (
      <Screen>
        <RefusedList of="cart" />
        <EmptyState
          icon={<ShoppingCart />}
          title={t('cart.empty')}
          text={t('cart.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('cart.browse')}</ButtonLink>}
        />
      </Screen>
    )
  }
  const { groups, totals } = priceCart(items, found.stores, (id) => t('cart.shopFallback', { id }))
  const ticked = items.filter((item) => item.ticked).length
  return (
    <Screen
      end={
        <Button kind="quiet" onClick={() => acts.clear(items)}>
          {t('cart.clear')}
        </Button>
      }
      foot={
        <CartFoot
          all={ticked === items.length}
          some={ticked > 0}
          totals={totals}
          onAll={(on) => acts.tick(items, on)}
        />
      }
    >
      <RefusedList of="cart" />
      <PullToRefresh onRefresh={refresh}>
        <Freshness at={found.at} />
        <div className={styles.columns}>
          <div className={styles.groups}>
            {groups.map((group) => (
              <CartStore key={group.shopId} group={group} acts={acts} />
            ))}
          </div>
          {totals.length > 0 && (
            <Card className={styles.summary}>
              <h2 className={styles.summaryTitle}>{t('cart.summary')}</h2>
              {totals.map((sum) => (
                <dl key={sum.currency} className={styles.summary}>
                  <SumRows sum={sum} total />
                </dl>
              ))}
              <RateNote currencies={totals.map((sum) => sum.currency)} />
            </Card>
          )}
        </div>
      </PullToRefresh>
    </Screen>
  )
}
