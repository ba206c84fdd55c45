import { LINE_MAX } from '../wire/limits.ts'

// The cart's rules that device and server share, apart from schema.ts, so that a page can use them
// without carrying the schemas' library.

/** The identity of a line: lines match by product, shop and variant (spec §4). */
export type LineRef = { id: number; shopId: number; variantId: number }

/** A line's key. */
export const lineKey = (l: LineRef): `cartLines/${string}` => `cartLines/${l.shopId}:${l.id}:${l.variantId}`

/**
 * A line's quantity after a change of `delta`: never below 0, and an addition never carries it past the line's maximum
 * or the stock, if that is known.
 */
export function clampNum(num: number, delta: number, stock: number | undefined): number {
  if (delta <= 0) return Math.max(0, num + delta)
  return Math.max(num, Math.min(LINE_MAX, stock ?? LINE_MAX, num + delta))
}

/** A line as it is grouped: when it was added, and whether it is ticked. */
interface GroupedLine extends LineRef {
  at: number
  ticked: boolean
}

/**
 * The lines of one store, on which the cart screen and an order work (spec §3, "grouped cart": `checkes` tells which
 * goods are ticked).
 */
export interface CartGroup<L extends GroupedLine = GroupedLine> {
  shopId: number
  shopName: string
  goods: L[]
  checkes: boolean[]
}

/** Groups lines by shop, shops and lines in the order they were first added. */
export function groupCart<L extends GroupedLine>(
  lines: readonly L[],
  shopName: (shopId: number) => string,
): CartGroup<L>[] {
  const groups = new Map<number, CartGroup<L>>()
  for (const l of [...lines].sort((a, b) => a.at - b.at || a.id - b.id || a.variantId - b.variantId)) {
    let group = groups.get(l.shopId)
    if (!group)
      groups.set(l.shopId, (group = { shopId: l.shopId, shopName: shopName(l.shopId), goods: [], checkes: [] }))
    group.goods.push(l)
    group.checkes.push(l.ticked)
  }
  return [...groups.values()]
}
