import { isOpenOrder } from '#contract/orders/states.ts'
import type { Readers } from '../read.ts'

/**
 * The pictures (`src`) of a person's own things, as far as the device knows them: of the cart, of open orders, of
 * favourites, the newest of each first.
 */
export async function ownPictures({ user, catalogue }: Readers, max: number): Promise<string[]> {
  const [lines, orders, favourites] = await Promise.all([
    user.cartLines.toArray(),
    user.orders.toArray(),
    user.favourites.toArray(),
  ])
  const inCart = lines.flatMap(({ shown }) => (shown && shown.num > 0 ? [shown] : [])).toSorted((a, b) => b.at - a.at)
  const liked = favourites.toSorted((a, b) => b.rev - a.rev).flatMap(({ shown }) => (shown?.on ? [shown.id] : []))
  const open = orders
    .flatMap(({ shown }) => (shown && isOpenOrder(shown.state) ? [shown] : []))
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const [details, cards] = await Promise.all([
    catalogue.details.bulkGet([...new Set(inCart.filter((line) => line.variantId !== 0).map((line) => line.id))]),
    catalogue.products.bulkGet([...new Set([...inCart.map((line) => line.id), ...liked.slice(0, max)])]),
  ])
  const variants = new Map(details.flatMap((detail) => detail?.variants.map((v) => [v.id, v.picture] as const) ?? []))
  const products = new Map(cards.flatMap((card) => (card ? [[card.id, card.picture] as const] : [])))
  const pictures = [
    ...inCart.map((line) => variants.get(line.variantId) ?? products.get(line.id)),
    ...open.flatMap((order) => order.lines.map((line) => line.picture)),
    ...liked.map((id) => products.get(id)),
  ]
  return [...new Set(pictures.flatMap((picture) => (picture ? [picture.src] : [])))].slice(0, max)
}
