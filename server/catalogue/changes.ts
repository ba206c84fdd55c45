import { sql } from 'kysely'
import { CHANGES_PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Db } from '../db/tables/tables.ts'
import { catalogueRose } from '../feed/listeners.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'

// A cursor is <mark of the database>.<rev>.<key>[.<stamp>]: everything up to that key of that rev has been told. At the
// end of the feed it names the random stamp of that rev's rise: another one is of a feed that a restored backup has
// lost. Within a rev stores stand before products, each by id: a page may end in the midst of a rev, and the next goes
// on there.
//
//   rev 7: store 3 · store 9 · product 1 · product 2 │ product 5 · …      cursor <mark>.7.<PRODUCTS + 2>

/** Ids stay below this; added to a product's, it makes the keys of products follow those of stores. */
const PRODUCTS = 2_147_483_648
/** After every key of a rev. */
const END = 2 * PRODUCTS

interface Cursor {
  mark: number
  rev: number
  key: number
  stamp: number | undefined
}

function readCursor(text: string): Cursor | undefined {
  const match = /^(\d{1,10})\.(\d{1,15})\.(\d{1,10})(?:\.(\d{1,10}))?$/.exec(text)
  if (!match) return undefined
  const [mark, rev, key] = match.slice(1, 4).map(Number) as [number, number, number]
  return { mark, rev, key, stamp: match[4] === undefined ? undefined : Number(match[4]) }
}

interface Feed {
  mark: number
  rev: number
  categories: number
  rates: number
  stamp: number | null
  /** Of the rise at the cursor's rev, while that is kept. */
  then: number | null
}
interface Changed {
  rev: number
  key: number
}

/**
 * How the feed stands, and what changed after a cursor as far as one page and one more: seen in one moment, so that
 * every rev up to the feed's own is whole.
 */
async function read(db: Db, after: Omit<Cursor, 'mark'> | undefined): Promise<{ feed: Feed; changed: Changed[] }> {
  const {
    rows: [row],
  } = await sql<{ feed: Feed; changed: Changed[] }>`
    select json_build_object('mark', f.mark, 'rev', f.rev, 'categories', f.categories, 'rates', f.rates,
      'stamp', (select stamp from catalogue_stamps s where s.rev = f.rev),
      'then', (select stamp from catalogue_stamps s where s.rev = ${after?.rev ?? null}::bigint)) as feed, ${
        after === undefined
          ? sql`'[]'::json`
          : sql`(
      select coalesce(json_agg(json_build_object('rev', c.rev, 'key', c.key) order by c.rev, c.key), '[]') from (
        select * from (
          (select rev, id::bigint as key from stores where (rev, id) > (${after.rev}::bigint, ${after.key}::bigint)
            order by rev, id limit ${sql.lit(CHANGES_PAGE + 1)})
          union all
          (select rev, id + ${sql.lit(PRODUCTS)} as key from products
            where (rev, id) > (${after.rev}::bigint, ${after.key - PRODUCTS}::bigint)
            order by rev, id limit ${sql.lit(CHANGES_PAGE + 1)})) both_kinds
        order by rev, key limit ${sql.lit(CHANGES_PAGE + 1)}) c)`
      } as changed
    from catalogue_feed f`.execute(db)
  return row!
}

/** The changes since a cursor: ids alone, those of products that are no longer sold too. */
export const catalogueChanges: HandlersFor<'catalogue.changes'>['catalogue.changes'] = async ({ db }, input) => {
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor)
  const { feed, changed } = await read(db, cursor)
  // A change that another process made is known from here on: no page that is kept from before it may answer what a
  // device asks next.
  catalogueRose(db, feed.rev)
  const now = `${feed.mark}.${feed.rev}.${END}${feed.stamp === null ? '' : `.${feed.stamp}`}`
  const nothing = { productIds: [], storeIds: [], cursor: now, more: false }
  if (input.cursor === undefined) return accepted({ ...nothing, categories: false, rates: false, reset: false })
  const isLost = cursor?.stamp !== undefined && cursor.stamp !== feed.then
  if (cursor?.mark !== feed.mark || cursor.rev > feed.rev || isLost)
    return accepted({ ...nothing, categories: true, rates: true, reset: true })
  const page = changed.slice(0, CHANGES_PAGE)
  const more = changed.length > CHANGES_PAGE
  const last = more ? page.at(-1)! : { rev: feed.rev, key: END }
  return accepted({
    productIds: page.filter((c) => c.key > PRODUCTS).map((c) => c.key - PRODUCTS),
    storeIds: page.filter((c) => c.key < PRODUCTS).map((c) => c.key),
    // Told once, with the page that passes the rev of their change.
    categories: feed.categories > cursor.rev && feed.categories <= last.rev,
    rates: feed.rates > cursor.rev && feed.rates <= last.rev,
    cursor: more ? `${feed.mark}.${last.rev}.${last.key}` : now,
    more,
    reset: false,
  })
}
