import { orderItems } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../../data/use-live.ts'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useOrderName } from '../../../parts/orders/use-order-name.ts'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { hasActions, OrderActions } from './order-actions.tsx'
import { OrderDetail } from '../detail/order-detail.tsx'
import { OrderUnknown } from '../order-unknown.tsx'

/** One order on a screen of its own. */
export function OrderPhone({ id }: { id: string }) {
  const nameOf = useOrderName()
  const found = useLive((db) => orderItems(db, { ids: [id] }), [id])
  const order = found?.[0]
  if (!found)
    return (
      <Screen width="narrow">
        <Skeleton height="12rem" />
        <Skeleton height="16rem" />
      </Screen>
    )
  if (!order) return <OrderUnknown />
  return (
    <Screen width="narrow" title={nameOf(order)} foot={hasActions(order) && <OrderActions order={order} />}>
      <OrderDetail order={order} />
    </Screen>
  )
}
