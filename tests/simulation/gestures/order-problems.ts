import { ownParcels } from '#contract/orders/parts.ts'
import { isOpenReport, problems, replies, wishes } from '#contract/reports/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { maybe } from './in-sight.ts'
import { pictureIds } from './pictures.ts'
import type { Sight } from './sight.ts'

const withParcels = (s: Sight) => s.shown('orders').filter((o) => ownParcels(o).length > 0)

/** The gestures of a person about the parcels of an order. */
export const orderProblemGestures: {
  [N in 'order.receiveParcel' | 'order.report' | 'order.reply']: (s: Sight) => Payload<N> | undefined
} = {
  'order.receiveParcel': (s) => {
    const order = maybe(s, withParcels(s))
    const parcel = order && maybe(s, ownParcels(order))
    return parcel && { id: order.id, parcel: parcel.n, amount: parcel.amount - parcel.refunded }
  },
  'order.report': (s) => {
    const order = maybe(s, withParcels(s))
    const parcel = order && maybe(s, ownParcels(order))
    const part = parcel && maybe(s, parcel.lines)
    return (
      part && {
        ...{ id: order.id, report: s.uuid(), parcel: parcel.n },
        line: { ...part, num: s.random.whole(1, part.num) },
        problem: s.random.pick(problems),
        wish: s.random.pick(wishes),
        text: s.random.pick(['', 'Broken']),
        pictures: s.random.some(pictureIds, s.random.whole(0, 2)),
      }
    )
  },
  'order.reply': (s) => {
    const order = maybe(
      s,
      s.shown('orders').filter((o) => o.reports?.some((r) => isOpenReport(r.state))),
    )
    const report = order && maybe(s, order.reports!)
    return (
      report && {
        ...{ id: order.id, report: report.id, reply: s.random.pick(replies) },
        offer: report.state === 'offered' ? (report.offer ?? 0) : 0,
      }
    )
  },
}
