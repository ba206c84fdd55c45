import * as z from 'zod/mini'
import { orderStages } from '../orders/stages.ts'
import { closeReasons, orderStates } from '../orders/states.ts'
import { storeRoles } from '../stores/roles.ts'
import type { StoreTable } from '../wire/user-tables.ts'
import { StoreProduct } from '../products/schema-row.ts'
import { MessageSubject } from '../messages/schema-rows.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { OrderLine } from '../orders/schema-line.ts'
import { orderParts, Parcel, Refund, Report } from '../reports/schema-parts.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'
import { StoreQuote, StoreReview } from '../stores/schema-answer-rows.ts'
import { StoreLeast, TaxSchema, ZoneSchema } from '../shipping/schema-terms.ts'

// The rows of a store, as the server sends them to its members and their devices keep them: a world of its own, which
// a buyer's device never loads.

const amount = z.int().check(z.nonnegative())

/** The member of the store who did it; null where it was nobody of the store. */
const by = z.optional(z.nullable(z.string()))
/** The same parts as its buyer sees, with the member of the store who did each. */
const saleParts = {
  ...orderParts,
  parcels: z.optional(openArray(z.extend(Parcel, { by }))),
  reports: z.optional(openArray(z.extend(Report, { by }))),
  refunds: z.optional(openArray(z.extend(Refund, { by }))),
}

/**
 * An order as its store sees it: the goods and where they go, and only the name of the buyer. Its id is the order's;
 * amounts are minor units of `currency`, those of its parts of `due`.
 */
export const Sale = z.object({
  id: z.string(),
  number: z.string(),
  buyer: z.string(),
  state: openEnum(orderStates),
  /** The same exactly (orders/stages.ts). */
  stage: z.optional(openEnum(orderStages)),
  reason: z.nullable(openEnum(closeReasons)),
  currency: z.string(),
  lines: z.array(OrderLine),
  goods: amount,
  shipping: amount,
  tax: amount,
  /** Taxes that the prices of its goods include; absent where they include none. */
  taxIncluded: z.optional(amount),
  total: amount,
  /** The amount that the buyer pays, in the market's currency. */
  due: z.optional(z.object({ amount, currency: z.string() })),
  /** The market's fee on it, fixed at payment (basis points); absent from an older server. */
  feeRate: z.optional(amount),
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
 * Somebody who acts for the store, or did until `endedAt`. Its id is the person's; while somebody is only being added,
 * on this device, it is the id of the addition.
 */
export const StoreMember = z.object({
  id: z.uuid(),
  name: z.string(),
  role: openEnum(storeRoles),
  since: z.number(),
  endedAt: z.nullable(z.number()),
  /** The role to which they are invited and have not answered yet; an older server sends none. */
  invited: z.optional(z.nullable(openEnum(storeRoles))),
})
export type StoreMember = z.infer<typeof StoreMember>

/** A private link to a line sheet of the store (line-sheets/rules.ts); `goods` is how many products it is of. */
export const StoreSheet = z.object({
  id: z.string(),
  title: z.string(),
  goods: z.int().check(z.nonnegative()),
  /** When it ends, and when it was made (Unix ms). */
  until: z.nullable(z.number()),
  at: z.number(),
})
export type StoreSheet = z.infer<typeof StoreSheet>

const Day = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))
const days = z.int().check(z.nonnegative())
/**
 * The store's own information: one register row. It is on holiday from one day through another, or not (both null).
 * `terms` are the charges of its orders (shipping/terms.ts, shipping/zones.ts), in minor units of its currency
 * and basis points, and its days to areas; absent until the server has sent them.
 */
