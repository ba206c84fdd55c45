import * as z from 'zod/mini'
import { orderStages } from '../rules/order-stages.ts'
import { closeReasons, orderStates } from '../rules/order-states.ts'
import { storeRoles } from '../rules/store-roles.ts'
import type { StoreTable } from '../rules/user-tables.ts'
import { Goods } from './goods-row.ts'
import { openArray, openEnum } from './open.ts'
import { OrderLine } from './order-line.ts'
import { orderParts, Parcel, Refund, Report } from './order-parts.ts'

// The rows of a store, as the server sends them to its members and their devices keep them: a world of its own, which
// a buyer's device never loads.

const amount = z.int().check(z.nonnegative())

/** The member of the store whose act it was; null where it was nobody's of the store. */
const by = z.optional(z.nullable(z.string()))
/** The same parts as its buyer sees, with who of the store did what. */
const saleParts = {
  ...orderParts,
  parcels: z.optional(openArray(z.extend(Parcel, { by }))),
  reports: z.optional(openArray(z.extend(Report, { by }))),
  refunds: z.optional(openArray(z.extend(Refund, { by }))),
}

/**
 * An order as its store sees it: what was bought and where it goes, and of the buyer the name alone. Its id is the
 * order's; amounts are minor units of `currency`, those of its parts of `due`.
 */
export const Sale = z.object({
  id: z.string(),
  number: z.string(),
  buyer: z.string(),
  state: openEnum(orderStates),
  /** The same exactly (rules/order-stages.ts). */
  stage: z.optional(openEnum(orderStages)),
  reason: z.nullable(openEnum(closeReasons)),
  currency: z.string(),
  lines: z.array(OrderLine),
  goods: amount,
  shipping: amount,
  tax: amount,
  total: amount,
  /** What the buyer pays, in the market's currency. */
  due: z.optional(z.object({ amount, currency: z.string() })),
  /** JSON of an address, sealed on the device; of a deleted account an empty one. */
  address: z.string(),
  /** Sealed on the device, as the buyer's notes and number of the order are. */
  remark: z.string(),
  notes: z.optional(z.string()),
  poNumber: z.optional(z.string()),
  createdAt: z.number(),
  paidAt: z.nullable(z.number()),
  shippedAt: z.nullable(z.number()),
  receivedAt: z.nullable(z.number()),
  closedAt: z.nullable(z.number()),
  parcel: z.nullable(z.string()),
  ...saleParts,
})
export type Sale = z.infer<typeof Sale>

/**
 * Somebody who acts for the store, or did until `endedAt`. Its id is the person's; of one who is only being added, on
 * this device, that of the adding.
 */
export const StoreMember = z.object({
  id: z.uuid(),
  name: z.string(),
  role: openEnum(storeRoles),
  since: z.number(),
  endedAt: z.nullable(z.number()),
})
export type StoreMember = z.infer<typeof StoreMember>

const Day = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
/** What a store says of itself: one register row. On holiday from one day through another, or not (both null). */
export const StoreNotice = z.object({ announcement: z.string(), holidayFrom: Day, holidayTo: Day })
export type StoreNotice = z.infer<typeof StoreNotice>

const base = { key: z.string(), rev: z.int().check(z.nonnegative()) }
/** One row of a store's feed as it now is at the server. */
export const StoreChange = z.discriminatedUnion('table', [
  z.object({ table: z.literal('sales'), ...base, row: Sale }),
  z.object({ table: z.literal('storeMembers'), ...base, row: StoreMember }),
  z.object({ table: z.literal('storeNotice'), ...base, row: StoreNotice }),
  z.object({ table: z.literal('goods'), ...base, row: Goods }),
])
export type StoreChange = z.infer<typeof StoreChange>

export const storeRows = {
  sales: Sale,
  storeMembers: StoreMember,
  storeNotice: StoreNotice,
  goods: Goods,
} satisfies Record<StoreTable, z.ZodMiniType>
export type StoreRows = { [T in StoreTable]: z.infer<(typeof storeRows)[T]> }
