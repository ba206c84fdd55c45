import { sql, type RawBuilder } from 'kysely'
import type { PushResult } from '#contract/schema/sync.ts'
import type { Stated } from '#contract/registry.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { cursorAt } from '../../feed/owner-feed.ts'
import { standing } from '../../feed/position.ts'
import { keysOf } from '../../keys/keys-of.ts'
import { ANSWER_BYTES, bytesOf } from './answer.ts'
import { readRows, revsOf, type FeedOwner, type Part } from './rows.ts'

/** A page of a feed as the server states it. */
type Page = Stated<'sync.pull'> & { outcomes: PushResult[] }

/** About how many rows a page has at most. */
export const PAGE_ROWS = 2000
/** The rows that are read at once, about, for each may be large: at first, and once it is known how large they are. */
const [READ_FIRST, READ_ROWS] = [20, 250]

interface Ask extends FeedOwner {
  cursor: number
  /** The cursor belongs to a full pull, which has no rows that went before it began. */
  whole?: boolean
  /** The incarnations whose outcomes are asked for. */
  asked: readonly string[] | undefined
  /** Where the device has seen the feed stand. */
  seen: string | undefined
}

/**
 * A page of what changed of an owner's rows since a cursor; `storeId` where the owner is that store. It ends between
 * two revs, so that rows that were committed together arrive together, and when it has ANSWER_BYTES or `pageRows`. A
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
  const ask: Ask = { userId, storeId, cursor, asked: incarnations?.split(','), seen }
  const { page, floor, whole } = await readPart(db, ask, Math.min(READ_FIRST, pageRows))
  let bytes = bytesOf(page.changes)
  while (page.more && page.changes.length + page.outcomes.length < pageRows && bytes < ANSWER_BYTES) {
    const rows = rowsToRead(bytes / page.changes.length, ANSWER_BYTES - bytes)
    const next = (await readPart(db, { ...ask, cursor: Number(page.cursor), seen: page.position, whole }, rows)).page
    // Restored between the two: the device hears it with its next pull.
    if (next.reset) break
    page.changes.push(...next.changes)
    page.outcomes.push(...next.outcomes)
    bytes += bytesOf(next.changes)
    page.cursor = next.cursor
    page.more = next.more
    if (next.position !== undefined) page.position = next.position
  }
  if (whole && page.more && Number(page.cursor) < floor) await noteWhole(db, ask, page.cursor)
  return page
}

/** The number of rows to read next, from their size so far (bytes; NaN before any) and the room that is left. */
const rowsToRead = (each: number, room: number): number =>
  Math.min(READ_ROWS, Math.max(1, Math.ceil(room / (each || 1))))

/** Remembers the cursor of a full pull that is still below the floor. */
async function noteWhole(db: Db, { userId, asked = [] }: Ask, cursor: string): Promise<void> {
  for (const incarnation of asked.slice(0, 1))
    await db
      .insertInto('incarnations')
      .values({ user_id: userId, incarnation, whole_at: Number(cursor) })
      .onConflict((oc) => oc.columns(['user_id', 'incarnation']).doUpdateSet({ whole_at: Number(cursor) }))
      .execute()
}

/** Whether this cursor was reached by a full pull. */
const isWhole = async (tx: Tx, { userId, asked = [], cursor }: Ask): Promise<boolean> =>
  asked.length > 0 &&
  (await tx
    .selectFrom('incarnations')
    .select('incarnation')
    .where('user_id', '=', userId)
    .where('incarnation', '=', asked[0]!)
    .where('whole_at', '=', cursor)
    .executeTakeFirst()) !== undefined

/** The next rows of a feed, with the floor below which tombstones have gone. */
interface Read {
  page: Page
  floor: number
  whole: boolean
}

/** The next rows of a feed, about so many, from one snapshot. */
const readPart = (db: Db, ask: Ask, rows: number): Promise<Read> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { cursor, asked, seen, userId, storeId } = ask
      const owner = { userId, storeId }
      const { head, floor, position, device } = await standing(tx, userId, seen)
      const restored = device === 'lost' || cursor > head
      // Below the floor something went that this cursor has not seen go.
      const below = cursor > 0 && cursor < floor
      const missed = below && ask.whole !== true && !(await isWhole(tx, ask))
      const reset = restored || device === 'unknown' || missed
      const from = reset ? 0 : cursor
      const read = { floor, whole: from === 0 || below || ask.whole === true }
      const common = { uid: userId, position, reset, restored }
      // Most pulls find nothing new: all that carries a rev got it from this feed.
      if (from === head)
        return { ...read, page: { ...common, cursor: cursorAt(head), more: false, changes: [], outcomes: [] } }
      const news = await newsAfter(tx, revsOf(owner, from), { userId, asked, from, rows })
      const cut = news.cut ?? head
      const changes = await readRows({ tx, keys: keysOf(db) }, owner, { after: from, through: cut }, news.parts)
      const outcomes =
        asked !== undefined && news.parts.has('outcomes') ? await outcomesIn(tx, userId, asked, from, cut) : []
      return { ...read, page: { ...common, cursor: cursorAt(cut), more: cut < head, changes, outcomes } }
    })

/**
 * Which parts of a feed have something new, so that only those are read, and the rev at which so many rows are full;
 * null when everything fits.
 */
interface News {
  parts: Set<Part>
  cut: number | null
}

async function newsAfter(
  tx: Tx,
  revs: RawBuilder<unknown>,
  { userId, asked, from, rows: limit }: Pick<Ask, 'asked'> & { userId: string; from: number; rows: number },
): Promise<News> {
  const { rows } = await sql<{ parts: Part[]; cut: number | null }>`
    with news as materialized (
      ${revs}
      union all select 'outcomes', rev from outcomes
        where user_id = ${userId}::uuid and incarnation = any(${asked ?? []}::text[]) and rev > ${from}::bigint
    ) select coalesce((select json_agg(distinct part) from news), '[]') as parts, (select rev from news
      order by rev offset ${limit - 1}::int limit 1) as cut`.execute(tx)
  const [{ parts, cut }] = rows as [{ parts: Part[]; cut: number | null }]
  return { parts: new Set(parts), cut }
}

/** The device settles by these; the rows are among the changes already, as they are now. */
async function outcomesIn(
  tx: Tx,
  userId: string,
  incarnations: readonly string[],
  from: number,
  cut: number,
): Promise<PushResult[]> {
  const { rows } = await sql<{ incarnation: string; result: Omit<PushResult, 'rows'> }>`
    select incarnation, result - 'keys' as result from outcomes
      where user_id = ${userId}::uuid and incarnation = any(${incarnations}::text[]) and rev > ${from}::bigint
        and rev <= ${cut}::bigint order by seq`.execute(tx)
  return rows.map(({ incarnation, result }) => ({ ...result, incarnation, rows: [] }))
}
