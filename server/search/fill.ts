import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { searchColumns, type Searched } from './vector.ts'

const BATCH = 500

const named = (sourceIds: readonly string[]): RawBuilder<string[]> =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(sourceIds)}::jsonb))`

/**
 * Takes products out of the index of tokens: before their vectors change. Inside the catalogue's transaction, like
 * `indexTerms`.
 */
export const unindexTerms = (tx: Tx, sourceIds: readonly string[]): Promise<unknown> =>
  sql`select untell_search_terms(${named(sourceIds)})`.execute(tx)

/** Puts products into the index of tokens, once each: after their vectors were written. */
export const indexTerms = (tx: Tx, sourceIds: readonly string[]): Promise<unknown> =>
  sql`select tell_search_terms(${named(sourceIds)})`.execute(tx)

type Unindexed = Searched & { id: number; source_id: string }

/** Gives products without a vector theirs; says how many they were. */
function fillBatch(db: Db): Promise<number> {
  return catalogueTransaction(db, async ({ tx }) => {
    const { rows } = await sql<Unindexed>`
      select p.id, p.source_id, p.title, p.brand, p.codes, leaf.name as leaf,
        (select coalesce(json_agg(c.name), '[]') from categories c
          where c.id = any(p.category_ids) and c.id <> p.category_id) as above
      from products p join categories leaf on leaf.id = p.category_id
        where p.tokens is null and not (p.draft or p.deleted) order by p.id
        limit ${sql.lit(BATCH)} for no key update of p`.execute(tx)
    const read = rows.map((row) => ({ id: row.id, ...searchColumns(row) }))
    await sql`update products p set tokens = x.tokens, title_words = x.title_words
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as x(id int, tokens tsvector, title_words smallint)
        where p.id = x.id`.execute(tx)
    await indexTerms(
      tx,
      rows.map((row) => row.source_id),
    )
    return rows.length
  })
}

/** Makes every product findable that is not yet: those from before a migration that changed what vectors are. */
export async function fillSearch(db: Db): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ unindexed: boolean }>`select exists (select 1 from products where tokens is null
      and not (draft or deleted)) as unindexed`.execute(db)
  if (!row!.unindexed) return
  while ((await fillBatch(db)) === BATCH) {
    /* the next batch */
  }
  await sql`vacuum (analyze) products, search_terms`.execute(db)
}
