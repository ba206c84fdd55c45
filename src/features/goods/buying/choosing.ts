import { ladderPrice, orderableQuantity } from '#contract/prices/ladder.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'

/** A quantity of one variant (0: the product itself), at the unit price that the person saw (minor units). */
export interface Chosen {
  variantId: number
  num: number
  price: number
}

/** Quantities by variant; a product without variants counts under 0. */
export type Quantities = ReadonlyMap<number, number>

/** The totals of the chosen quantities. */
export interface Reckoned {
  chosen: Chosen[]
  /** Pieces of all variants together: ladder, minimum and multiples count them so. */
  pieces: number
  /** In minor units. */
  sum: number
  /** Pieces that are missing until the whole can be ordered. */
  missing: number
}

/** Quantities to begin with: the least that can be ordered of a product without variants, else none. */
export const firstQuantities = ({ choices, minimum, multiple }: Product): Quantities =>
  choices > 0 ? new Map() : new Map([[0, orderableQuantity(1, minimum, multiple)]])

/** The unit price of a variant while this many pieces are chosen; below the minimum, the price at the minimum. */
export const unitPrice = (product: Product, pieces: number, variant?: Pick<Variant, 'extra'>): number =>
  ladderPrice(product.ladder, Math.max(pieces, product.minimum), variant?.extra)

export function reckon(product: Product, variants: readonly Variant[], nums: Quantities): Reckoned {
  const lines = product.choices > 0 || variants.length > 0 ? variants : [undefined]
  const of = (variant: Variant | undefined): number => nums.get(variant?.id ?? 0) ?? 0
  const pieces = lines.reduce((sum, variant) => sum + of(variant), 0)
  const chosen = lines
    .map((v) => ({ variantId: v?.id ?? 0, num: of(v), price: unitPrice(product, pieces, v) }))
    .filter((line) => line.num > 0)
  return {
    chosen,
    pieces,
    sum: chosen.reduce((sum, { num, price }) => sum + num * price, 0),
    missing: pieces === 0 ? 0 : orderableQuantity(pieces, product.minimum, product.multiple) - pieces,
  }
}

/** The most of a stock that can be ordered in multiples. */
export const orderableOf = (stock: number, multiple: number): number => Math.floor(stock / multiple) * multiple

/** The usual quantities to fill every variant with, or the next multiples. */
export const usualFills = ({ multiple }: Pick<Product, 'multiple'>): number[] => [
  ...new Set([10, 50, 100].map((num) => orderableQuantity(num, 1, multiple))),
]

/** Each of some variants at `num` pieces, or as many as there are. */
export const filled = (
  nums: Quantities,
  variants: readonly Pick<Variant, 'id' | 'stock'>[],
  num: number,
  multiple: number,
): Quantities =>
  new Map([...nums, ...variants.map(({ id, stock }) => [id, Math.min(num, orderableOf(stock, multiple))] as const)])

/**
 * Spreads a number of pieces evenly over the chosen variants, or over all where none is chosen yet. Pieces that one
 * variant lacks in stock are taken from the others, as far as possible.
 */
export function spread(
  nums: Quantities,
  variants: readonly Pick<Variant, 'id' | 'stock'>[],
  pieces: number,
  multiple: number,
): Quantities {
  const there = variants.filter(({ stock }) => orderableOf(stock, multiple) > 0)
  const chosen = there.filter(({ id }) => (nums.get(id) ?? 0) > 0)
  const over = (chosen.length > 0 ? chosen : there).toSorted((a, b) => a.stock - b.stock)
  let left = pieces
  const shares = over.map(({ id, stock }, n) => {
    const share = Math.min(
      orderableQuantity(Math.ceil(left / (over.length - n)), 0, multiple),
      orderableOf(stock, multiple),
    )
    const num = left > 0 ? share : 0
    left -= num
    return [id, num] as const
  })
  return new Map([...nums, ...shares])
}
