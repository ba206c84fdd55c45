// Wholesale arithmetic that device and server share, apart from catalogue.ts, so that a page can
// reckon without carrying the schemas' library.

/** Unit price in minor units at a quantity: the last ladder step reached, plus the variant's extra. */
export function ladderPrice(ladder: readonly { from: number; price: number }[], quantity: number, extra = 0): number {
  let price = ladder[0]!.price
  for (const step of ladder) if (quantity >= step.from) price = step.price
  return price + extra
}

/** The nearest orderable quantity at or above the wanted one: at least the minimum, a multiple of `multiple`. */
export function orderableQuantity(wanted: number, minimum: number, multiple: number): number {
  return Math.ceil(Math.max(wanted, minimum) / multiple) * multiple
}
