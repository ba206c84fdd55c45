import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { withQuery } from '../../../links/links.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { ChipButton, ChipRow } from '../../../ui/controls/chip.tsx'
import { countsOf, goodsViews, type GoodsView } from './goods-filter.ts'

/** The view and the search text of a list of goods, kept in the address. */
export function useGoodsView() {
  const [path] = useLocation()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const view: GoodsView = goodsViews.find((one) => one === params.get('show')) ?? 'all'
  const find = params.get('q') ?? ''
  const set = (name: 'show' | 'q', value: string) => {
    const next = new URLSearchParams(params)
    if (value === '' || value === 'all') next.delete(name)
    else next.set(name, value)
    navigate(withQuery(path, next), { replace: true })
  }
  return { view, find, set }
}

/** How goods stand: all, or those of one view. */
export function GoodsViews({
  items,
  view,
  set,
  offSale,
}: {
  items: readonly GoodsItem[]
  view: GoodsView
  set(name: 'show', value: string): void
  /** Nothing of the store is on sale. */
  offSale: boolean
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const counts = useMemo(() => countsOf(items), [items])
  return (
    <ChipRow label={t('storeGoods.show')}>
      {goodsViews
        .filter((one) => one === 'all' || one === view || counts[one] > 0)
        .map((one) => (
          <ChipButton key={one} on={one === view} onPress={() => set('show', one)}>
            {t(one === 'listed' && offSale ? 'storeGoods.view.waits' : `storeGoods.view.${one}`)} {number(counts[one])}
          </ChipButton>
        ))}
    </ChipRow>
  )
}
