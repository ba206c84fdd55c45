import { sql } from 'kysely'
import type { BookFaultKind } from '#contract/ledger/faults.ts'
import { entryAt } from './entry-at.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { checkSeals } from './seals.ts'

/** Faults are listed up to so many of a kind. */
const LISTED = 20

interface Found {
  id: string
}

/** A fault of the book; `id`: of the entry, posting, account or seal. */
export interface BookFault {
  kind: BookFaultKind
  id: string
}

const sentences: Record<BookFaultKind, (id: string) => string> = {
  sum: (id) => `Entry ${id} does not add up to zero.`,
  link: (id) => `Posting ${id} does not follow from the one before it.`,
  outside: (id) => `Entry ${id} has a posting outside of its account's chain.`,
  head: (id) => `The head of ${id} is not its last posting.`,
  sealMissing: (id) => `Seal ${id} is not there.`,
  sealContent: (id) => `Seal ${id} is not of its entries.`,
  sealUnsigned: (id) => `Seal ${id} is not signed.`,
  sealForeign: (id) => `Seal ${id} is not signed by this market.`,
}

/** Faults of the book, in words. */
export const checkBook = async (db: Db | Tx, keys: MarketKeys): Promise<string[]> =>
  (await findFaults(db, keys)).map(({ kind, id }) => sentences[kind](id))

/** Faults of the book: of entries, of the chains of accounts and their heads, and of seals. */
export async function findFaults(db: Db | Tx, keys: MarketKeys): Promise<BookFault[]> {
  const of = async (kind: BookFaultKind, query: ReturnType<typeof sql<Found>>): Promise<BookFault[]> =>
    (await query.execute(db)).rows.map(({ id }) => ({ kind, id }))
  return [
    ...(await of(
      'sum',
      sql<Found>`
        select entry_id::text as id from ledger_postings group by entry_id, asset having sum(amount) <> 0
        order by entry_id limit ${sql.lit(LISTED)}`,
    )),
    ...(await of(
      'link',
      sql<Found>`
        select account || ' ' || asset || ' ' || seq as id from (
          select p.*, row_number() over w as n, coalesce(lag(p.balance) over w, 0) + p.amount as "left",
            sha256(coalesce(lag(p.hash) over w, sha256(convert_to(p.account || E'\n' || p.asset, 'UTF8')))
              || convert_to(p.entry_id || E'\n' || e.cause || E'\n' || ${entryAt} || E'\n'
                || p.amount || E'\n' || p.balance, 'UTF8')) as link
          from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.seq is not null
          window w as (partition by p.account, p.asset order by p.seq)) linked
        where seq <> n or balance <> "left" or hash <> link order by 1 limit ${sql.lit(LISTED)}`,
    )),
    ...(await of(
      'outside',
      sql<Found>`
        select entry_id::text as id from ledger_postings
        where seq is null and asset <> 'USD' and account ~ '^(user|store|escrow|withdrawal):'
        order by entry_id limit ${sql.lit(LISTED)}`,
    )),
    ...(await of(
      'head',
      sql<Found>`
        select coalesce(h.account, p.account) || ' ' || coalesce(h.asset, p.asset) as id from ledger_heads h full join (
            select distinct on (account, asset) account, asset, seq, balance, hash from ledger_postings
            where seq is not null order by account, asset, seq desc) p on p.account = h.account and p.asset = h.asset
        where coalesce(h.seq, 0) <> coalesce(p.seq, 0) or p.balance <> h.balance or p.hash <> h.hash
        order by 1 limit ${sql.lit(LISTED)}`,
    )),
    ...(await checkSeals(db, keys)),
  ]
}
