import { useTranslation } from 'react-i18next'
import type { LineRef } from '#contract/cart/rules.ts'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { useIsFavourite } from '../../parts/favourites/marks.tsx'

const refOf = (line: LineRef): LineRef => ({ id: line.id, shopId: line.shopId, variantId: line.variantId })

/** The actions on the cart: each is one durable gesture, undone by another. */
export interface CartActs {
  set(line: CartItem, num: number): void
  remove(line: CartItem): void
  /** Puts lines aside for later: they stay beside the cart, in no sum. */
  aside(lines: readonly CartItem[]): void
  /** Brings back what was put aside. */
  back(line: CartItem): void
  /** Takes it off the cart and keeps its product as a favourite. */
  favour(line: CartItem): void
  tick(lines: readonly CartItem[], on: boolean): void
  clear(lines: readonly CartItem[]): void
}

/** The cart's actions. */
export function useCartActs(): CartActs {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  const isFavourite = useIsFavourite()
  const set = (line: LineRef, from: number, to: number): Act => ({
    name: 'cart.set',
    payload: { ...refOf(line), from, to },
  })
  const undo = (lines: readonly CartItem[]) => ({
    label: t('cart.undo'),
    run: () => void mutateAll(lines.map((line) => set(line, 0, line.num))),
  })
  const aside =
    (on: boolean) =>
    (line: LineRef): Act => ({ name: 'cart.later', payload: { ...refOf(line), on } })
  const acts: CartActs = {
    set(line, num) {
      if (num === 0) acts.remove(line)
      else if (num !== line.num) void mutateAll([set(line, line.num, num)])
    },
    remove(line) {
      void mutateAll([set(line, line.num, 0)], { text: t('cart.removed'), action: undo([line]) })
    },
    aside(lines) {
      void mutateAll(lines.map(aside(true)), {
        text: t('cart.setAside'),
        action: { label: t('cart.undo'), run: () => void mutateAll(lines.map(aside(false))) },
      })
    },
    back(line) {
      void mutateAll([aside(false)(line)], { text: t('cart.wentBack'), kind: 'good' })
    },
    favour(line) {
      const keep: Act = { name: 'favourite.set', payload: { id: line.id, on: true } }
      void mutateAll([set(line, line.num, 0), keep], {
        text: t(isFavourite(line.id) ? 'refusals.alreadyFavourite' : 'cart.savedLater'),
        action: undo([line]),
      })
    },
    tick(lines, on) {
      const others = lines.filter((line) => line.ticked !== on)
      if (others.length > 0)
        void mutateAll(others.map((line): Act => ({ name: 'cart.tick', payload: { ...refOf(line), on } })))
    },
    clear(lines) {
      const parts: Act[] = []
      for (let n = 0; n < lines.length; n += CART_LINES_MAX) {
        const some = lines.slice(n, n + CART_LINES_MAX)
        parts.push({ name: 'cart.clear', payload: { lines: some.map((line) => ({ ...refOf(line), num: line.num })) } })
      }
      if (parts.length > 0) void mutateAll(parts, { text: t('cart.cleared'), action: undo(lines) })
    },
  }
  return acts
}
