import type { Sight } from './sight.ts'

// Random picks among the things that a person sees.

/** A product that is sold, with one of its variants if it has any. */
export function goods(s: Sight): { id: number; shopId: number; variantId: number } {
  const shop = s.random.pick(s.shops)
  const i = s.random.whole(0, shop.ids.length - 1)
  const variants = shop.variants[i]!
  return { id: shop.ids[i]!, shopId: shop.shopId, variantId: variants.length > 0 ? s.random.pick(variants) : 0 }
}

/** One of a list, if there is any. */
export const maybe = <T>(s: Sight, list: readonly T[]): T | undefined =>
  list.length > 0 ? s.random.pick(list) : undefined
