import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { LINE_MAX } from '../wire/limits.ts'
import { problems, replies, REPORT_PICTURES_MAX, REPORT_TEXT_MAX, wishes } from './rules.ts'
import { fileIds } from '../pictures/schema-file-id.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { orderId } from '../orders/schema.ts'

// The acts of a buyer on an order's parcels. All of them show on the order's own row, in the order's own lane.

const of = {
  tables: ['orders'] as const,
  guest: false,
  kept: true as const,
  lanes: (p: { id: string }) => [`order:${p.id}`],
  keys: (p: { id: string }): `orders/${string}`[] => [`orders/${p.id}`],
}
const amount = z.int().check(z.nonnegative())
const parcel = z.int().check(z.minimum(1), z.maximum(100))

/** Says that one parcel has arrived: the store gets its share, which is the amount that the person saw. */
export const orderReceiveParcel = mutation({
  ...of,
  path: '/api/order/receive_parcel',
  payload: z.object({ id: orderId, parcel, amount }),
})

/**
 * Reports a problem with a line of a parcel. For a parcel that was not received this is a dispute: nothing of the order
 * is paid out until it has ended.
 */
export const orderReport = mutation({
  ...of,
  path: '/api/order/report',
  payload: z.object({
    id: orderId,
    report: z.uuid(),
    parcel,
    line: z.object({ id: Id, variantId: IdOrNone, num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)) }),
    problem: z.enum(problems),
    wish: z.enum(wishes),
    text: z.string().check(z.maxLength(REPORT_TEXT_MAX)),
    pictures: fileIds(REPORT_PICTURES_MAX),
  }),
  files: { kind: 'picture', most: REPORT_PICTURES_MAX, bytesMax: FILE_BYTES_MAX, of: (p) => p.pictures },
})

/** Answers what a store said to a report. `offer` is the amount that the person saw; 0 where none was offered. */
export const orderReply = mutation({
  ...of,
  path: '/api/order/reply',
  payload: z.object({ id: orderId, report: z.uuid(), reply: z.enum(replies), offer: amount }),
})
