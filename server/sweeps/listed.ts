import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import type { Db } from '../db/tables/tables.ts'

/** The most sweeps under way that are listed, and the latest that have ended. */
const [UNDER_WAY, ENDED] = [100, 30]

type Listed = Pick<Stated<'operator.sweeps'>, 'begun' | 'sweeps' | 'more'>

interface Row extends Omit<Listed['sweeps'][number], 'at'> {
  at: Date
}

/** The sweeps under way, the latest that have ended, and what was begun and not chosen yet; the newest first. */
export async function listedSweeps(db: Db): Promise<Listed> {
  const of = (where: ReturnType<typeof sql>, limit: number) =>
    sql<Row>`
      select id, network, asset, address as "from", destination as "to", amount::text as units, state, reason, txid,
        confirmations, needed, at
      from sweeps where ${where} order by at desc, id limit ${sql.lit(limit)}`.execute(db)
  const open = (await of(sql`ended_at is null`, UNDER_WAY + 1)).rows
  const ended = (await of(sql`ended_at is not null`, ENDED)).rows
  const begun = await db
    .selectFrom('sweep_runs')
    .select(['network', 'asset', 'at'])
    .where('ended_at', 'is', null)
    .orderBy('at')
    .execute()
  return {
    begun: begun.map((one) => ({ ...one, at: one.at.getTime() })),
    sweeps: [...open.slice(0, UNDER_WAY), ...ended].map((one) => ({ ...one, at: one.at.getTime() })),
    more: open.length > UNDER_WAY,
  }
}
