import { useTranslation } from 'react-i18next'
import type { LineRef } from '#contract/cart-lines.ts'
import { CART_LINES_MAX } from '#contract/limits.ts'
import type { CartItem } from '#localdb/queries/cart.ts'
import { useAct } from '../../parts/use-act.ts'

const refOf = (line: LineRef): LineRef => ({ id: line.id, shopId: line.shopId, variantId: line.variantId })

/** What one can do to the cart: each a durable intent, each to be undone by another. */
export interface CartActs {
  set(line: CartItem, num: number): void
  remove(line: CartItem): void
  tick(lines: readonly CartItem[], on: boolean): void
  clear(lines: readonly CartItem[]): void
}

/** The cart's acts. */
export function useCartActs(): CartActs {
  const { t } = useTranslation()
  const act = useAct()
  const restore = (lines: readonly CartItem[]) => {
    for (const line of lines) void act('cart.set', { ...refOf(line), from: 0, to: line.num })
  }
  const undo = (lines: readonly CartItem[]) => ({ label: t('cart.undo'), run: () => restore(lines) })
  const acts: CartActs = {
    set(line, num) {
      if (num === 0) acts.remove(line)
      else if (num !== line.num) void act('cart.set', { ...refOf(line), from: line.num, to: num })
    },
    remove(line) {
      void act('cart.set', { ...refOf(line), from: line.num, to: 0 }, { text: t('cart.removed'), action: undo([line]) })
    },
    tick(lines, on) {
      for (const line of lines) if (line.ticked !== on) void act('cart.tick', { ...refOf(line), on })
    },
    clear(lines) {
      for (let n = 0; n < lines.length; n += CART_LINES_MAX) {
        const some = lines.slice(n, n + CART_LINES_MAX)
        void act(
          'cart.clear',
          { lines: some.map((line) => ({ ...refOf(line), num: line.num })) },
          { text: t('cart.cleared'), action: undo(lines) },
        )
      }
    },
  }
  return acts
}
