import { useTranslation } from 'react-i18next'
import { lineKey } from '#contract/cart-lines.ts'
import type { Product } from '#contract/catalogue.ts'
import { tickedLines } from '#localdb/queries/cart.ts'
import type { Goods } from '#localdb/queries/goods.ts'
import { useLive } from '../../data/use-live.ts'
import type { Chosen } from '../../parts/variant-picker.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useToast } from '../../ui/toast.tsx'

/**
 * The two ways to buy a product; both only record intents, so both work offline. Resolve to whether everything was
 * saved.
 */
export interface Buy {
  add(chosen: readonly Chosen[]): Promise<boolean>
  /** Adds, and leaves exactly what was added ticked for the next order. */
  now(chosen: readonly Chosen[]): Promise<boolean>
}

/** Buying one product. */
export function useBuy(product: Product, inCart: Goods['inCart']): Buy {
  const { t } = useTranslation()
  const act = useAct()
  const toast = useToast()
  const ticked = useLive(tickedLines, [], [])

  const lineOf = (c: Chosen) => ({ id: product.id, shopId: product.storeId, variantId: c.variantId })
  const put = (chosen: readonly Chosen[]) =>
    chosen.map((c) => act('cart.add', { ...lineOf(c), num: c.num, price: c.price, currency: product.currency }))
  const all = async (acts: Promise<boolean>[]): Promise<boolean> => (await Promise.all(acts)).every(Boolean)

  return {
    async add(chosen) {
      const saved = await all(put(chosen))
      if (saved) toast({ text: t('goods.added'), kind: 'good' })
      return saved
    },
    async now(chosen) {
      const wanted = chosen.map(lineOf)
      const keys = new Set(wanted.map(lineKey))
      const off = ticked
        .filter((line) => !keys.has(lineKey(line)))
        .map((line) => act('cart.tick', { ...line, on: false }))
      // A new line comes ticked; one that was there may have been unticked.
      const on = wanted
        .filter((line) => inCart.get(line.variantId)?.ticked === false)
        .map((line) => act('cart.tick', { ...line, on: true }))
      return all([...put(chosen), ...off, ...on])
    },
  }
}
