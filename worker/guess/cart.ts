import { clampNum, type LineRef } from '#contract/cart/rules.ts'
import type { CartLine } from '#contract/sync/schema-rows.ts'
import type { GuessesFor } from './guess.ts'

const same = (l: LineRef, key: string): boolean => `${l.shopId}:${l.id}:${l.variantId}` === key

/** A line as a line of the cart, whether it was put aside or not. */
const inCart = ({ later: _aside, ...row }: CartLine): CartLine => row

const change = (row: CartLine | null, delta: number): CartLine | null =>
  row ? { ...row, num: clampNum(row.num, delta, undefined) } : null

export const cartGuesses: GuessesFor<'cart.add' | 'cart.set' | 'cart.tick' | 'cart.later' | 'cart.clear'> = {
  'cart.add': (row, p, { at }) => {
    // A line brought back from zero begins again: ticked, with the price seen now. One that was aside comes back.
    const from =
      row && row.num > 0
        ? row.later
          ? { ...inCart(row), ticked: true }
          : row
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
  'cart.tick': (row, p) => (row ? { ...(p.on ? inCart(row) : row), ticked: p.on } : null),
  'cart.later': (row, p) =>
    row ? (p.on ? { ...row, ticked: false, later: true } : { ...inCart(row), ticked: true }) : null,
  'cart.clear': (row, p, { key }) => p.lines.reduce((r, line) => (same(line, key) ? change(r, -line.num) : r), row),
}
