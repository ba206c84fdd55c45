import { changeOf, ofParts, partsOf, type GoodsChange, type GoodsFields } from '#contract/rules/goods.ts'
import type { GoodsClash } from '#localdb/queries/store-goods.ts'

export type Side = 'mine' | 'theirs'

/**
 * What is left to change of a clash once the member has said for each part whose value holds (mine, unless said
 * otherwise), from what the others made of it; undefined when nothing is. Parts that only this phone changed go
 * through.
 */
export function settled(
  theirs: GoodsFields,
  { to, parts }: Pick<GoodsClash, 'to' | 'parts'>,
  sides: Partial<Record<string, Side>>,
): GoodsChange | undefined {
  const wanted = [...partsOf(to)].filter(([part]) => !parts.includes(part) || sides[part] !== 'theirs')
  return changeOf(theirs, ofParts(wanted))
}
