import { sql } from 'kysely'
import { migrate, readMigrations, type Run } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables/tables.ts'

/**
 * A market's data: the steps of its schema, and its rows by table as PostgreSQL writes them in JSON. `at` in Unix ms.
 */
export interface FrozenMarket {
  at: number
  migrations: { name: string; hash: string }[]
  tables: Record<string, unknown[]>
}

/** Reads every table of a market. */
export async function freezeMarket(db: Db, at: number): Promise<FrozenMarket> {
  const { rows: steps } = await sql<{
    name: string
    hash: string
  }>`select name, hash from migrations order by name`.execute(db)
  const { rows: names } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`.execute(
    db,
  )
  const tables: FrozenMarket['tables'] = {}
  for (const { name } of names) {
    const { rows } = await sql<{
      row: unknown
    }>`select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(db)
    if (rows.length > 0) tables[name] = rows.map((r) => r.row)
  }
  return { at, migrations: steps, tables }
}

/**
 * Makes the market of that time in an empty database: by the steps that it had, which must still be as they were, and
 * with its rows as they stood.
 */
export async function thawMarket(run: Run, market: FrozenMarket): Promise<void> {
  const steps = readMigrations().slice(0, market.migrations.length)
  const differing = steps.filter(
    ({ name, hash }, i) => market.migrations[i]!.name !== name || market.migrations[i]!.hash !== hash,
  )
  if (steps.length !== market.migrations.length || differing.length > 0)
    throw new Error(`Steps of the schema are not what they were: ${differing.map((s) => s.name).join(', ')}`)
  await migrate(run, steps)
  // As they stood: neither triggers nor the order of foreign keys have a word in it.
  await run("set session_replication_role = 'replica'", [])
  for (const [table, rows] of Object.entries(market.tables)) {
    const { rows: columns } = await run(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'",
      [table],
    )
    const list = (columns as { name: string }[]).map((c) => `"${c.name}"`).join(', ')
    await run(`delete from "${table}"`, [])
    await run(
      `insert into "${table}" (${list}) select ${list} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [JSON.stringify(rows)],
    )
    const { rows: counted } = await run(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_identity = 'YES'",
      [table],
    )
    for (const { name } of counted as { name: string }[])
      await run(`select setval(pg_get_serial_sequence($1, $2), (select max("${name}") from "${table}"))`, [table, name])
  }
  await run("set session_replication_role = 'origin'", [])
}
