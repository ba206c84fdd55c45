import * as z from 'zod/mini'
import { LIST_NAME_MAX } from '../own-lists/rules.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { Loan } from '../loans/schema-row.ts'
import { PostingRow } from '../ledger/schema-row.ts'
import { Recharge } from '../deposits/schema-row.ts'
import { Withdrawal } from '../withdrawals/schema-row.ts'
import { Billing } from '../invoices/schema-billing-row.ts'
import { Invoice } from '../invoices/schema-row.ts'
import { Address } from '../addresses/schema-row.ts'
import { MerchantApplication } from '../merchants/schema-row.ts'
import { Message, MessageMute, Talk, TalkLine, Watch } from '../messages/schema-rows.ts'
import { RateSchema } from '../currencies/schema-money.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { orderStages } from '../orders/stages.ts'
import { closeReasons, orderStates } from '../orders/states.ts'
import { OrderLine } from '../orders/schema-line.ts'
import { orderParts } from '../reports/schema-parts.ts'
import { Picture } from '../pictures/schema.ts'
import { Quote } from '../quotes/schema-rows.ts'
import type { StoreTable, UserTable } from '../wire/user-tables.ts'
import { storeRoles } from '../stores/roles.ts'
import type { StoreRows } from './schema-store-rows.ts'

// The rows a person owns, as the server sends them and the device keeps them. They stand in one file because every
// other part of the contract (mutations, feed, device tables) is typed over this list; messages and conversations have
// a file of their own beside it.

const id = Id

/** A favourite product ("collected", spec §1): a register per product; `on: false` is its tombstone. */
export const Favourite = z.object({ id, on: z.boolean(), at: z.number() })
export type Favourite = z.infer<typeof Favourite>

/** A followed store: a register per store; `on: false` is its tombstone. */
export const Follow = z.object({ id, on: z.boolean(), at: z.number() })
export type Follow = z.infer<typeof Follow>

/**
 * A line of the cart (spec §3): product `id` of shop `shopId`, `variantId` 0 for none, `num` pieces (0 is its
 * tombstone).
 */
export const CartLine = z.object({
  id,
  shopId: id,
  variantId: IdOrNone,
  num: z.int().check(z.nonnegative()),
  ticked: z.boolean(),
  /** Put aside: kept beside the cart, out of every sum and never ticked. Absent where it is not. */
  later: z.optional(z.boolean()),
  /** Unit price in minor units when it was first added, and its currency, so that a change can be shown. */
  seenPrice: z.int().check(z.nonnegative()),
  currency: z.string(),
  /** The quote whose agreed price it was put in at; absent where there is none. */
  quote: z.optional(z.uuid()),
  at: z.number(),
})
export type CartLine = z.infer<typeof CartLine>

/** Which address is the default: one register row, null for none. */
export const AddressDefault = z.object({ id: z.nullable(z.uuid()) })
export type AddressDefault = z.infer<typeof AddressDefault>

/** A named list that a person keeps; `deleted` is its tombstone. */
export const OwnList = z.object({
  id: z.uuid(),
  name: z.string().check(z.maxLength(LIST_NAME_MAX)),
  deleted: z.boolean(),
  at: z.number(),
})
export type OwnList = z.infer<typeof OwnList>

/** A line of an own list: pieces of a product in a choice (`variantId` 0 for none); `num` 0 is its tombstone. */
export const ListLine = z.object({
  listId: z.uuid(),
  id,
  shopId: id,
  variantId: IdOrNone,
  num: z.int().check(z.nonnegative()),
  at: z.number(),
})
export type ListLine = z.infer<typeof ListLine>

/**
 * A person's avatar: one register row. `file` is the id of the file it was made from, `picture` is there once the
 * server has it; both null for none.
 */
export const Avatar = z.object({ file: z.nullable(z.string()), picture: z.nullable(Picture) })
export type Avatar = z.infer<typeof Avatar>

/**
 * A person's review of a product from an order; `deleted` is its tombstone. `id` is the public review's, `files` are
 * the files that its pictures are made of; `id` and `pictures` are there once the server has it.
 */
