import { noteRestored } from './backup/restored.ts'
import { fillSearch } from './search/fill.ts'
import { seedIfEmpty, type SeedOptions } from './seed/demo.ts'
import type { Db } from './db/tables/tables.ts'
import { furnishDemo } from './seed/belongings.ts'
import type { Mutations } from './sync/outcomes.ts'
import { sealDocuments } from './files/contents.ts'
import { keepLooks } from './stores/names/keep-looks.ts'
import { sealParties } from './merchants/party.ts'

interface BringUp {
  dataDir?: string | undefined
  /** Fills an empty database with the demo, telling how far it is. */
  demo?: SeedOptions['progress'] | undefined
  now?(): number
}

/** Brings stored rows up to date, seals those that earlier versions kept in clear, and fills an empty database. */
export async function bringUp(db: Db, options: BringUp, mutations: Mutations): Promise<void> {
  const { demo, dataDir, now = Date.now } = options
  await noteRestored(db, dataDir)
  await sealParties(db)
  await sealDocuments(db)
  await keepLooks(db)
  await fillSearch(db)
  if (demo && (await seedIfEmpty(db, { dataDir, progress: demo }))) await furnishDemo(db, mutations, now())
}
