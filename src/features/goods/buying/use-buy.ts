import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { lineKey, type LineRef } from '#contract/cart/rules.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { tickedLines } from '#localdb/queries/cart/lines.ts'
import type { ProductShown } from '#localdb/queries/catalogue/goods.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { useMutateAll, type Act } from '../../../data/use-mutate.ts'
import type { Chosen } from './choosing.ts'

/**
 * The two ways to buy a product. Each records one gesture, all of it or nothing, so both work offline. Resolves to
 * whether it was saved.
 */
export interface Buy {
  add(chosen: readonly Chosen[]): Promise<boolean>
  /** Adds the chosen variants to the cart and ticks exactly those for the next order. */
  now(chosen: readonly Chosen[]): Promise<boolean>
}

/** The ways to buy one product. */
export function useBuy(product: Product, inCart: ProductShown['inCart']): Buy {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  const [, navigate] = useLocation()
  const ticked = useLive(tickedLines, [], [])

  return {
    add: (chosen) =>
      mutateAll(
        chosen.map((c) => adding(product, c)),
        {
          text: t('goods.added'),
          kind: 'good',
          action: { label: t('goods.viewCart'), run: () => navigate(links.cart) },
        },
      ),
    now: (chosen) => mutateAll(buyingNow(product, chosen, ticked, inCart)),
  }
}

type Sold = Pick<Product, 'id' | 'storeId' | 'currency'>

const lineOf = (product: Sold, { variantId }: Chosen): LineRef => ({
  id: product.id,
  shopId: product.storeId,
  variantId,
})
const adding = (product: Sold, c: Chosen): Act => ({
  name: 'cart.add',
  payload: { ...lineOf(product, c), num: c.num, price: c.price, currency: product.currency },
})
const ticking = (line: LineRef, on: boolean): Act => ({ name: 'cart.tick', payload: { ...line, on } })

/** The changes of "Buy now", as one gesture: the chosen variants are added, and they alone are ticked. */
export function buyingNow(
  product: Sold,
  chosen: readonly Chosen[],
  ticked: readonly LineRef[],
  inCart: ProductShown['inCart'],
): Act[] {
  const wanted = chosen.map((c) => lineOf(product, c))
  const keys = new Set(wanted.map(lineKey))
  const off = ticked.filter((line) => !keys.has(lineKey(line)))
  // A new line is ticked already; an existing one may have been unticked.
  const on = wanted.filter((line) => inCart.get(line.variantId)?.ticked === false)
  return [
    ...chosen.map((c) => adding(product, c)),
    ...off.map((line) => ticking(line, false)),
    ...on.map((line) => ticking(line, true)),
  ]
}
