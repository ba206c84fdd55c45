import { sql } from 'kysely'
import type { MutationName } from '#contract/registry.ts'
import type { PushResult } from '#contract/schema/sync.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { ActingStore, MutationCall, Verdict } from '../../http/handlers.ts'

/** Every mutation's handler with its types erased; the payload has been parsed with the mutation's own schema. */
export type Mutations = Record<
  MutationName,
  (call: MutationCall & { store?: ActingStore }, payload: unknown) => Promise<Verdict>
>

/**
 * Whose intents these are, from which store of which device; `now` is the device's clock, `clock` the server's (Unix
 * ms).
 */
export interface Origin {
  /** The owner: a person, or a store by its uid. */
  userId: string
  /** Of a store: the member who asks. */
  by?: string | undefined
  incarnation: string
  mutations: Mutations
  now: number
  clock(): number
  log(error: unknown): void
}

/** A stored outcome, or one about to be. */
export interface Outcome {
  seq: number
  hash: Buffer
  result: PushResult
  kept?: boolean
}

/**
 * Whether a stored outcome belongs to the intent made at that moment. Two copies of one store give the same id to
 * different intents, which may ask for the same thing. Where a moment is not known, whoever has the id is meant.
 */
export const isOf = (result: PushResult | undefined, createdAt: number | undefined): boolean =>
  result !== undefined && (result.createdAt === undefined || createdAt === undefined || result.createdAt === createdAt)

/** The stored outcomes of these seqs, and up to which seq they have been purged. */
export async function known(
  tx: Db | Tx,
  origin: Pick<Origin, 'userId' | 'incarnation'>,
  seqs: readonly number[],
): Promise<{ stored: Map<number, Outcome>; purgedThrough: number }> {
  const { rows } = await sql<
    { purged: number | null } & ({ seq: number; hash: Uint8Array; result: PushResult } | { seq: null })
  >`
    select p.purged_through as purged, o.seq, o.hash, o.result
    from (values (${origin.userId}::uuid, ${origin.incarnation}::text)) as origin(user_id, incarnation)
    left join incarnations p using (user_id, incarnation)
    left join outcomes o on o.user_id = origin.user_id and o.incarnation = origin.incarnation
      and o.seq = any(${seqs}::bigint[])`.execute(tx)
  const stored = rows.flatMap((r): Outcome[] =>
    r.seq === null ? [] : [{ seq: r.seq, hash: Buffer.from(r.hash), result: r.result }],
  )
  return { stored: new Map(stored.map((o) => [o.seq, o])), purgedThrough: rows[0]!.purged ?? 0 }
}

/** Keeps outcomes in the transaction of their effects (law 4). */
export async function store(
  tx: Tx,
  rev: number,
  origin: Pick<Origin, 'userId' | 'incarnation' | 'by'>,
  outcomes: readonly Outcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    insert into outcomes (user_id, incarnation, seq, hash, result, kept, by_person, rev)
    select ${origin.userId}::uuid, ${origin.incarnation}, o.seq, decode(o.hash, 'hex'), o.result,
      coalesce(o.kept, false), ${origin.by ?? null}::uuid, ${rev}::bigint
    from jsonb_to_recordset(${JSON.stringify(outcomes.map((o) => ({ ...o, hash: o.hash.toString('hex') })))}::jsonb)
      as o(seq bigint, hash text, result jsonb, kept boolean)`.execute(tx)
}
