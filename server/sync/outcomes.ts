import { sql } from 'kysely'
import type { MutationName } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { rowKeysOf, type RowKeys } from '../feed/choice.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import type { ActingStore, MutationCall, Verdict } from '../http/handlers.ts'

/** Every mutation's handler with its types erased; the payload has been parsed with the mutation's own schema. */
export type Mutations = Record<
  MutationName,
  (call: MutationCall & { store?: ActingStore }, payload: unknown) => Promise<Verdict>
>

/**
 * The origin of some intents: their owner, and the store of the device that they come from. `now` is the device's
 * clock, `clock` the server's (Unix ms).
 */
export interface Origin {
  /** The owner: a person, or a store by its uid. */
  userId: string
  /** The member who asks, where the owner is a store. */
  by?: string | undefined
  incarnation: string
  mutations: Mutations
  now: number
  clock(): number
  log(error: unknown): void
}

/** The decision on an intent, with the keys of the rows that it touched. The rows live in their own tables alone. */
export type Decided = Omit<PushResult, 'rows'> & { keys: RowKeys }

/** A stored outcome, or one about to be. */
export interface StoredOutcome {
  seq: number
  hash: Buffer
  result: Decided
  /** It stays for ever: its effect must not come again. */
  kept?: boolean
}

/** The result without its rows, as it is stored. */
export const decided = ({ rows, ...result }: PushResult): Decided => ({ ...result, keys: rowKeysOf(rows) })

/** A stored result as it is answered, with the rows as they are now. */
export const stated = ({ keys: _keys, ...result }: Decided, rows: PushResult['rows'] = []): PushResult => ({
  ...result,
  rows,
})

/**
 * Whether a stored outcome belongs to the intent made at that moment. Two copies of one store give the same id to
 * different intents, which may ask for the same thing. Where a moment is not known, whoever has the id is meant.
 */
export const isOf = (result: Pick<PushResult, 'createdAt'> | undefined, createdAt: number | undefined): boolean =>
  result !== undefined && (result.createdAt === undefined || createdAt === undefined || result.createdAt === createdAt)

/**
 * The old incarnations of an owner who has very many are forgotten together. The row of this name has a moment (Unix
 * ms) in the place of a seq: all their intents were made before it. No incarnation has this name.
 */
export const FORGOTTEN = ''

/** The known outcomes of some intents of one incarnation. */
export interface KnownOutcomes {
  stored: Map<number, StoredOutcome>
  /** Whether the outcome of an intent that has none any more may have been purged. */
  isPurged(intent: { seq: number; createdAt?: number | undefined }): boolean
}

/** The stored outcomes of these seqs, and which of the others have been purged. */
export async function known(
  tx: Db | Tx,
  origin: Pick<Origin, 'userId' | 'incarnation'>,
  seqs: readonly number[],
): Promise<KnownOutcomes> {
  const { rows } = await sql<
    { purged: number | null; forgotten: number | null } & (
      | { seq: number; hash: Uint8Array; result: Decided }
      | { seq: null }
    )
  >`
    select p.purged_through as purged, f.purged_through as forgotten, o.seq, o.hash, o.result
    from (values (${origin.userId}::uuid, ${origin.incarnation}::text)) as origin(user_id, incarnation)
    left join incarnations p using (user_id, incarnation)
    left join incarnations f on f.user_id = origin.user_id and f.incarnation = ${FORGOTTEN}
    left join outcomes o on o.user_id = origin.user_id and o.incarnation = origin.incarnation
      and o.seq = any(${seqs}::bigint[])`.execute(tx)
  const stored = rows.flatMap((r): StoredOutcome[] =>
    r.seq === null ? [] : [{ seq: r.seq, hash: Buffer.from(r.hash), result: r.result }],
  )
  const { purged, forgotten } = rows[0]!
  return {
    stored: new Map(stored.map((o) => [o.seq, o])),
    isPurged: ({ seq, createdAt }) =>
      purged === null ? createdAt !== undefined && createdAt < (forgotten ?? 0) : seq <= purged,
  }
}

/** Keeps outcomes in the transaction of their effects (law 4). */
export async function storeOutcomes(
  { tx, rev }: Pick<OwnerCall, 'tx' | 'rev'>,
  origin: Pick<Origin, 'userId' | 'incarnation' | 'by'>,
  outcomes: readonly StoredOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const kept = outcomes.map((o) => ({ ...o, hash: o.hash.toString('hex') }))
  await sql`
    insert into outcomes (user_id, incarnation, seq, hash, result, kept, by_person, rev)
    select ${origin.userId}::uuid, ${origin.incarnation}, o.seq, decode(o.hash, 'hex'), o.result,
      coalesce(o.kept, false), ${origin.by ?? null}::uuid, ${rev}::bigint
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as o(seq bigint, hash text, result jsonb, kept boolean)`.execute(tx)
}
