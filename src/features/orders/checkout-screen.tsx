import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { cartItems } from '#localdb/queries/cart.ts'
import { catalogueAt } from '#localdb/queries/freshness.ts'
import { linesInQuestion } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useReachable } from '../../data/use-status.ts'
import { useWant } from '../../data/use-want.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AddressChoice } from './address-choice.tsx'
import { BalanceNeed } from './balance-need.tsx'
import { CheckoutNext } from './checkout-next.tsx'
import { CheckoutStoreCard } from './checkout-store.tsx'
import { checkoutStores, checkoutTotals, type CheckoutStore } from './checkout-sums.ts'
import { OrdersGuest } from './orders-guest.tsx'
import styles from './orders.module.css'
import { useAddresses } from './use-addresses.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useRemarks } from './use-remarks.ts'

/** Checkout: the ticked lines of the cart, as one order for each store; orders can be placed without a network. */
export function CheckoutScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const stores = useCheckout()
  if (person?.guest) return <OrdersGuest back={links.checkout()} />
  if (!person || !stores)
    return (
      <Screen width="narrow">
        <Skeleton height="6rem" />
        <Skeleton height="14rem" />
      </Screen>
    )
  if (stores.length === 0) {
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<ShoppingCart />}
          title={t('checkout.nothing')}
          text={t('checkout.nothingHint')}
          action={<ButtonLink href={links.cart}>{t('checkout.toCart')}</ButtonLink>}
        />
      </Screen>
    )
  }
  return <Checkout uid={person.uid} stores={stores} />
}

/** The ticked lines, split into orders; prices and stock are fetched again. Undefined until the device answers. */
function useCheckout(): CheckoutStore[] | undefined {
  const { t } = useTranslation()
  const found = useLive(cartItems, [])
  const inQuestion = useLive(linesInQuestion, [])
  const ticked = (found?.items ?? []).filter((item) => item.ticked)
  const ids = [...new Set(ticked.map((item) => item.id))].sort((a, b) => a - b)
  useWant('catalogue.details', { ids }, ids.length > 0)
  return found && inQuestion && checkoutStores(ticked, found.stores, inQuestion, (id) => t('cart.shopFallback', { id }))
}

function Checkout({ uid, stores: now }: { uid: string; stores: CheckoutStore[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const reachable = useReachable()
  const pricesAt = useLive(catalogueAt, [])
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const addresses = useAddresses()
  const remarks = useRemarks(uid)
  const { place, busy } = usePlaceOrder()
  // While the orders are being placed their lines leave the cart: the confirmed ones stay visible until the next
  // screen.
  const [confirmed, setConfirmed] = useState(now)
  const stores = busy ? confirmed : now
  const ready = stores.filter((store) => store.blocks.length === 0)
  const totals = checkoutTotals(stores)
  const address =
    addresses?.items.find((a) => a.id === params.get('address')) ??
    addresses?.items.find((a) => a.id === addresses.defaultId)

  const submit = async () => {
    if (ready.length === 0) return toast({ text: t('checkout.blocked'), kind: 'bad' })
    if (!addresses) return
    if (!address) {
      toast({ text: t('checkout.addressFirst') })
      return navigate(links.address({ pick: true }))
    }
    setConfirmed(stores)
    const groups = await place(ready, address.id, remarks.of)
    if (!groups) return
    remarks.forget(ready.map((store) => store.key))
    navigate(links.success(groups), { replace: true })
  }
  const foot = (
    <div className={styles.foot}>
      <p className={styles.footTotal}>
        <span className={styles.soft}>{t('orders.total')}</span>
        {totals.length === 0 ? (
          <strong>–</strong>
        ) : (
          totals.map(({ currency, amount }) => <strong key={currency}>{format.money(amount, currency)}</strong>)
        )}
      </p>
      <Button kind="accent" busy={busy} onClick={() => void submit()}>
        {t('checkout.place')}
      </Button>
    </div>
  )
  return (
    <Screen width="narrow" foot={foot}>
      {!reachable && <Notice>{t('checkout.offline')}</Notice>}
      {addresses ? <AddressChoice chosen={address} /> : <Skeleton height="7rem" />}
      <Freshness at={pricesAt} />
      {stores.map((store) => (
        <CheckoutStoreCard
          key={store.key}
          store={store}
          remark={remarks.of(store.key)}
          onRemark={(text) => remarks.set(store.key, text)}
        />
      ))}
      {!busy && <BalanceNeed more={totals} />}
      <CheckoutNext />
    </Screen>
  )
}
