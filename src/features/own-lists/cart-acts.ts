import { ladderPrice, piecesByProduct } from '#contract/prices/ladder.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import type { ListedLine } from '#localdb/queries/own-lists/items.ts'
import type { Act } from '../../data/use-mutate.ts'

/** Whether a line can go into a cart: it is sold, in this choice, and what it costs is known here. */
const isOrderable = ({ product, gone, variantId, variant }: ListedLine, areaOpen: boolean): boolean =>
  product !== undefined &&
  !whyNotOrderable(product, { gone, areaOpen }) &&
  (variantId === 0 ? product.choices === 0 : variant !== undefined && variant.stock > 0)

/** The additions to the cart of those lines that can be ordered, at the price of all pieces of their product. */
export function cartActs(lines: readonly ListedLine[], areaOpen: boolean): Act[] {
  const pieces = piecesByProduct(lines)
  return lines
    .filter((line) => isOrderable(line, areaOpen))
    .map(({ id, shopId, variantId, num, product, variant }): Act => ({
      name: 'cart.add',
      payload: {
        id,
        shopId,
        variantId,
        num,
        price: ladderPrice(product!.ladder, pieces.get(id)!, variant?.extra),
        currency: product!.currency,
      },
    }))
}
