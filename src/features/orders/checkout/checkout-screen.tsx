import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../../links/links.ts'
import { usePerson } from '../../../data/use-person.ts'
import { useReachable } from '../../../data/use-status.ts'
import { Beneath } from '../../../parts/home/beneath.tsx'
import { Freshness } from '../../../parts/sync/freshness.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { FootTotal, TotalBlock } from '../../../parts/cart/total-block.tsx'
import { useAddresses, type ClearAddress } from '../../../parts/addresses/use-addresses.ts'
import { useReckonedCart, type ReckonedCart } from '../../../parts/cart/use-reckoned-cart.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { useToast } from '../../../ui/layers/toast.tsx'
import { AddressChoice } from './address-choice.tsx'
import { BalanceNeed } from '../balance-need.tsx'
import { CheckoutLeft } from './checkout-left.tsx'
import { CheckoutNext } from './checkout-next.tsx'
import { CheckoutStore } from './checkout-store.tsx'
import styles from './checkout.module.css'
import { usePlaceOrder } from './use-place-order.ts'
import { useWritten } from './use-written.ts'

/** Checkout: the ticked lines of the cart, as one order for each store; orders can be placed without a network. */
export function CheckoutScreen() {
  const { t } = useTranslation()
  const person = usePerson()
  const [params] = useSearchParams()
  const addresses = useAddresses()
  const address =
    addresses?.items.find((a) => a.id === params.get('address')) ??
    addresses?.items.find((a) => a.id === addresses.defaultId)
  const cart = useReckonedCart(address)
  const placing = usePlaceOrder()
  if (!person || !cart)
    return (
      <Screen>
        <Skeleton height="6rem" />
        <Skeleton height="14rem" />
      </Screen>
    )
  // The lines leave the cart while they are ordered.
  if (!placing.busy && !cart.stores.some((store) => store.lines.some((line) => line.ticked))) {
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<ShoppingCart />}
          title={t('checkout.nothing')}
          text={t('checkout.nothingHint')}
          action={<ButtonLink href={links.cart}>{t('checkout.toCart')}</ButtonLink>}
        />
        <Beneath />
      </Screen>
    )
  }
  return (
    <Checkout
      uid={person.uid}
      cart={cart}
      addressesKnown={addresses !== undefined}
      address={address}
      placing={placing}
    />
  )
}

interface CheckoutProps {
  uid: string
  cart: ReckonedCart
  addressesKnown: boolean
  address: ClearAddress | undefined
  placing: ReturnType<typeof usePlaceOrder>
}

function Checkout({ uid, cart: now, addressesKnown, address, placing: { place, busy } }: CheckoutProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const reachable = useReachable()
  const [, navigate] = useLocation()
  const written = useWritten(uid)
  // While the orders are being placed their lines leave the cart: the confirmed ones stay visible until the next
  // screen.
  const [confirmed, setConfirmed] = useState(now)
  const cart = busy ? confirmed : now.loading ? { ...now, total: undefined } : now
  const left = cart.stores.flatMap((store) =>
    store.lines.filter((line) => line.ticked && line.hindrance && !line.asked),
  )
  const orders = [...cart.parts, ...(cart.loading ? [] : cart.asks)]

  const submit = async () => {
    if (!addressesKnown) return
    if (!address) {
      toast({ text: t('checkout.addressFirst') })
      return navigate(links.address({ pick: true }))
    }
    setConfirmed(cart)
    const groups = await place(orders, address.id, written.of)
    if (!groups) return
    written.forget(orders.map((part) => part.key))
    navigate(links.success(groups), { replace: true })
  }
  const button = <PlaceButton cart={cart} left={left.length} busy={busy} onPlace={() => void submit()} />
  const foot = (
    <div className={styles.foot}>
      <FootTotal reckoning={cart} />
      {button}
    </div>
  )
  return (
    <Screen foot={foot}>
      <div className={styles.columns}>
        <div className={styles.main}>
          {!reachable && <Notice>{t('checkout.offline')}</Notice>}
          {addressesKnown ? <AddressChoice chosen={address} /> : <Skeleton height="7rem" />}
          <Freshness at={cart.at} />
          {orders.map((part) => (
            <CheckoutStore
              key={part.key}
              part={part}
              written={written.of(part.key)}
              onWrite={(change) => written.set(part.key, change)}
            />
          ))}
          {left.length > 0 && !cart.loading && <CheckoutLeft lines={left} />}
        </div>
        <div className={styles.side}>
          {cart.total && (
            <Card className={styles.summary}>
              <TotalBlock reckoning={cart} />
              <div className={styles.deskButton}>{button}</div>
            </Card>
          )}
          {!busy && <BalanceNeed more={cart.total && { amount: cart.total.due, orders: cart.parts.length }} />}
          <CheckoutNext parts={orders} />
        </div>
      </div>
    </Screen>
  )
}

interface PlaceButtonProps {
  cart: ReckonedCart
  left: number
  busy: boolean
  onPlace(): void
}

/** Places the orders; where nothing can be ordered it leads to what there is to mend. */
function PlaceButton({ cart, left, busy, onPlace }: PlaceButtonProps) {
  const { t } = useTranslation()
  if (cart.counted === 0 && !busy && !cart.loading)
    return (
      <ButtonLink kind="primary" href={links.cart}>
        {t('checkout.fix', { count: left })}
      </ButtonLink>
    )
  return (
    <Button kind="accent" busy={busy || cart.loading} onClick={onPlace}>
      {t('checkout.place')}
    </Button>
  )
}
