import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'

/** An empty database in memory with every migration, for tests of one room. */
export async function freshMarketDb(): Promise<Db> {
  const pglite = await PGlite.create()
  const folder = new URL('../../server/db/migrations/', import.meta.url)
  for (const file of readdirSync(folder).toSorted()) await pglite.exec(readFileSync(new URL(file, folder), 'utf8'))
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
}
