import { sql } from 'kysely'
import { collectionOf, type Collection } from '#contract/search/match.ts'
import type { Db } from '../db/tables/tables.ts'
import { catalogueRises } from '../feed/listeners.ts'

/** A value that is kept for each database, and loaded when it is asked for. */
export interface KeptFor<T> {
  (db: Db): Promise<T>
  /** The value in memory now; undefined before the first load. */
  present(db: Db): Promise<T | undefined>
}

/**
 * Keeps what `load` makes of a database until the catalogue changes; then `load` is given it again, to look whether it
 * still holds.
 */
export function keptFor<T>(load: (db: Db, before: T | undefined) => Promise<T>): KeptFor<T> {
  const kept = new WeakMap<Db, { at: number; value: Promise<T> }>()
  const get = async (db: Db): Promise<T> => {
    const last = kept.get(db)
    const rises = catalogueRises(db)
    if (last?.at === rises) return last.value
    // A load that failed leaves nothing to compare with: the next one begins afresh.
    const next = { at: rises, value: (async () => load(db, await last?.value.catch(() => undefined)))() }
    kept.set(db, next)
    next.value.catch(() => {
      if (kept.get(db) === next) kept.delete(db)
    })
    return next.value
  }
  return Object.assign(get, { present: async (db: Db) => kept.get(db)?.value })
}

/** How many tokens are kept in memory, the most frequent first; a search does not find the others. */
export const WORDS_MAX = 1_000_000

interface Words {
  version: number
  collection: Collection
  /** How many tokens the collection has. */
  size: number
}

/** Reads the tokens of all products with their counts, unless `before` is of the same version. */
export async function readWords(db: Db, before: Words | undefined, max = WORDS_MAX): Promise<Words> {
  const { terms: version } = await db.selectFrom('catalogue_feed').select('terms').executeTakeFirstOrThrow()
  if (before?.version === version) return before
  const {
    rows: [row],
  } = await sql<{ documents: number; terms: string[]; counts: number[] }>`
    select (select coalesce(sum(products), 0)::int from search_terms where term = '') as documents,
      coalesce(json_agg(term), '[]') as terms, coalesce(json_agg(products), '[]') as counts
    from (select term, sum(products) as products from search_terms where term <> '' group by term
      order by 2 desc, 1 limit ${max}::int) t`.execute(db)
  const counts = new Map(row!.terms.map((term, i) => [term, row!.counts[i]!]))
  return { version, collection: collectionOf(row!.documents, counts), size: counts.size }
}

/** The tokens of all products, in memory: read again only when words came or went, not with every order. */
export const productWords = keptFor<Words>((db, before) => readWords(db, before))
