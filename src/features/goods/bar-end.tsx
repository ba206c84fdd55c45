import Heart from 'lucide-react/icons/heart'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/schema.ts'
import { cartLineCount } from '#localdb/queries/cart/badges.ts'
import type { Register } from '#localdb/queries/catalogue/goods.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { CountBadge } from '../../ui/blocks/badge.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import styles from './bar-end.module.css'
import { ShareButton } from '../../parts/catalogue/share-button.tsx'

/** The end of the top bar: share, favourite, cart. None waits for the network. */
export function BarEnd({ product, favourite }: { product: Product; favourite: Register }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const lines = useLive(cartLineCount, [], 0)
  const toggle = () =>
    void mutate(
      'favourite.set',
      { id: product.id, on: !favourite.on },
      { text: t(favourite.on ? 'goods.uncollected' : 'goods.collected'), kind: 'good' },
    )
  return (
    <>
      <ShareButton product={product} />
      <IconButton label={t('goods.favourite')} icon={<Heart />} pressed={favourite.on} onClick={toggle} />
      <a
        className={styles.cart}
        href={links.cart}
        aria-label={lines > 0 ? t('goods.cartCount', { n: format.number(lines) }) : t('goods.cart')}
      >
        <ShoppingCart aria-hidden="true" />
        <CountBadge count={lines} />
      </a>
    </>
  )
}
