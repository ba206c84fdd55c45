import { isLow, isSoldOut } from '#contract/catalogue/low-stock.ts'
import type { GoodsItem } from '#localdb/queries/products/items.ts'

// Which of a store's goods its list shows.

export const goodsViews = ['all', 'listed', 'draft', 'soldOut', 'low', 'hidden'] as const
export type GoodsView = (typeof goodsViews)[number]

const passes: Record<GoodsView, (item: GoodsItem) => boolean> = {
  all: () => true,
  listed: ({ state }) => state === 'listed',
  draft: ({ state }) => state === 'draft',
  soldOut: isSoldOut,
  low: isLow,
  hidden: ({ state }) => state === 'hidden',
}

/** The goods of a view whose title, in any language, code and category together have all words of a text. */
export function filtered(
  items: readonly GoodsItem[],
  view: GoodsView,
  text: string,
  categories?: ReadonlyMap<number, string>,
): GoodsItem[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    if (!passes[view](item)) return false
    if (words.length === 0) return true
    const category = categories?.get(item.categoryId) ?? ''
    const all = [...Object.values(item.title), item.code, category].join('\n').toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** How many goods each view has. */
export const countsOf = (items: readonly GoodsItem[]): Record<GoodsView, number> =>
  Object.fromEntries(goodsViews.map((view) => [view, items.filter(passes[view]).length])) as Record<GoodsView, number>
