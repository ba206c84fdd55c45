import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/schema/changes.ts'
import type { PushResult } from '#contract/schema/sync.ts'
import type { Stated } from '#contract/registry.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { cursorAt } from '../../feed/owner-feed.ts'
import { standing } from '../../feed/position.ts'
import { addressChangesIn, addressRevs } from '../../feed/address-change.ts'
import { avatarChangesIn } from '../../feed/avatar-change.ts'
import { lineChange, lineColumns, type LineRow } from '../../feed/cart-change.ts'
import { listChangesIn, listRevs } from '../../feed/list-change.ts'
import { membershipChangesIn, membershipRevs } from '../../feed/membership-change.ts'
import { loanChangesIn } from '../../feed/loan-change.ts'
import { merchantChangesIn, merchantRevs } from '../../merchants/application.ts'
import { messageChangesIn, messageRevs } from '../../feed/message-change.ts'
import { orderChangesIn } from '../../feed/order-change.ts'
import { quoteChangesIn } from '../../feed/quote-change.ts'
import { reviewChangesIn } from '../../feed/review-change.ts'
import { registerChange } from '../../feed/register-change.ts'
import { storeChangesIn, storeRevs, type StorePart } from '../../feed/store-change.ts'
import { talkChangesIn, talkRevs } from '../../feed/talk-change.ts'
import { keysOf } from '../../keys/keys-of.ts'
import type { MarketKeys } from '../../keys/market-keys.ts'

/** A page of a feed as the server states it. */
type Page = Stated<'sync.pull'> & { outcomes: PushResult[] }

/** About so many rows a page; a page ends between two revs, so that what was committed together arrives together. */
export const PAGE_ROWS = 2000

/**
 * What changed of an owner's things since a cursor, from one snapshot; `storeId` where the owner is that store. A
 * device that has seen a feed which is lost, or a cursor beyond this one (a restored backup), is answered with
 * everything; so is a cursor from before tombstones that have been deleted. `incarnations` are joined by commas.
 */
export async function pullFeed(
  db: Db,
  userId: string,
  cursor: number,
  incarnations: string | undefined,
  {
    position: seen,
    pageRows = PAGE_ROWS,
    storeId,
  }: { position?: string | undefined; pageRows?: number; storeId?: number | undefined } = {},
): Promise<Page> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { head, floor, position, device } = await standing(tx, userId, seen)
      const restored = device === 'lost' || cursor > head
      // Below the floor something went that this cursor has not seen go.
      const reset = restored || device === 'unknown' || (cursor > 0 && cursor < floor)
      const from = reset ? 0 : cursor
      const common = { uid: userId, position, reset, restored }
      // Most pulls find nothing new: all that carries a rev got it from this feed.
      if (from === head) return { ...common, cursor: cursorAt(head), more: false, changes: [], outcomes: [] }
      const asked = incarnations?.split(',')
      const revs = storeId === undefined ? personRevs(userId, from) : storeRevs(storeId, from)
      const news = await newsAfter(tx, revs, { userId, asked, from, pageRows })
      const cut = news.cut ?? head
      const changes = await (storeId === undefined
        ? changesIn({ tx, keys: keysOf(db) }, userId, from, cut, news.parts)
        : storeChangesIn(tx, storeId, from, cut, news.parts))
      const outcomes =
        asked !== undefined && news.parts.has('outcomes') ? await outcomesIn(tx, userId, asked, from, cut) : []
      return { ...common, cursor: cursorAt(cut), more: cut < head, changes, outcomes }
    })
}

type Part =
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
/**
 * Which parts of a feed have something new, so that only those are read, and the rev at which a page of so many rows is
 * full; null when everything fits.
 */
interface News {
  parts: Set<Part>
  cut: number | null
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

async function newsAfter(
  tx: Tx,
  revs: RawBuilder<unknown>,
  {
    userId,
    asked,
    from,
    pageRows,
  }: { userId: string; asked: readonly string[] | undefined; from: number; pageRows: number },
): Promise<News> {
  const { rows } = await sql<{ parts: Part[]; cut: number | null }>`
    with news as materialized (
      ${revs}
      union all select 'outcomes', rev from outcomes
        where user_id = ${userId}::uuid and incarnation = any(${asked ?? []}::text[]) and rev > ${from}::bigint
    ) select coalesce((select json_agg(distinct part) from news), '[]') as parts, (select rev from news
      order by rev offset ${pageRows - 1}::int limit 1) as cut`.execute(tx)
  const [{ parts, cut }] = rows as [{ parts: Part[]; cut: number | null }]
  return { parts: new Set(parts), cut }
}

async function changesIn(
  { tx, keys }: { tx: Tx; keys: MarketKeys },
  userId: string,
  from: number,
  cut: number,
  parts: ReadonlySet<Part>,
): Promise<Change[]> {
  const within = sql`user_id = ${userId}::uuid and rev > ${from}::bigint and rev <= ${cut}::bigint`
  type Register = { id: number; is_on: boolean; at: Date; rev: number }
  const changes: Change[] = []
  if (parts.has('favourites')) {
    const { rows } =
      await sql<Register>`select product_id as id, is_on, at, rev from favourites where ${within}`.execute(tx)
    changes.push(...rows.map((r) => registerChange('favourites', r.rev, r)))
  }
  if (parts.has('follows')) {
    const { rows } = await sql<Register>`select store_id as id, is_on, at, rev from follows where ${within}`.execute(tx)
    changes.push(...rows.map((r) => registerChange('follows', r.rev, r)))
  }
  if (parts.has('lines')) {
    const { rows } = await sql<
      LineRow & { rev: number }
    >`select ${lineColumns}, rev from cart_lines where ${within}`.execute(tx)
    changes.push(...rows.map((r) => lineChange(r.rev, r)))
  }
  if (parts.has('addresses')) changes.push(...(await addressChangesIn(tx, userId, from, cut)))
  if (parts.has('lists')) changes.push(...(await listChangesIn(tx, userId, from, cut)))
  if (parts.has('quotes')) changes.push(...(await quoteChangesIn(tx, userId, from, cut)))
  if (parts.has('reviews')) changes.push(...(await reviewChangesIn(tx, userId, from, cut)))
  if (parts.has('loans')) changes.push(...(await loanChangesIn(tx, userId, from, cut)))
  if (parts.has('merchant')) changes.push(...(await merchantChangesIn({ tx, keys }, userId, from, cut)))
  if (parts.has('avatar')) changes.push(...(await avatarChangesIn(tx, userId, from, cut)))
  if (parts.has('messages')) changes.push(...(await messageChangesIn(tx, userId, from, cut)))
  if (parts.has('talks')) changes.push(...(await talkChangesIn(tx, userId, from, cut)))
  if (parts.has('memberships')) changes.push(...(await membershipChangesIn(tx, userId, from, cut)))
  if (parts.has('orders')) changes.push(...(await orderChangesIn(tx, userId, from, cut)))
  return changes
}

/** The device settles by these; the rows are among the changes already, as they are now. */
async function outcomesIn(
  tx: Tx,
  userId: string,
  incarnations: readonly string[],
  from: number,
  cut: number,
): Promise<PushResult[]> {
  const { rows } = await sql<{ incarnation: string; result: PushResult }>`
    select incarnation, result from outcomes
      where user_id = ${userId}::uuid and incarnation = any(${incarnations}::text[]) and rev > ${from}::bigint
        and rev <= ${cut}::bigint order by seq`.execute(tx)
  return rows.map(({ incarnation, result }) => ({ ...result, incarnation, rows: [] }))
}