export const OwnReview = z.object({
  orderId: z.string(),
  productId: id,
  id: z.optional(id),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  text: z.string(),
  language: z.string(),
  files: openArray(z.string()),
  pictures: openArray(Picture),
  at: z.number(),
  deleted: z.boolean(),
})
export type OwnReview = z.infer<typeof OwnReview>

const amount = z.int().check(z.nonnegative())
/**
 * One store's order under a checkout. Its id is `<groupId>:<shopId>`. Amounts are minor units of `currency`; `due` is
 * what is paid, in the balance's currency.
 */
export const Order = z.object({
  id: z.string(),
  /** As people read it (orders/number.ts); absent until the server has given it one. */
  number: z.optional(z.string()),
  groupId: z.uuid(),
  shopId: id,
  shopName: z.string(),
  state: openEnum(orderStates),
  /** The same exactly (orders/stages.ts); absent from rows of older servers. */
  stage: z.optional(openEnum(orderStages)),
  /** Why it is closed; null while it is not. */
  reason: z.nullable(openEnum(closeReasons)),
  currency: z.string(),
  lines: z.array(OrderLine),
  goods: amount,
  shipping: amount,
  tax: amount,
  /** Taxes that the prices of its goods include; absent where they include none. */
  taxIncluded: z.optional(amount),
  total: amount,
  due: z.nullable(z.object({ amount, currency: z.string() })),
  /** The rate by which that was reckoned; absent from orders of before it was kept, null in the market's currency. */
  rate: z.optional(z.nullable(RateSchema)),
  /**
   * Where it goes, as it was when placed: JSON of an address, sealed on the device; null before it is placed (then
   * `addressId`).
   */
  address: z.nullable(z.string()),
  addressId: z.nullable(z.uuid()),
  remark: z.string(),
  /** Notes on its lines (orders/line-notes.ts), sealed on the device; absent where there are none. */
  notes: z.optional(z.string()),
  /** The buyer's own number of it, sealed on the device; absent where there is none. */
  poNumber: z.optional(z.string()),
  /** Only on the device: its prices are not known here, and are asked for. */
  asked: z.optional(z.boolean()),
  /** Unix ms: until when the stock is reserved for an unpaid one. */
  payBy: z.nullable(z.number()),
  createdAt: z.number(),
  paidAt: z.nullable(z.number()),
  shippedAt: z.nullable(z.number()),
  receivedAt: z.nullable(z.number()),
  closedAt: z.nullable(z.number()),
  /** How its last parcel was shipped, in the store's words. */
  parcel: z.nullable(z.string()),
  ...orderParts,
})
export type Order = z.infer<typeof Order>

/** A person's membership of a store, as an owner or as staff; `endedAt` is its tombstone. */
export const Membership = z.object({
  storeId: id,
  /** The store as an owner: whose database it is on the device, and whose feed at the server. */
  uid: z.uuid(),
  name: z.string(),
  role: openEnum(storeRoles),
  since: z.number(),
  endedAt: z.nullable(z.number()),
  /** The role to which they are invited and have not answered yet; an older server sends none. */
  invited: z.optional(z.nullable(openEnum(storeRoles))),
})
export type Membership = z.infer<typeof Membership>

/** The mirror tables of a person's own rows, by name. */
export const userRows = {
  favourites: Favourite,
  follows: Follow,
  cartLines: CartLine,
  addresses: Address,
  addressDefault: AddressDefault,
  memberships: Membership,
  avatar: Avatar,
  merchantApplications: MerchantApplication,
  ownReviews: OwnReview,
  ownLists: OwnList,
  listLines: ListLine,
  quotes: Quote,
  messages: Message,
  messageMutes: MessageMute,
  watches: Watch,
  talks: Talk,
  talkLines: TalkLine,
  loans: Loan,
  postings: PostingRow,
  recharges: Recharge,
  withdrawals: Withdrawal,
  billing: Billing,
  invoices: Invoice,
  orders: Order,
} satisfies Record<Exclude<UserTable, StoreTable>, z.ZodMiniType>
export type UserRows = { [T in keyof typeof userRows]: z.infer<(typeof userRows)[T]> } & StoreRows
export type { Address, Billing, Invoice, MerchantApplication, OrderLine, UserTable }
