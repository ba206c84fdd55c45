import { sql } from 'kysely'
import { nameKey } from '#contract/merchants/rules.ts'
import { RENAME_DAYS } from '#contract/stores/profile.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { withoutLook } from './keep-looks.ts'
import { lookKey } from './look-key.ts'

/** Serializes the judgement of names that look alike. */
const NAMES_LOCK = 7_260_613

/** The moment after which a name that a store gave up is reserved for it. */
export const renamesSince = (now: number): Date => new Date(now - RENAME_DAYS * 86_400_000)

/** The application or the store that is to have a name: its own names do not stand against it. */
export interface Namer {
  application?: string | undefined
  store?: number | undefined
}

/**
 * Whether a name is another store's, in nearly the same letters or of the same look, was one's until lately, or is in
 * an application. The answer holds until the end of the transaction.
 */
export async function isNameTaken(tx: Tx, name: string, { application, store }: Namer, now: number): Promise<boolean> {
  const [key, look] = [nameKey(name), lookKey(name)]
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK}::int, hashtext(${look}::text))`.execute(tx)
  // Stores that are new since looks were last kept are few.
  if ((await withoutLook(tx)).some((other) => other.id !== store && lookKey(other.name) === look)) return true
  const own = store ?? null
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from merchant_applications
        where (name_key = ${key}::text or look_key = ${look}::text) and state <> 'refused'
          and id is distinct from ${application ?? null}::uuid
          and (store_id is null or store_id is distinct from ${own}::int))
      or exists (select from store_looks where look = ${look}::text and store_id is distinct from ${own}::int)
      or exists (select from store_renames where look = ${look}::text and store_id is distinct from ${own}::int
        and at > ${renamesSince(now)}::timestamptz)
      or exists (select from stores where id is distinct from ${own}::int and (lower(name) = lower(${name}::text)
        or lower(regexp_replace(normalize(name, NFKC), '[^[:alnum:]]', '', 'g')) = ${key}::text)) as taken`.execute(tx)
  return rows[0]!.taken
}
