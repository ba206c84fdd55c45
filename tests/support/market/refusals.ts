import { sql } from 'kysely'
import type { MutationName } from '#contract/registry.ts'
import type { Mutations } from '#server/sync/outcomes.ts'
import type { Tx } from '#server/db/tables/tables.ts'

/**
 * How many rows a transaction has written so far; without the positions of feeds, which only hold others up, and
 * without what the simulation writes down.
 */
async function written(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_xact_user_tables
    where relname not in ('feeds', 'feed_stamps', 'simulated_effects')`.execute(tx)
  return rows[0]!.n
}

/**
 * Holds every mutation to what the server relies on: one that refuses has written nothing but what it answers as
 * a row, since what is refused is committed along with what stands beside it.
 *
 * @throws from within the mutation that broke it
 */
export const refusalsWriteNothing = (mutations: Mutations): Mutations =>
  Object.fromEntries(
    Object.entries(mutations).map(([name, mutation]): [string, Mutations[MutationName]] => [
      name,
      async (call, payload) => {
        const before = await written(call.tx)
        const verdict = await mutation(call, payload)
        const rows = (await written(call.tx)) - before
        if (verdict.kind === 'refused' && rows > (verdict.rows?.length ?? 0))
          throw new Error(`${name} is refused, and wrote ${rows} rows`)
        return verdict
      },
    ]),
  ) as Mutations
