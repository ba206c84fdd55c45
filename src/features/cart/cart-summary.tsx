import { useTranslation } from 'react-i18next'
import { TotalBlock } from '../../parts/cart/total-block.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import type { ReckonedCart } from '../../parts/cart/use-reckoned-cart.ts'
import { Card } from '../../ui/blocks/card.tsx'
import { CheckOutButton } from './check-out-button.tsx'
import styles from './cart.module.css'

/**
 * The total of the cart, the number of orders that come back with a price to confirm, and the number of lines left out.
 * On a wide screen the button to the checkout follows.
 */
export function CartSummary({ cart, some }: { cart: ReckonedCart; some: boolean }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const asks = cart.loading ? 0 : cart.asks.length
  if (!cart.total && cart.hindered === 0 && asks === 0) return null
  return (
    <Card className={styles.summary}>
      <h2 className={styles.summaryTitle}>{t('cart.summary')}</h2>
      <TotalBlock reckoning={cart} />
      {asks > 0 && <p className={styles.left}>{t('cart.asks', { count: asks, n: number(asks) })}</p>}
      {cart.hindered > 0 && !cart.loading && (
        <p className={styles.left}>{t('cart.notCounted', { n: number(cart.hindered) })}</p>
      )}
      <div className={styles.deskButton}>
        <CheckOutButton reckoning={cart} some={some} />
      </div>
    </Card>
  )
}
