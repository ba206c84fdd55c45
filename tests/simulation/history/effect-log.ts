import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { mutationOf } from '#contract/mutations.ts'
import type { MutationName, Payload } from '#contract/registry.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { IntentRow } from '#localdb/schema.ts'
import type { MutationCall, Verdict } from '#server/http/handlers.ts'
import type { Db, Tx } from '#server/db/tables/tables.ts'

// A log of every effect at the market: each mutation's handler writes its payload and its verdict into a table of the
// harness, in the effect's own transaction, so that the log holds exactly the committed effects.

/** One committed verdict of the market. `incarnation` and `seq` are null for a single call. */
export interface Effect {
  n: number
  user_id: string
  incarnation: string | null
  seq: number | null
  /** When its device made the intent (Unix ms): two copies of one store give one id to different intents. */
  created_at: number | null
  name: MutationName
  payload: unknown
  kind: Verdict['kind']
  reason: string | null
  rows: Change[]
  rev: number
  /** How many pieces of the product were available when a cart line changed; null for other mutations. */
  available: number | null
  /** Whether the market still keeps the outcome; once it is purged, no device can learn it any more. */
  outcomeKept: boolean
}

/**
 * The identity of an intent at the market: its id on the wire, and when it was made, since two copies of one store
 * count the same ids.
 */
export const idOf = (row: Pick<IntentRow, 'incarnation' | 'seq' | 'createdAt'>): string =>
  `${row.incarnation}:${row.seq}:${row.createdAt}`
/** The same, of an effect. */
export const wireId = (e: Pick<Effect, 'incarnation' | 'seq' | 'created_at'>): string =>
  `${e.incarnation}:${e.seq}:${e.created_at}`
/** Whether an effect is the one that an intent asks for; for sealed payloads only the names can be compared. */
export const isEffectOf = (e: Effect, row: Pick<IntentRow, 'name' | 'payload'>): boolean =>
  row.name === e.name && (mutationOf(e.name).sealed !== undefined || isDeepStrictEqual(row.payload, e.payload))

type Handlers = Record<
  string,
  (call: MutationCall & { seq?: number; createdAt?: number }, payload: unknown) => Promise<Verdict>
>
declare global {
  /** Set by the harness, called by the market that `observing` has edited. */
  var caravanObserve: (handlers: object) => object
}

globalThis.caravanObserve = (handlers) =>
  Object.fromEntries(
    Object.entries(handlers as Handlers).map(
      ([name, handle]) =>
        [
          name,
          async (call, payload) => {
            const available =
              name === 'cart.add' || name === 'cart.set'
                ? await availableOf(call.tx, payload as Payload<'cart.add'>)
                : null
            const verdict = await handle(call, payload)
            await sql`insert into simulated_effects (user_id, incarnation, seq, created_at, name, payload, kind, reason,
              rows, rev, available) values (
    ${call.userId}, ${call.incarnation ?? null}, ${call.seq ?? null}, ${call.createdAt ?? null}, ${name},
      ${JSON.stringify(payload)}::jsonb,
      ${verdict.kind},
    ${verdict.kind === 'accepted' ? null : verdict.refusal.reason}, ${JSON.stringify(verdict.rows ?? [])}::jsonb,
      ${call.rev}, ${available})`.execute(call.tx)
            return verdict
          },
        ] satisfies [string, Handlers[string]],
    ),
  )

async function availableOf(tx: Tx, { id, variantId }: Pick<Payload<'cart.add'>, 'id' | 'variantId'>): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select case when p.active then coalesce(v.stock, p.stock) else 0 end as available from products p
      left join variants v on v.product_id = p.id and v.id = ${variantId}::int where p.id = ${id}::int`.execute(tx)
  return rows[0]?.available ?? 0
}

/** Makes room for the log. */
export async function createEffectLog(db: Db): Promise<void> {
  await sql`create table simulated_effects (
    n bigserial primary key, user_id uuid not null, incarnation text, seq bigint, created_at float8,
    name text not null, payload jsonb not null,
    kind text not null, reason text, rows jsonb not null, rev bigint not null, available int)`.execute(db)
  await sql`create index simulated_effects_of on simulated_effects (user_id)`.execute(db)
}

/** All effects on the rows of some persons, in order. */
export const readEffects = async (db: Db, uids: readonly string[]): Promise<Effect[]> =>
  (
    await sql<Effect>`select e.*, exists (select from outcomes o
      where o.user_id = e.user_id and o.incarnation = e.incarnation and o.seq = e.seq) as "outcomeKept"
    from simulated_effects e where user_id = any(${uids}::uuid[]) order by n`.execute(db)
  ).rows
