import { lettersIn } from '#contract/text/letters.ts'
import { ownCode } from '#contract/products/own-code.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'

/** The opened values of the fields of an order that are sealed on the device. */
export interface SaleNames {
  buyer: string
  poNumber?: string | undefined
}

/**
 * The orders that contain all words of a text. Searched are the order number, however it is typed, the buyer's name and
 * their number of the order, the products and their codes (the market's and the store's own), and the tracking of the
 * parcels.
 */
export function foundSales(
  sales: readonly SaleItem[],
  text: string,
  names: ReadonlyMap<string, SaleNames>,
): readonly SaleItem[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sales
  const letters = lettersIn(text)
  return sales.filter((sale) => {
    if (letters && lettersIn(sale.number)?.includes(letters)) return true
    const all = wordsOf(sale, names.get(sale.id)).join('\n').toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}

const wordsOf = (sale: SaleItem, names: SaleNames | undefined): string[] => [
  sale.number,
  names?.buyer ?? '',
  names?.poNumber ?? '',
  ...sale.lines.flatMap((line) => [
    productCode(line.id, line.variantId),
    ownCode(line),
    ...Object.values(line.title),
    ...Object.values(line.label ?? {}),
  ]),
  sale.parcel ?? '',
  ...(sale.parcels ?? []).flatMap(({ carrier, tracking }) => [carrier, tracking]),
]