export const StoreNotice = z.object({
  announcement: z.string(),
  holidayFrom: Day,
  holidayTo: Day,
  /** Why the market keeps it from selling, in its operator's words. */
  suspended: z.optional(z.nullable(z.string())),
  /** Its owner has closed it; absent from rows of older servers. */
  closed: z.optional(z.boolean()),
  terms: z.optional(
    z.object({
      currency: z.string(),
      shipping: amount,
      taxBasisPoints: amount,
      days: z.record(z.string(), z.object({ least: days, most: days })),
      /** The least order; absent from rows of older servers. */
      least: z.optional(StoreLeast),
      /** Where it ships to, and taxes by country; absent from rows of older servers. */
      zones: z.optional(openArray(z.extend(ZoneSchema, { id: z.uuid() }))),
      taxes: z.optional(z.record(z.string(), TaxSchema)),
      taxIncluded: z.optional(z.boolean()),
    }),
  ),
  /** Its profile (stores/profile.ts); absent from rows of older servers. */
  profile: z.optional(
    z.object({ name: z.string(), description: TextsSchema, logo: z.nullable(Picture), area: z.nullable(z.string()) }),
  ),
  /** How its papers name its business (invoices/legal.ts); absent from rows of older servers. */
  legal: z.optional(z.object({ name: z.string(), address: z.string(), taxNumber: z.string(), prefix: z.string() })),
  /** Its private links, the oldest first; absent from rows of older servers. */
  sheets: z.optional(openArray(StoreSheet)),
  /** The answers that it keeps ready (stores/saved-replies.ts); absent from rows of older servers. */
  answers: z.optional(openArray(z.object({ id: z.uuid(), text: z.string() }))),
})
export type StoreNotice = z.infer<typeof StoreNotice>

/**
 * A conversation of a buyer with the store. Its id is the store's; only the buyer knows their own id of it. `unread` is
 * how many of the buyer's lines come after `readTo`, the last that a member has seen.
 */
export const StoreTalk = z.object({
  id: z.uuid(),
  /** The buyer's name, sealed on the device; empty of one who has left. */
  buyer: z.string(),
  subject: z.nullable(MessageSubject),
  /** The store's id of the product that it is about; null where it is about none of its own. */
  goods: z.nullable(z.uuid()),
  /** The subject's name. */
  title: z.nullable(TextsSchema),
  last: z.int().check(z.nonnegative()),
  readTo: z.int().check(z.nonnegative()),
  unread: z.int().check(z.nonnegative()),
  /** Since when it waits for an answer (Unix ms); null while the last word is the store's. */
  askedAt: z.nullable(z.number()),
  at: z.number(),
  deleted: z.boolean(),
})
export type StoreTalk = z.infer<typeof StoreTalk>

/**
 * One line of it; its id is `<talk>:<uuid made on a device>`. `mine` is the store's, `by` the member who said it: null
 * where it was nobody of the store. Else as a person's line (messages/schema-rows.ts).
 */
export const StoreTalkLine = z.object({
  id: z.string(),
  n: z.int().check(z.nonnegative()),
  mine: z.boolean(),
  by: z.nullable(z.string()),
  text: z.string(),
  files: z.optional(openArray(z.string())),
  pictures: z.optional(openArray(Picture)),
  at: z.number(),
  deleted: z.boolean(),
})
export type StoreTalkLine = z.infer<typeof StoreTalkLine>

const base = { key: z.string(), rev: z.int().check(z.nonnegative()) }
/** One row of a store's feed as it now is at the server. */
export const StoreChange = z.discriminatedUnion('table', [
  z.object({ table: z.literal('sales'), ...base, row: Sale }),
  z.object({ table: z.literal('storeMembers'), ...base, row: StoreMember }),
  z.object({ table: z.literal('storeNotice'), ...base, row: StoreNotice }),
  z.object({ table: z.literal('goods'), ...base, row: StoreProduct }),
  z.object({ table: z.literal('storeTalks'), ...base, row: StoreTalk }),
  z.object({ table: z.literal('storeTalkLines'), ...base, row: StoreTalkLine }),
  z.object({ table: z.literal('storeQuotes'), ...base, row: StoreQuote }),
  z.object({ table: z.literal('storeReviews'), ...base, row: StoreReview }),
])
export type StoreChange = z.infer<typeof StoreChange>

export const storeRows = {
  sales: Sale,
  storeMembers: StoreMember,
  storeNotice: StoreNotice,
  goods: StoreProduct,
  storeTalks: StoreTalk,
  storeTalkLines: StoreTalkLine,
  storeQuotes: StoreQuote,
  storeReviews: StoreReview,
} satisfies Record<StoreTable, z.ZodMiniType>
export type StoreRows = { [T in StoreTable]: z.infer<(typeof storeRows)[T]> }
