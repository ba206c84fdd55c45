import { ladderPrice } from '../prices/ladder.ts'
import type { Product } from './schema.ts'

/** The largest number of traits that tell a product apart from its neighbours in a list. */
const TRAITS_MAX = 3
/** The mark of how many pieces a pack holds, as an import writes it (server/import/item.ts). */
const PACK = 'Per pack='

/** The traits that tell a product apart beside its title: its maker and its attributes, as their seller wrote them. */
export function productTraits({ brand, marks = [] }: Pick<Product, 'brand' | 'marks'>, title: string): string[] {
  const lowerTitle = title.toLowerCase()
  return [brand ?? '', ...marks.map(trait)]
    .filter((text) => text && !lowerTitle.includes(text.toLowerCase()))
    .slice(0, TRAITS_MAX)
}

/** The text of a mark: its value, with its name where the value alone says nothing. */
const trait = (mark: string): string => mark.replace(/^([^=]*)=(yes|no|\P{L}*)$/iu, '$1 $2').replace(/^[^=]*=/, '')

/** The price of a single piece of a pack at the minimum order, in minor units; undefined if it is no pack. */
export function piecePrice({ marks = [], ladder, minimum }: Pick<Product, 'marks' | 'ladder' | 'minimum'>) {
  const pack = marks.find((mark) => mark.startsWith(PACK))
  const pieces = Number(pack?.slice(PACK.length))
  return pieces > 1 ? Math.round(ladderPrice(ladder, minimum) / pieces) : undefined
}
