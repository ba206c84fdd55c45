import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Tx } from '../db/tables/tables.ts'
import { readAddresses } from '../addresses/change.ts'
import { readAvatar } from '../files/avatar-change.ts'
import { readBilling } from '../invoices/billing-change.ts'
import { readCartLines } from '../cart/change.ts'
import type { RowChoice, RowKeys } from '../feed/choice.ts'
import { readInvoices } from '../invoices/change.ts'
import { readLists } from '../own-lists/change.ts'
import { readLoans } from '../loans/change.ts'
import { readMemberships } from '../members/change.ts'
import { readMessages } from '../messages/change.ts'
import { readOwnOrders } from '../orders/order/change.ts'
import { readOwnQuotes } from '../quotes/change.ts'
import { readRegisters } from '../favourites/change.ts'
import { readRecharges } from '../deposits/recharge-change.ts'
import { readWithdrawals } from '../withdrawals/change.ts'
import { readPostings } from '../ledger/posting-change.ts'
import { firstRevs, type FeedTable, type RevRange } from '../feed/revs.ts'
import { readOwnReviews } from '../reviews/change.ts'
import { readStoreRows, storeFeedTables, type StorePart } from '../stores/feed/change.ts'
import { readOwnTalks } from '../talks/change.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { readApplications } from '../merchants/application.ts'

// The rows of an owner's feed, whatever table they are of.

/** A part of a feed, which is read by one reader. */
export type FeedPart =
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
  | 'postings'
  | 'recharges'
  | 'withdrawals'
  | 'billing'
  | 'messages'
  | 'talks'
  | 'memberships'
  | 'outcomes'
  | StorePart

/** The parts in which the rows of a table are found. */
const partsOf: Record<Change['table'], readonly FeedPart[]> = {
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
  postings: ['postings'],
  recharges: ['recharges'],
  withdrawals: ['withdrawals'],
  billing: ['billing'],
  invoices: ['invoices'],
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

/** The tables of a person's feed. */
const personTables: readonly FeedTable<FeedPart>[] = [
  { part: 'favourites', table: 'favourites' },
  { part: 'follows', table: 'follows' },
  { part: 'lines', table: 'cart_lines' },
  { part: 'orders', table: 'orders' },
  { part: 'addresses', table: 'addresses' },
  { part: 'addresses', table: 'address_defaults' },
  { part: 'lists', table: 'own_lists' },
  { part: 'lists', table: 'list_lines' },
  { part: 'quotes', table: 'quotes' },
  { part: 'reviews', table: 'own_reviews' },
  { part: 'loans', table: 'loans' },
  { part: 'recharges', table: 'recharges' },
  { part: 'avatar', table: 'avatars' },
  { part: 'billing', table: 'billing_details' },
  { part: 'invoices', table: 'invoices' },
  { part: 'merchant', table: 'merchant_applications' },
  { part: 'messages', table: 'messages' },
  { part: 'messages', table: 'message_mutes' },
  { part: 'messages', table: 'watches' },
  { part: 'talks', table: 'talks' },
  { part: 'talks', table: 'talk_lines' },
  { part: 'memberships', table: 'store_members', rev: 'person_rev' },
]

/** The tables of money, in the feeds of people and of stores. */
const moneyTables: readonly FeedTable<FeedPart>[] = [
  { part: 'postings', table: 'ledger_postings' },
  { part: 'withdrawals', table: 'withdrawals' },
]

/** Whose feed it is; `storeId` where the owner is that store. */
export interface FeedOwner {
  userId: string
  storeId?: number | undefined
}

/** The first revs of an owner's rows within a range, with the part of the feed that each belongs to. */
export function revsOf({ userId, storeId }: FeedOwner, range: RevRange): RawBuilder<unknown> {
  const own = sql`user_id = ${userId}::uuid`
  const rest =
    storeId === undefined
      ? firstRevs(personTables, own, range)
      : firstRevs(storeFeedTables, sql`store_id = ${storeId}::int`, range)
  return sql`${firstRevs(moneyTables, own, range)} union all ${rest}`
}

/** Of those parts of an owner's feed the rows that are chosen, as they are now. */
export async function readRows(
  call: { tx: Tx; keys: MarketKeys },
  { userId, storeId }: FeedOwner,
  choice: RowChoice,
  parts: ReadonlySet<FeedPart>,
): Promise<Change[]> {
  const { tx } = call
  return [
    ...(parts.has('invoices') ? await readInvoices(tx, { userId, storeId }, choice) : []),
    ...(parts.has('postings') ? await readPostings(tx, userId, choice) : []),
    ...(parts.has('withdrawals') ? await readWithdrawals(tx, userId, choice) : []),
    ...(storeId === undefined
      ? await readPersonRows(call, userId, choice, parts)
      : await readStoreRows(tx, storeId, choice, parts)),
  ]
}

async function readPersonRows(
  { tx, keys }: { tx: Tx; keys: MarketKeys },
  userId: string,
  choice: RowChoice,
  parts: ReadonlySet<FeedPart>,
): Promise<Change[]> {
  const changes: Change[] = []
  const add = async (part: FeedPart, read: () => Promise<Change[]>): Promise<void> => {
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
  await add('recharges', () => readRecharges(tx, userId, choice))
  await add('merchant', () => readApplications({ tx, keys }, userId, choice))
  await add('avatar', () => readAvatar(tx, userId, choice))
  await add('billing', () => readBilling(tx, userId, choice))
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
