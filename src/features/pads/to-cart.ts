import { lineKey } from '#contract/cart/rules.ts'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import type { PadReady, PadShown } from '../../data/use-answer.ts'

/** The lines for the cart, the rows they are made of, and the number of rows that stay because the cart is full. */
export interface ForCart {
  lines: PadReady[]
  keys: ReadonlySet<number>
  left: number
}

/**
 * The ready rows as lines of the cart, those of one product and choice together. `there` are the keys of the lines that
 * the cart has: more of those needs no room.
 */
export function forCart(lines: ReadonlyMap<number, PadShown>, there: ReadonlySet<string>): ForCart {
  const together = new Map<string, PadReady>()
  const keys = new Set<number>()
  let room = Math.max(0, CART_LINES_MAX - there.size)
  let left = 0
  for (const [key, line] of lines) {
    if (line.state !== 'ready') continue
    const of = lineKey(line)
    const before = together.get(of)
    if (!before && !there.has(of) && room === 0) {
      left++
      continue
    }
    if (!before && !there.has(of)) room--
    together.set(of, before ? { ...before, num: before.num + line.num, amount: before.amount + line.amount } : line)
    keys.add(key)
  }
  return { lines: [...together.values()], keys, left }
}
