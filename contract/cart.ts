import * as z from 'zod/mini'
import { mutation } from './mutation.ts'
import type { CartLine } from './rows.ts'

/** At most so many pieces on one line, and lines in one cart. */
export const LINE_MAX = 1_000_000
export const CART_LINES_MAX = 500

const id = z.int().check(z.positive())
const num = z.int().check(z.minimum(0), z.maximum(LINE_MAX))
const line = { id, shopId: id, variantId: z.int().check(z.nonnegative()) }

export type LineRef = { id: number; shopId: number; variantId: number }

/** A line's key: lines match by product, shop and variant (spec §4). */
export const lineKey = (l: LineRef): `cartLines/${string}` => `cartLines/${l.shopId}:${l.id}:${l.variantId}`

const lanes = (): string[] => ['cart']

/** Adds pieces to a line, making it if there is none (spec §4): `+num` commutes. `price` is the unit price seen. */
export const cartAdd = mutation({
  path: '/api/cart/add',
  table: 'cartLines',
  payload: z.object({ ...line, num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)), price: z.int().check(z.nonnegative()), currency: z.string().check(z.maxLength(5)) }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (earlier, later) => ({ ...earlier, num: Math.min(LINE_MAX, earlier.num + later.num) }),
})

/** Sets a line's quantity from what the person saw to what they want; 0 removes it. The server adds the difference, so what another device added meanwhile survives. */
export const cartSet = mutation({
  path: '/api/cart/set',
  table: 'cartLines',
  payload: z.object({ ...line, from: num, to: num }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (earlier, later) => (earlier.from === later.to ? 'cancel' : { ...earlier, to: later.to }),
})

/** Ticks or unticks a line for the next order: a register. */
export const cartTick = mutation({
  path: '/api/cart/tick',
  table: 'cartLines',
  payload: z.object({ ...line, on: z.boolean() }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (_earlier, later, base) => (base?.ticked === later.on ? 'cancel' : later),
})

/** Empties the cart of the pieces that the person saw, line by line; what was added elsewhere meanwhile stays. */
export const cartClear = mutation({
  path: '/api/cart/clear',
  table: 'cartLines',
  payload: z.object({ lines: z.array(z.object({ ...line, num })).check(z.minLength(1), z.maxLength(CART_LINES_MAX)) }),
  guest: true,
  lanes,
  keys: (p) => p.lines.map(lineKey),
})

/** A line's quantity after a change of `delta`: never below 0, and an addition never carries it past the line's maximum or the stock, if that is known. */
export function clampNum(num: number, delta: number, stock: number | undefined): number {
  if (delta <= 0) return Math.max(0, num + delta)
  return Math.max(num, Math.min(LINE_MAX, stock ?? LINE_MAX, num + delta))
}

/** What the cart screen and an order work on: the lines of one shop (spec §3, "grouped cart": `checkes` tells which goods are ticked). */
export interface CartGroup<L extends CartLine = CartLine> { shopId: number; shopName: string; goods: L[]; checkes: boolean[] }

/** Groups lines by shop, shops and lines in the order they were first added. */
export function groupCart<L extends CartLine>(lines: readonly L[], shopName: (shopId: number) => string): CartGroup<L>[] {
  const groups = new Map<number, CartGroup<L>>()
  for (const l of [...lines].sort((a, b) => a.at - b.at || a.id - b.id || a.variantId - b.variantId)) {
    let group = groups.get(l.shopId)
    if (!group) groups.set(l.shopId, (group = { shopId: l.shopId, shopName: shopName(l.shopId), goods: [], checkes: [] }))
    group.goods.push(l)
    group.checkes.push(l.ticked)
  }
  return [...groups.values()]
}
