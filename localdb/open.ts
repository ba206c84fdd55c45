import { Dexie, type Table } from 'dexie'
import { yieldToOthers } from './read.ts'
import { noteUnindexed } from './unindexed.ts'
import { CATALOGUE_DB, userDbName, type CatalogueTables, type UserTables } from './schema.ts'
import { catalogueVersions, userVersions } from './versions.ts'

export type UserDb = Dexie & { [T in keyof UserTables]: Table<UserTables[T], string | number> }
export type CatalogueDb = Dexie & { [T in keyof CatalogueTables]: Table<CatalogueTables[T], string | number> }

/** The IndexedDB to use; absent parts are the global ones. Tests hand in one per device. */
export interface IdbEnv {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
}

/**
 * The database was written by a newer version of this app, whose rows this one does not know: it is neither read for
 * writing nor "repaired".
 */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
  constructor() {
    super('the database was made by a newer version of this app')
  }
}

/**
 * Dexie answers a VersionError by opening whatever version there is, and adds to it what it misses of its own schema.
 * Here that second opening, the one without a version, refuses.
 */
function onlyAsDeclared(factory: IDBFactory | undefined): { indexedDB: IDBFactory } | undefined {
  // No IndexedDB at all: Dexie has its own word for that.
  if (!factory) return undefined
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    if (version === undefined) throw new NewerDatabase()
    return factory.open(name, version)
  }
  return {
    indexedDB: {
      open,
      deleteDatabase: (name) => factory.deleteDatabase(name),
      cmp: (a, b) => factory.cmp(a, b),
      databases: () => factory.databases(),
    },
  }
}

/**
 * Opens a database with its schema, creating or upgrading it: for the worker only (law 1).
 * `autoOpen` is off, so that a database closed under us (upgrade elsewhere, site data cleared) fails
 * loudly instead of silently coming back empty; durability is strict, so that "saved" means on disk.
 */
async function openWithSchema(
  name: string,
  versions: readonly Record<string, string>[],
  env: IdbEnv,
  prepare: (db: Dexie) => void = () => undefined,
): Promise<Dexie> {
  const db = new Dexie(name, {
    autoOpen: false,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
    ...env,
    ...onlyAsDeclared(env.indexedDB ?? globalThis.indexedDB),
  })
  // Also a cache that is off watches the end of every write.
  db.unuse({ stack: 'dbcore', name: 'Cache' })
  // The last one with all stores: Dexie goes by what a database has of it, and parses a schema anew for each version
  // that is declared.
  db.version(versions.length).stores(Object.assign({}, ...versions) as Record<string, string>)
  prepare(db)
  yieldToOthers(db)
  await db.open()
  return db
}

/** Opens (or makes) a person's database. */
export const openUserDb = async (uid: string, env: IdbEnv = {}): Promise<UserDb> =>
  (await openWithSchema(userDbName(uid), userVersions, env)) as UserDb

/**
 * Opens (or makes) the catalogue's database, which holds nothing that cannot be fetched again. `written`: products or
 * categories are about to be.
 */
export const openCatalogueDb = async (env: IdbEnv = {}, written: () => void = () => undefined): Promise<CatalogueDb> =>
  (await openWithSchema(CATALOGUE_DB, catalogueVersions, env, (db) => noteUnindexed(db, written))) as CatalogueDb

/** Deletes a person's database, whether or not it is there. */
export const deleteUserDb = async (uid: string, env: IdbEnv = {}): Promise<void> =>
  new Dexie(userDbName(uid), { autoOpen: false, ...env }).delete()
