import { goodsChangeOf, ofParts, goodsPartsOf, type GoodsChange, type GoodsFields } from '#contract/products/rules.ts'
import type { GoodsClash } from '#localdb/queries/products/product.ts'

export type GoodsSide = 'mine' | 'theirs'

/**
 * The change that remains of a clash once the member has chosen, for each part, whose value holds (mine by default). It
 * starts from the product as the others left it, and is undefined when nothing remains. Parts that only this phone
 * changed go through.
 */
export function settled(
  theirs: GoodsFields,
  { to, parts }: Pick<GoodsClash, 'to' | 'parts'>,
  sides: Partial<Record<string, GoodsSide>>,
): GoodsChange | undefined {
  const wanted = [...goodsPartsOf(to)].filter(([part]) => !parts.includes(part) || sides[part] !== 'theirs')
  return goodsChangeOf(theirs, ofParts(wanted))
}
