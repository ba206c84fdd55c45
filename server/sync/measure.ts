import { sql } from 'kysely'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSetting } from '../market/settings.ts'

/** How much is stored of an owner: intents, and bytes of them with their outcomes. */
export interface StoredSize {
  intents: number
  bytes: number
}

/** The most stored of a person in a day (UTC). A device that was away for months brings ten thousand intents. */
export const DAY_OF_A_PERSON: StoredSize = { intents: 20_000, bytes: 16_000_000 }
/** Bytes for each change of a store's day: more than most changes take. */
const STORE_CHANGE_BYTES = 5_000
/** The most stored of a store in a day (UTC), by the operator's setting. */
export const dayOfStore = (changes: number): StoredSize => ({ intents: changes, bytes: changes * STORE_CHANGE_BYTES })

/** Changes of a store that fit into what is left of its day. */
export const changesIn = ({ intents, bytes }: StoredSize): number =>
  Math.max(0, Math.floor(Math.min(intents, bytes / STORE_CHANGE_BYTES)))

/** About how many bytes an outcome takes in its table and the indexes. */
const OUTCOME_BYTES = 400

/** How much is stored with an intent of that payload. */
export const costOf = (payload: unknown): StoredSize => ({
  intents: 1,
  bytes: OUTCOME_BYTES + Buffer.byteLength(JSON.stringify(payload ?? null)),
})

/** How much is stored with so many ids that are spent. */
export const costOfIds = (ids: number): StoredSize => ({ intents: ids, bytes: ids * OUTCOME_BYTES })

export const storedSum = (a: StoredSize, b: StoredSize): StoredSize => ({
  intents: a.intents + b.intents,
  bytes: a.bytes + b.bytes,
})

export const fits = (cost: StoredSize, left: StoredSize): boolean =>
  cost.intents <= left.intents && cost.bytes <= left.bytes

/**
 * The share of a store's day that may be used up by what a member does, so that nobody shuts the store for the day: the
 * rest is for goods on their way and money back (`urgent`), and the last of it for its owners.
 */
export function shareOfDay(role: StoreRole | undefined, urgent: boolean): number {
  if (role === undefined || role === 'owner') return 1
  return urgent ? 0.95 : 0.9
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** How much more of an owner may be stored today, up to a share of the day; the caller holds the lock of their feed. */
export async function leftToday(tx: Db | Tx, uid: string, now: number): Promise<(share?: number) => StoredSize> {
  const { rows } = await sql<{ stored: number; bytes: number; store: boolean }>`
    select case when f.stored_on = ${dayOf(now)}::date then f.stored else 0 end as stored,
      case when f.stored_on = ${dayOf(now)}::date then f.stored_bytes else 0 end as bytes,
      o.store_id is not null as store
    from owners o left join feeds f on f.user_id = o.uid where o.uid = ${uid}::uuid`.execute(tx)
  const { stored = 0, bytes = 0, store = false } = rows[0] ?? {}
  const day = store ? dayOfStore(await readSetting(tx, 'storeDay')) : DAY_OF_A_PERSON
  return (share = 1) => ({ intents: share * day.intents - stored, bytes: share * day.bytes - Number(bytes) })
}

/** Counts what has been stored. */
export async function countStored(tx: Tx, userId: string, now: number, { intents, bytes }: StoredSize): Promise<void> {
  if (intents === 0) return
  const today = sql`${dayOf(now)}::date`
  await sql`
    update feeds set stored = case when stored_on = ${today} then stored else 0 end + ${intents}::int,
      stored_bytes = case when stored_on = ${today} then stored_bytes else 0 end + ${bytes}::bigint,
      stored_on = ${today}
    where user_id = ${userId}::uuid`.execute(tx)
}
