import { sql } from 'kysely'
import { EXPORT_ROWS_MAX } from '#contract/schema/account.ts'
import type { Stated } from '#contract/registry.ts'
import { accepted, type Answer, type SignedIn } from '../../http/handlers.ts'
import { rowsOf } from './forget.ts'
import { personal } from './personal.ts'

/** Everything that the market holds of a person, but what is secret and what only counts; read as of one moment. */
export const exportAccount = (call: SignedIn): Promise<Answer<Stated<'user.export'>>> =>
  call.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const kinds: Stated<'user.export'>['kinds'] = []
      for (const [table, { of, without }] of Object.entries(personal)) {
        if (!without) continue
        const { rows } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) - ${[...without]}::text[] as row from ${sql.table(table)} t
          where ${rowsOf(of, call.user.id, call.user.email)} order by ctid desc limit ${EXPORT_ROWS_MAX + 1}`.execute(
          tx,
        )
        kinds.push({
          name: table,
          rows: rows.slice(0, EXPORT_ROWS_MAX).map(({ row }) => row),
          cut: rows.length > EXPORT_ROWS_MAX,
        })
      }
      return accepted({ market: 'Caravan', at: call.now(), kinds })
    })
