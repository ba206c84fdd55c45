import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { SHEET_GOODS_MAX } from '#contract/products/rules.ts'
import type { GoodsItem } from '#localdb/queries/products/items.ts'

// Which products a line sheet is of: all on sale, those of a category, or those that were ticked in the table.

export type SheetOf = 'all' | 'category' | 'ticked'

export interface SheetChoice {
  of: SheetOf
  setOf(of: SheetOf): void
  /** The ways to choose that there are. */
  ways: SheetOf[]
  /** Categories with goods on sale, with how many. */
  categories: ReadonlyMap<number, number>
  category: number | undefined
  setCategory(id: number): void
  /** How many each way chooses. */
  all: number
  ticked: number
  /** How many are chosen, how many of those ticked are not on sale, and the ids of as many as there is room for. */
  found: number
  gone: number
  ids: readonly string[]
}

const onSale = ({ state, barred }: GoodsItem): boolean => state === 'listed' && !barred

export function useSheetChoice(items: readonly GoodsItem[]): SheetChoice {
  const [params] = useSearchParams()
  const asked = params.get('ids') ?? ''
  const listed = useMemo(() => items.filter(onSale), [items])
  const ticked = useMemo(() => {
    const ids = new Set(asked.split(',').filter(Boolean))
    return { asked: ids.size, there: listed.filter(({ id }) => ids.has(id)) }
  }, [asked, listed])
  const categories = useMemo(() => {
    const counts = new Map<number, number>()
    for (const { categoryId } of listed) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1)
    return counts
  }, [listed])
  const [of, setOf] = useState<SheetOf>(asked === '' ? 'all' : 'ticked')
  const [wanted, setCategory] = useState<number>()
  const category = wanted ?? [...categories.keys()][0]
  const found =
    of === 'ticked' ? ticked.there : of === 'all' ? listed : listed.filter((item) => item.categoryId === category)
  return {
    of,
    setOf,
    ways: [
      ...(asked === '' ? [] : (['ticked'] as const)),
      'all',
      ...(categories.size > 1 ? (['category'] as const) : []),
    ],
    categories,
    category,
    setCategory,
    all: listed.length,
    ticked: ticked.there.length,
    found: found.length,
    gone: of === 'ticked' ? ticked.asked - ticked.there.length : 0,
    ids: found.slice(0, SHEET_GOODS_MAX).map(({ id }) => id),
  }
}
