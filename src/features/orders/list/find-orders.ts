import { textIn } from '#contract/text/locales.ts'
import { isPartOfOrderNumber } from '#contract/orders/number.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { plain } from '../../../ui/controls/matching.ts'

/** A search among the orders of a person. `since` is "30" or "90" (days), or a year. */
export interface OrderFind {
  find: string
  store: number | undefined
  since: string | undefined
}

const DAY = 86_400_000
/** Fewer letters than this stand in nearly every number. */
const NUMBER_PART = 3

/** Reads from an address what is looked for; what cannot be read is left out. */
export function findIn(params: URLSearchParams): OrderFind {
  const store = Number(params.get('store'))
  const since = params.get('since') ?? ''
  return {
    find: params.get('q') ?? '',
    store: Number.isSafeInteger(store) && store > 0 ? store : undefined,
    since: /^(30|90|\d{4})$/.test(since) ? since : undefined,
  }
}

/** The orders that match, in their order: by store, time, and a text in the store's name, a title or the number. */
export function matchOrders(
  orders: readonly OrderItem[],
  { find, store, since }: OrderFind,
  { now, locale }: { now: number; locale: string },
): OrderItem[] {
  const text = plain(find)
  const isIn = (name: string): boolean => plain(name).includes(text)
  return orders.filter(
    (order) =>
      (store === undefined || order.shopId === store) &&
      (since === undefined ||
        (since.length === 4
          ? new Date(order.createdAt).getFullYear() === Number(since)
          : order.createdAt >= now - Number(since) * DAY)) &&
      (text === '' ||
        isIn(order.shopName) ||
        order.lines.some((line) => isIn(textIn(line.title, locale))) ||
        (text.length >= NUMBER_PART && order.number !== undefined && isPartOfOrderNumber(text, order.number))),
  )
}
