import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Parcel, Report } from '#contract/reports/schema-parts.ts'
import type { Reply } from '#contract/reports/rules.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useMutate, useMutateAll, type Act } from '../../data/use-mutate.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'

/** The actions on an order, offline too. Each is a durable intent, except taking back an order that was never sent. */
export interface OrderActs {
  cancel(order: OrderItem): void
  receive(order: OrderItem): void
  receiveParcel(order: OrderItem, parcel: Parcel): void
  reply(order: OrderItem, report: Report, reply: Reply): void
  buyAgain(order: OrderItem): void
}

/** The actions on orders. */
export function useOrderActs(): OrderActs {
  const { t } = useTranslation()
  const mutate = useMutate()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const [, navigate] = useLocation()
  return {
    // An order that was never sent needs nobody's answer: it is taken back, and its lines with it.
    cancel: ({ id, placing }) =>
      void (placing?.unsent
        ? dismiss.call({ intentId: placing.intentId }).then(failed)
        : mutate('order.cancel', { id })),
    receive: async ({ id }) => {
      const saved = await mutate('order.receive', { id }, { text: t('orders.receivedDone'), kind: 'good' })
      // It may leave the list that it stood in: one stays with the order.
      if (saved) navigate(links.order(id))
    },
    receiveParcel: ({ id }, { n, amount, refunded }) =>
      void mutate(
        'order.receiveParcel',
        { id, parcel: n, amount: amount - refunded },
        { text: t('orders.receivedDone'), kind: 'good' },
      ),
    reply: ({ id }, report, reply) =>
      void mutate(
        'order.reply',
        { id, report: report.id, reply, offer: report.state === 'offered' ? (report.offer ?? 0) : 0 },
        { text: t('orders.replied'), kind: 'good' },
      ),
    buyAgain: async ({ shopId, currency, lines }) => {
      const saved = await mutateAll(
        lines.map(({ id, variantId, num, price }): Act => ({
          name: 'cart.add',
          payload: { id, shopId, variantId, num, price, currency },
        })),
        { text: t('orders.buyAgainDone'), kind: 'good' },
      )
      if (saved) navigate(links.cart)
    },
  }
}
