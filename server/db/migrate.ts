import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** One step of the schema: a file of migrations/, never edited once it has shipped. */
export interface Migration {
  name: string
  text: string
  hash: string
}

/** The steps in their order. */
export function readMigrations(from = folder): Migration[] {
  return readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout on Windows may have turned the line ends; that is no edit.
      const text = readFileSync(`${from}/${name}`, 'utf8').replaceAll('\r\n', '\n')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/** Runs statements in one session; without parameters a text may hold several. */
export type Run = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Any number that nobody else locks: two processes that start at once migrate one after the other. */
const LOCK = 7_260_611

/**
 * Brings the schema up to date, all or nothing, the same on both databases. `run` must stay in one session.
 * Refuses a database whose recorded steps differ from the files: a step was edited, or a newer program wrote it.
 */
export async function migrate(run: Run, migrations: readonly Migration[] = readMigrations()): Promise<void> {
  await run('begin', [])
  try {
    await run('set local lock_timeout = 0', [])
    await run('select pg_advisory_xact_lock($1::bigint)', [LOCK])
    await run(
      'create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())',
      [],
    )
    const { rows } = await run('select name, hash from migrations order by name', [])
    const done = new Map((rows as { name: string; hash: string }[]).map((row) => [row.name, row.hash]))
    const known = new Set(migrations.map((m) => m.name))
    for (const name of done.keys())
      if (!known.has(name))
        throw new Error(`The database was made by a newer version: this one does not know its step ${name}.`)
    for (const { name, text, hash } of migrations) {
      const recorded = done.get(name)
      if (recorded === hash) continue
      if (recorded !== undefined)
        throw new Error(
          `The migration ${name} was edited after it had run here. Steps are append-only: restore it and write the change as the next one.`,
        )
      await run(text, [])
      await run('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    }
    await run('commit', [])
  } catch (error) {
    await run('rollback', [])
    throw error
  }
}
