import { useSearchParams } from 'wouter'
import { useWide } from '../../../ui/use-wide.ts'
import { tabNames } from './order-tabs.tsx'
import { OrderPhone } from './order-phone.tsx'
import { OrdersDesk } from './orders-desk.tsx'
import { OrdersPhone } from './orders-phone.tsx'

/**
 * The person's orders, all from this device: by state, store and time. `?id=` shows one of them in full: alone on a
 * phone, beside the list where there is room.
 */
export function OrdersScreen() {
  const [params] = useSearchParams()
  const wide = useWide()
  const id = params.get('id')
  // The footer's word for it (spec §2).
  const asked = params.get('tab') ?? params.get('status')
  const tab = tabNames.find((name) => name === asked) ?? 'all'
  if (wide) return <OrdersDesk tab={tab} id={id} />
  return id ? <OrderPhone id={id} /> : <OrdersPhone tab={tab} />
}
