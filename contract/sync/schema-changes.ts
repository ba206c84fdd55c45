import * as z from 'zod/mini'
import { readEach } from '../wire/schema-open.ts'
import { MerchantApplication } from '../merchants/schema-row.ts'
import { Message, MessageMute, Talk, TalkLine, Watch } from '../messages/schema-rows.ts'
import { Address } from '../addresses/schema-row.ts'
import { Loan } from '../loans/schema-row.ts'
import { PostingRow } from '../ledger/schema-row.ts'
import { Recharge } from '../deposits/schema-row.ts'
import { Withdrawal } from '../withdrawals/schema-row.ts'
import { Billing } from '../invoices/schema-billing-row.ts'
import { Invoice } from '../invoices/schema-row.ts'
import { Quote } from '../quotes/schema-rows.ts'
import {
  AddressDefault,
  Avatar,
  CartLine,
  Favourite,
  Follow,
  ListLine,
  Membership,
  Order,
  OwnList,
  OwnReview,
} from './schema-rows.ts'
import type { StoreChange } from './schema-store-rows.ts'

const base = { key: z.string(), rev: z.int().check(z.nonnegative()) }

/** One row of a person's own feed. */
export const Change = z.discriminatedUnion('table', [
  z.object({ table: z.literal('favourites'), ...base, row: Favourite }),
  z.object({ table: z.literal('follows'), ...base, row: Follow }),
  z.object({ table: z.literal('cartLines'), ...base, row: CartLine }),
  z.object({ table: z.literal('addresses'), ...base, row: Address }),
  z.object({ table: z.literal('addressDefault'), ...base, row: AddressDefault }),
  z.object({ table: z.literal('ownLists'), ...base, row: OwnList }),
  z.object({ table: z.literal('listLines'), ...base, row: ListLine }),
  z.object({ table: z.literal('quotes'), ...base, row: Quote }),
  z.object({ table: z.literal('avatar'), ...base, row: Avatar }),
  z.object({ table: z.literal('messages'), ...base, row: Message }),
  z.object({ table: z.literal('messageMutes'), ...base, row: MessageMute }),
  z.object({ table: z.literal('watches'), ...base, row: Watch }),
  z.object({ table: z.literal('talks'), ...base, row: Talk }),
  z.object({ table: z.literal('talkLines'), ...base, row: TalkLine }),
  z.object({ table: z.literal('memberships'), ...base, row: Membership }),
  z.object({ table: z.literal('merchantApplications'), ...base, row: MerchantApplication }),
  z.object({ table: z.literal('ownReviews'), ...base, row: OwnReview }),
  z.object({ table: z.literal('loans'), ...base, row: Loan }),
  z.object({ table: z.literal('postings'), ...base, row: PostingRow }),
  z.object({ table: z.literal('recharges'), ...base, row: Recharge }),
  z.object({ table: z.literal('withdrawals'), ...base, row: Withdrawal }),
  z.object({ table: z.literal('billing'), ...base, row: Billing }),
  z.object({ table: z.literal('invoices'), ...base, row: Invoice }),
  z.object({ table: z.literal('orders'), ...base, row: Order }),
])

/**
 * One row of an owner's feed as it now is at the server. `rev` is the owner's feed counter when it last changed; commit
 * order is rev order.
 */
export type Change = z.infer<typeof Change> | StoreChange

let storeChange: z.ZodMiniType<StoreChange> | undefined
/** From now on the rows of stores are read, too: they come with that world (schema-store-rows.ts). */
export const admitStoreRows = (schema: z.ZodMiniType<StoreChange>): void => {
  storeChange = schema
}

/**
 * Says that a row of this table came and could not be read, or not all of it: the table, the row's form or one of its
 * fields is newer than this app. The name is empty where the row had none.
 */
export interface Unread {
  unread: string
}

/** The longest name of a table that is kept (characters). */
const TABLE_MAX = 60
const unreadIn = (came: unknown): Unread => {
  const table = typeof came === 'object' && came !== null && 'table' in came ? came.table : undefined
  return { unread: typeof table === 'string' ? table.slice(0, TABLE_MAX) : '' }
}

/** Whether a value came with fields that its schema has left out. */
const cameWithMore = (came: unknown, read: unknown): boolean =>
  typeof came === 'object' &&
  came !== null &&
  typeof read === 'object' &&
  read !== null &&
  Object.entries(came).some(
    ([name, value]) => !Object.hasOwn(read, name) || cameWithMore(value, (read as Record<string, unknown>)[name]),
  )

/** Rows of an owner's feed, read one by one (law 13). */
export const FeedRows = readEach(Change, (came, result): (Change | Unread)[] => {
  const read = result.success ? result : (storeChange?.safeParse(came) ?? result)
  if (!read.success) return [unreadIn(came)]
  return cameWithMore(came, read.data) ? [read.data, unreadIn(came)] : [read.data]
}) as z.ZodMiniType<(Change | Unread)[], Change[]>
export type FeedRows = z.infer<typeof FeedRows>

/** The rows that could be read, and the tables of which some could not, each once. */
export function splitRows(rows: FeedRows): { changes: Change[]; unread: string[] } {
  const changes = rows.filter((row): row is Change => !('unread' in row))
  return { changes, unread: [...new Set(rows.flatMap((row) => ('unread' in row ? [row.unread] : [])))] }
}
