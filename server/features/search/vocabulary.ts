import { sql } from 'kysely'
import { collectionOf, type Collection } from '#contract/rules/search-match.ts'
import type { Db } from '../../db/tables.ts'
import { catalogueRises } from '../../feed/listeners.ts'

/**
 * Keeps what `load` makes of a database until the catalogue changes; then `load` is given it again, to look whether it
 * still holds.
 */
export function keptFor<T>(load: (db: Db, before: T | undefined) => Promise<T>): (db: Db) => Promise<T> {
  const kept = new WeakMap<Db, { at: number; value: Promise<T> }>()
  return async (db) => {
    const last = kept.get(db)
    const rises = catalogueRises(db)
    if (last?.at === rises) return last.value
    // What could not be read before is read anew.
    const next = { at: rises, value: (async () => load(db, await last?.value.catch(() => undefined)))() }
    kept.set(db, next)
    next.value.catch(() => {
      if (kept.get(db) === next) kept.delete(db)
    })
    return next.value
  }
}

interface Words {
  version: number
  collection: Collection
}

/** The tokens of all products, in memory: read again only when words came or went, not with every order. */
export const productWords = keptFor<Words>(async (db, before) => {
  const { terms: version } = await db.selectFrom('catalogue_feed').select('terms').executeTakeFirstOrThrow()
  if (before?.version === version) return before
  const {
    rows: [row],
  } = await sql<{ terms: string[]; counts: number[] }>`
    select coalesce(json_agg(term), '[]') as terms, coalesce(json_agg(products), '[]') as counts
    from (select term, sum(products) as products from search_terms group by term) t`.execute(db)
  const counts = new Map(row!.terms.map((term, i) => [term, row!.counts[i]!]))
  const documents = counts.get('') ?? 0
  counts.delete('')
  return { version, collection: collectionOf(documents, counts) }
})
