import type { OrderItem, Placing } from '#localdb/queries/orders/items.ts'
import { later } from '../../data/loading/later.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'

const OrderQuestionForm = later(
  'order-question-form',
  async () => (await import('./order-question-form.tsx')).OrderQuestionForm,
)

/** The server's question about an order that it has not placed; its code comes with the first of them. */
export const OrderConflict = (props: { order: OrderItem; placing: Placing }) => (
  <OrderQuestionForm {...props} instead={<Skeleton height="9rem" />} />
)
