import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { useAddresses } from '../../parts/addresses/use-addresses.ts'
import { useAreaNames } from '../../parts/addresses/use-areas.ts'
import { useReckonedCart } from '../../parts/cart/use-reckoned-cart.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { CartFoot } from './cart-foot.tsx'
import { CartWays } from './cart-ways.tsx'
import { CartStore } from './cart-store.tsx'
import { CartSummary } from './cart-summary.tsx'
import styles from './cart.module.css'
import { SavedLines } from './saved-lines.tsx'
import { useCartActs } from './use-cart-acts.ts'

/** The cart, grouped by store and product. It is read from this device; prices and stock are fetched when it opens. */
export function CartScreen() {
  const { t } = useTranslation()
  const acts = useCartActs()
  const addresses = useAddresses()
  const destination = addresses?.items.find((a) => a.id === addresses.defaultId)
  const { open } = useAreaNames(destination ?? { country: '', province: '' })
  const cart = useReckonedCart(destination)

  if (!cart)
    return (
      <Screen>
        <Skeleton height="9rem" />
        <Skeleton height="9rem" />
      </Screen>
    )
  const lines = cart.stores.flatMap((store) => store.lines)
  if (lines.length === 0) {
    return (
      <Screen>
        <RefusedList of="cart" />
        <EmptyState
          icon={<ShoppingCart />}
          title={t('cart.empty')}
          text={t('cart.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('cart.browse')}</ButtonLink>}
        />
        <CartWays lines={lines} />
        <SavedLines lines={cart.aside} acts={acts} />
        <Beneath />
      </Screen>
    )
  }
  const ticked = lines.filter((line) => line.ticked).length
  // No sum until it is one.
  const reckoning = cart.loading ? { ...cart, total: undefined } : cart
  return (
    <Screen
      end={
        <Button kind="quiet" onClick={() => acts.clear(lines)}>
          {t('cart.clear')}
        </Button>
      }
      foot={
        <CartFoot
          all={ticked === lines.length}
          some={ticked > 0}
          reckoning={reckoning}
          onAll={(on) => acts.tick(lines, on)}
        />
      }
    >
      <RefusedList of="cart" />
      <PullToRefresh onRefresh={cart.refresh}>
        <Freshness at={cart.at} />
        {!open && <Notice tone="warn">{t('refusals.areaNotOpen')}</Notice>}
        <div className={styles.columns}>
          <div className={styles.groups}>
            {cart.stores.map((store) => (
              <CartStore
                key={store.shopId}
                store={store}
                parts={cart.parts.filter((part) => part.shopId === store.shopId)}
                acts={acts}
              />
            ))}
            <CartWays lines={lines} />
          </div>
          <CartSummary cart={reckoning} some={ticked > 0} />
          <SavedLines lines={cart.aside} acts={acts} />
        </div>
      </PullToRefresh>
    </Screen>
  )
}
