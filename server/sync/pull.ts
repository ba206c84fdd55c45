import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { Stated } from '#contract/registry.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { cursorAt } from '../feed/owner-feed.ts'
import { feedStanding } from '../feed/position.ts'
import { keysOf } from '../keys/keys-of.ts'
import { ANSWER_BYTES, bytesOf } from './answer.ts'
import { readRows, revsOf, type FeedOwner, type FeedPart } from './rows.ts'

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
  const first = await readPart(db, ask, { rows: Math.min(READ_FIRST, pageRows), room: ANSWER_BYTES, empty: true })
  const { page, floor, whole } = first
  let { bytes, full } = first
  while (page.more && !full && page.changes.length + page.outcomes.length < pageRows && bytes < ANSWER_BYTES) {
    const room = ANSWER_BYTES - bytes
    const next = await readPart(
      db,
      { ...ask, cursor: Number(page.cursor), seen: page.position, whole },
      { rows: rowsToRead(bytes / page.changes.length, room), room, empty: page.changes.length === 0 },
    )
    // Restored between the two: the device hears it with its next pull.
    if (next.page.reset) break
    page.changes.push(...next.page.changes)
    page.outcomes.push(...next.page.outcomes)
    page.cursor = next.page.cursor
    page.more = next.page.more
    if (next.page.position !== undefined) page.position = next.page.position
    bytes += next.bytes
    full = next.full
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
  /** Bytes of its rows, and whether others were left for want of room. */
  bytes: number
  full: boolean
}

/**
 * The bounds of a part: about so many rows, in so many bytes; the first rev of an `empty` page has room in any case.
 */
interface Bounds {
  rows: number
  room: number
  empty: boolean
}

/** The next rows of a feed, from one snapshot. */
const readPart = (db: Db, ask: Ask, bounds: Bounds): Promise<Read> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { cursor, asked, seen, userId, storeId } = ask
      const owner = { userId, storeId }
      const { head, floor, position, device } = await feedStanding(tx, userId, seen)
      const restored = device === 'lost' || cursor > head
      // Below the floor something went that this cursor has not seen go.
      const below = cursor > 0 && cursor < floor
      const missed = below && ask.whole !== true && !(await isWhole(tx, ask))
      const reset = restored || device === 'unknown' || missed
      const from = reset ? 0 : cursor
      const read = { floor, whole: from === 0 || below || ask.whole === true }
      const common = { uid: userId, position, reset, restored }
      // Most pulls find nothing new: all that carries a rev got it from this feed.
      if (from === head) {
        const page = { ...common, cursor: cursorAt(head), more: false, changes: [], outcomes: [] }
        return { ...read, page, bytes: 0, full: false }
      }
      const news = await newsAfter(tx, owner, { userId, asked, from, rows: bounds.rows })
      const choice = { after: from, through: news.cut ?? head }
      const { changes, bytes, through } = fitting(
        await readRows({ tx, keys: keysOf(db) }, owner, choice, news.parts),
        choice,
        bounds,
      )
      const outcomes =
        asked !== undefined && news.parts.has('outcomes') ? await outcomesIn(tx, userId, asked, from, through) : []
      const page = { ...common, cursor: cursorAt(through), more: through < head, changes, outcomes }
      return { ...read, page, bytes, full: through < choice.through }
    })

/** Of chosen rows those that have room, rev by rev, and the rev through which that is all of them. */
function fitting(
  chosen: Change[],
  { after, through }: { after: number; through: number },
  { room, empty }: Bounds,
): { changes: Change[]; bytes: number; through: number } {
  const sizes = new Map<number, number>()
  for (const row of chosen) sizes.set(row.rev, (sizes.get(row.rev) ?? 0) + bytesOf([row]))
  let bytes = 0
  let last = after
  for (const rev of [...sizes.keys()].toSorted((a, b) => a - b)) {
    const size = sizes.get(rev)!
    if (bytes + size > room && !(empty && last === after))
      return { changes: chosen.filter((row) => row.rev <= last), bytes, through: last }
    bytes += size
    last = rev
  }
  return { changes: chosen, bytes, through }
}

/**
 * Which parts of a feed have something new, so that only those are read, and the rev at which so many rows are full;
 * null when everything fits.
 */
interface News {
  parts: Set<FeedPart>
  cut: number | null
}

async function newsAfter(
  tx: Tx,
  owner: FeedOwner,
  { userId, asked, from, rows: most }: Pick<Ask, 'asked'> & { userId: string; from: number; rows: number },
): Promise<News> {
  const { rows } = await sql<{ parts: FeedPart[]; cut: number | null }>`
    with news as materialized (
      ${revsOf(owner, { after: from, most })}
      union all select 'outcomes', o.rev from unnest(${asked ?? []}::text[]) as of(incarnation)
        cross join lateral (select rev from outcomes where user_id = ${userId}::uuid
          and incarnation = of.incarnation and rev > ${from}::bigint order by rev limit ${most}::int) o
    ), cut as (select rev from news order by rev offset ${most - 1}::int limit 1)
    select coalesce((select json_agg(distinct part) from news where rev <= coalesce((select rev from cut), rev)), '[]')
      as parts, (select rev from cut) as cut`.execute(tx)
  const [{ parts, cut }] = rows as [{ parts: FeedPart[]; cut: number | null }]
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
