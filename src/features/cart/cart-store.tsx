import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { HindranceText } from '../../parts/cart/hindrance-text.tsx'
import type { OrderPart, ReckonedStore } from '../../parts/cart/reckon-cart.ts'
import { ToFree } from '../../parts/cart/to-free.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { CartProduct } from './cart-product.tsx'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

interface CartStoreProps {
  store: ReckonedStore
  /** The orders that it makes. */
  parts: readonly OrderPart[]
  acts: CartActs
}

/** The cart's products of one store, with a tick for all of them. */
export function CartStore({ store, parts, acts }: CartStoreProps) {
  const { t } = useTranslation()
  const { shopId, lines, products } = store
  const name = store.shopName ?? t('cart.shopFallback')
  const kept = lines.find((line) => line.ticked && ['storeLeast', 'notThere'].includes(line.hindrance?.kind ?? ''))
  const all = lines.every((line) => line.ticked)
  return (
    <Card flush>
      <section aria-label={name}>
        <div className={styles.store}>
          <Checkbox
            checked={all}
            mixed={!all && lines.some((line) => line.ticked)}
            onChange={(on) => acts.tick(lines, on)}
            label={t('cart.lines', { shop: name })}
            hideLabel
          />
          <a href={links.store(shopId)} className={styles.storeName}>
            <bdi>{name}</bdi>
            <ChevronRight className="mirrors" aria-hidden="true" />
          </a>
        </div>
        {kept?.hindrance && (
          <p className={styles.asked} role="status">
            <HindranceText hindrance={kept.hindrance} multiple={undefined} />
          </p>
        )}
        {parts.map((part) => (
          <ToFree key={part.key} part={part} className={styles.toFree} />
        ))}
        {lines.some((line) => line.asked) && <p className={styles.asked}>{t('cart.asked')}</p>}
        {products.map((product) => (
          <CartProduct key={product.id} product={product} acts={acts} />
        ))}
      </section>
    </Card>
  )
}
