import { useLocation, useSearchParams } from 'wouter'
import { inTab, type OrderTab } from '#contract/orders/states.ts'
import { orderItems, type OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { useLive } from '../../../data/use-live.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useNow } from '../../../ui/time.tsx'
import { findIn, matchOrders, type OrderFind } from './find-orders.ts'

/** The orders of a list, as the address asks for them. */
export interface OrderList {
  tab: OrderTab
  /** All of the person's; undefined until the device has answered. */
  all: readonly OrderItem[] | undefined
  /** Those that stand in the list. */
  orders: readonly OrderItem[] | undefined
  what: OrderFind
  /** Something is looked for. */
  looking: boolean
  look(what: OrderFind): void
  turn(tab: OrderTab): void
  /** The address of an order beside this list. */
  beside(id: string): string
}

/** Reads the list that the address asks for; what is looked for stays in the address, so that Back finds it again. */
export function useOrderList(tab: OrderTab): OrderList {
  const { locale } = useFormat()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const now = useNow() ?? 0
  const all = useLive((db) => orderItems(db), [])
  const what = findIn(params)
  return {
    tab,
    all,
    orders:
      all &&
      matchOrders(
        all.filter((order) => inTab(tab, order)),
        what,
        { now, locale },
      ),
    what,
    looking: what.find !== '' || what.store !== undefined || what.since !== undefined,
    look: (next) => navigate(links.orders(tab, next), { replace: true }),
    turn: (next) => navigate(links.orders(next, what), { replace: true }),
    beside: (id) => links.orders(tab, { ...what, id }),
  }
}
