import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/schema/changes.ts'
import type { Tx } from '../../db/tables.ts'
import { addressRevs, readAddresses } from '../../feed/address-change.ts'
import { readAvatar } from '../../feed/avatar-change.ts'
import { readCartLines } from '../../feed/cart-change.ts'
import type { Choice, RowKeys } from '../../feed/choice.ts'
import { listRevs, readLists } from '../../feed/list-change.ts'
import { readLoans } from '../../feed/loan-change.ts'
import { membershipRevs, readMemberships } from '../../feed/membership-change.ts'
import { messageRevs, readMessages } from '../../feed/message-change.ts'
import { readOwnOrders } from '../../feed/order-change.ts'
import { readOwnQuotes } from '../../feed/quote-change.ts'
import { readRegisters } from '../../feed/register-change.ts'
import { readOwnReviews } from '../../feed/review-change.ts'
import { readStoreRows, storeRevs, type StorePart } from '../../feed/store-change.ts'
import { readOwnTalks, talkRevs } from '../../feed/talk-change.ts'
import type { MarketKeys } from '../../keys/market-keys.ts'
import { merchantRevs, readApplications } from '../../merchants/application.ts'

// The rows of an owner's feed, whatever table they are of.

/** A part of a feed, which is read by one reader. */
export type Part =
  | 'favourites'
  | 'follows'
  | 'lines'
  | 'orders'
  | 'addresses'
  | 'avatar'
  | 'merchant'
  | 'quotes'
  | 'reviews'
  | 'lists'
  | 'loans'
  | 'messages'
  | 'talks'
  | 'memberships'
  | 'outcomes'
  | StorePart

/** The parts in which the rows of a table are found. */
const partsOf: Record<Change['table'], readonly Part[]> = {
  favourites: ['favourites'],
  follows: ['follows'],
  cartLines: ['lines'],
  orders: ['orders'],
  addresses: ['addresses'],
  addressDefault: ['addresses'],
  avatar: ['avatar'],
  merchantApplications: ['merchant'],
  quotes: ['quotes'],
  ownReviews: ['reviews'],
  ownLists: ['lists'],
  listLines: ['lists'],
  loans: ['loans'],
  messages: ['messages'],
  messageMutes: ['messages'],
  watches: ['messages'],
  talks: ['talks'],
  talkLines: ['talks'],
  memberships: ['memberships'],
  goods: ['goods'],
  sales: ['sales'],
  storeMembers: ['storeMembers'],
  storeNotice: ['storeNotice'],
  storeTalks: ['storeTalks'],
  storeTalkLines: ['storeTalks'],
  storeQuotes: ['storeQuotes', 'gone'],
  storeReviews: ['storeReviews', 'gone'],
}

const personRevs = (userId: string, from: number): RawBuilder<unknown> => sql`
  select 'favourites' as part, rev from favourites where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'follows', rev from follows where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'lines', rev from cart_lines where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'orders', rev from orders where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all ${addressRevs(userId, from)}
  union all ${listRevs(userId, from)}
  union all select 'quotes', rev from quotes where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'reviews', rev from own_reviews where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'loans', rev from loans where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all select 'avatar', rev from avatars where user_id = ${userId}::uuid and rev > ${from}::bigint
  union all ${merchantRevs(userId, from)}
  union all ${messageRevs(userId, from)}
  union all ${talkRevs(userId, from)}
  union all ${membershipRevs(userId, from)}`

/** Whose feed it is; `storeId` where the owner is that store. */
export interface FeedOwner {
  userId: string
  storeId?: number | undefined
}

/** The revs of an owner's rows that changed after one of them, with the part of the feed that each belongs to. */
export const revsOf = ({ userId, storeId }: FeedOwner, from: number): RawBuilder<unknown> =>
  storeId === undefined ? personRevs(userId, from) : storeRevs(storeId, from)

/** Of those parts of an owner's feed the rows that are chosen, as they are now. */
export const readRows = (
  call: { tx: Tx; keys: MarketKeys },
  { userId, storeId }: FeedOwner,
  choice: Choice,
  parts: ReadonlySet<Part>,
): Promise<Change[]> =>
  storeId === undefined ? readPersonRows(call, userId, choice, parts) : readStoreRows(call.tx, storeId, choice, parts)

async function readPersonRows(
  { tx, keys }: { tx: Tx; keys: MarketKeys },
  userId: string,
  choice: Choice,
  parts: ReadonlySet<Part>,
): Promise<Change[]> {
  const changes: Change[] = []
  const add = async (part: Part, read: () => Promise<Change[]>): Promise<void> => {
    if (parts.has(part)) changes.push(...(await read()))
  }
  await add('favourites', () => readRegisters(tx, userId, 'favourites', choice))
  await add('follows', () => readRegisters(tx, userId, 'follows', choice))
  await add('lines', () => readCartLines(tx, userId, choice))
  await add('addresses', () => readAddresses(tx, userId, choice))
  await add('lists', () => readLists(tx, userId, choice))
  await add('quotes', () => readOwnQuotes(tx, userId, choice))
  await add('reviews', () => readOwnReviews(tx, userId, choice))
  await add('loans', () => readLoans(tx, userId, choice))
  await add('merchant', () => readApplications({ tx, keys }, userId, choice))
  await add('avatar', () => readAvatar(tx, userId, choice))
  await add('messages', () => readMessages(tx, userId, choice))
  await add('talks', () => readOwnTalks(tx, userId, choice))
  await add('memberships', () => readMemberships(tx, userId, choice))
  await add('orders', () => readOwnOrders(tx, userId, choice))
  return changes
}

/** The rows of an owner's feed that have these keys, as they are now. */
export function rowsNow(call: { tx: Tx; keys: MarketKeys }, owner: FeedOwner, keys: RowKeys): Promise<Change[]> {
  const tables = Object.keys(keys) as Change['table'][]
  return readRows(call, owner, { keys }, new Set(tables.flatMap((table) => partsOf[table] ?? [])))
}
