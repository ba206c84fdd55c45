import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ladderPrice, orderableQuantity } from '#contract/prices/ladder.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { FavouriteItem } from '#localdb/queries/favourites/items.ts'
import { links } from '../../links/links.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { useAreaOpen } from '../../parts/addresses/own-area-known.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useToast } from '../../ui/layers/toast.tsx'

/** A product in its least quantity. */
function adding({ id, storeId, ladder, currency, minimum, multiple }: Product): Act {
  const num = orderableQuantity(1, minimum, multiple)
  return {
    name: 'cart.add',
    payload: { id, shopId: storeId, variantId: 0, num, price: ladderPrice(ladder, num), currency },
  }
}

/** Puts every favourite that can be ordered and asks for no choice into the cart, each in its least quantity. */
export function AddAll({ items }: { items: readonly FavouriteItem[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutateAll = useMutateAll()
  const areaOpen = useAreaOpen()
  const orderable = items.flatMap(({ product }) =>
    product && !whyNotOrderable(product, { areaOpen }) ? [product] : [],
  )
  if (orderable.length === 0) return null
  const add = (): void => {
    const plain = orderable.filter(({ choices }) => choices === 0)
    if (plain.length === 0) return toast({ text: t('favourites.choose'), kind: 'bad' })
    void mutateAll(plain.map(adding), {
      text: t('favourites.added', { count: plain.length }),
      kind: 'good',
      action: { label: t('goods.viewCart'), run: () => navigate(links.cart) },
    })
  }
  return (
    <Button kind="secondary" small icon={<ShoppingCart />} onClick={add}>
      {t('favourites.addAll')}
    </Button>
  )
}
