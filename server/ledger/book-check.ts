import { sql } from 'kysely'
import type { BookCheck } from '#contract/ledger/schema-operator.ts'
import type { Db } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { findFaults, type BookFault } from './check.ts'

/** An answer lists up to so many faults of a kind. */
const LISTED = 5

interface BookSize {
  entries: number
  /** Those that wait for their seal. */
  unsealed: number
  /** The number of the last seal. */
  seal: number | null
}

/** How much the book holds. */
export async function bookSize(db: Db): Promise<BookSize> {
  const { rows } = await sql<BookSize>`
    select count(*)::int as entries, (count(*) filter (where seal is null))::int as unsealed, max(seal)::int as seal
    from ledger_entries`.execute(db)
  return rows[0]!
}

function byKind(found: readonly BookFault[]): BookCheck['faults'] {
  const kinds = Map.groupBy(found, ({ kind }) => kind)
  return [...kinds].map(([kind, faults]) => ({
    kind,
    ids: faults.slice(0, LISTED).map(({ id }) => id),
    more: Math.max(0, faults.length - LISTED),
  }))
}

/** Verifies the whole book. `now` is Unix ms. */
export async function verifyBook(db: Db, now: number): Promise<BookCheck> {
  const keys = keysOf(db)
  const found = await findFaults(db, keys)
  const { entries, unsealed } = await bookSize(db)
  return {
    ...{ at: now, right: found.length === 0, entries, unsealed },
    ...{ signatures: keys.signing !== undefined, faults: byKind(found) },
  }
}
