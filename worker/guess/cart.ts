import { clampNum, type LineRef } from '#contract/rules/cart.ts'
import type { CartLine } from '#contract/schema/rows.ts'
import type { GuessesFor } from './guess.ts'

const same = (l: LineRef, key: string): boolean => `${l.shopId}:${l.id}:${l.variantId}` === key

const change = (row: CartLine | null, delta: number): CartLine | null =>
  row ? { ...row, num: clampNum(row.num, delta, undefined) } : null

export const cartGuesses: GuessesFor<'cart.add' | 'cart.set' | 'cart.tick' | 'cart.clear'> = {
  'cart.add': (row, p, { at }) => {
    // A line brought back from zero begins again: ticked, with the price seen now.
    const from =
      row && row.num > 0
        ? row
        : {
            id: p.id,
            shopId: p.shopId,
            variantId: p.variantId,
            num: 0,
            ticked: true,
            seenPrice: p.price,
            currency: p.currency,
            at,
          }
    return { ...from, num: clampNum(from.num, p.num, undefined) }
  },
  'cart.set': (row, p) => change(row, p.to - p.from),
  'cart.tick': (row, p) => (row ? { ...row, ticked: p.on } : null),
  'cart.clear': (row, p, { key }) => p.lines.reduce((r, line) => (same(line, key) ? change(r, -line.num) : r), row),
}
