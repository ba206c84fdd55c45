// Wholesale arithmetic that device and server share, apart from catalogue/schema.ts, so that a page can
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

/** Pieces of each product over all its choices: ladder, minimum and multiples count them together. */
export function piecesByProduct(lines: readonly { id: number; num: number }[]): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const line of lines) pieces.set(line.id, (pieces.get(line.id) ?? 0) + line.num)
  return pieces
}

/** Tax in minor units on goods of so much, rounded half up. */
export const taxOn = (amount: number, basisPoints: number): number => Math.round((amount * basisPoints) / 10_000)
