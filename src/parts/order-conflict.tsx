import { lazy, Suspense } from 'react'
import type { OrderItem, Placing } from '#localdb/queries/orders.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const OrderQuestionForm = lazy(async () => ({
  default: (await import('./order-question-form.tsx')).OrderQuestionForm,
}))

/** The server's question about an order that it has not placed; its code comes with the first of them. */
export function OrderConflict(props: { order: OrderItem; placing: Placing }) {
  return (
    <Suspense fallback={<Skeleton height="9rem" />}>
      <OrderQuestionForm {...props} />
    </Suspense>
  )
}
