import type { OrderLine } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'

/** The names and the picture of a line in an order. */
export type OrderedLineNames = Pick<OrderLine, 'title' | 'label' | 'picture'>

/** The names in the person's own orders, for products and stores that the catalogue on this device does not have. */
export interface OrderedNames {
  line(id: number, variantId: number): OrderedLineNames | undefined
  store(id: number): string | undefined
}

/** The names that stand in the person's orders, the latest of each. */
export async function orderedNames({ user }: Pick<Readers, 'user'>): Promise<OrderedNames> {
  const orders = (await user.orders.toArray()).flatMap(({ server }) => (server ? [server] : []))
  const lines = new Map<string, OrderedLineNames>()
  const stores = new Map<number, string>()
  for (const order of orders.sort((a, b) => a.createdAt - b.createdAt)) {
    stores.set(order.shopId, order.shopName)
    for (const { id, variantId, title, label, picture } of order.lines) {
      lines.set(`${id}:${variantId}`, { title, label, picture })
      lines.set(String(id), { title, label: null, picture })
    }
  }
  return {
    line: (id, variantId) => lines.get(`${id}:${variantId}`) ?? lines.get(String(id)),
    store: (id) => stores.get(id) || undefined,
  }
}
