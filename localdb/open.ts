import { Dexie, type Table } from 'dexie'
import { yieldToOthers } from './read.ts'
import { CATALOGUE_DB, catalogueVersions, userDbName, userVersions, type CatalogueTables, type UserTables } from './schema.ts'

export type UserDb = Dexie & { [T in keyof UserTables]: Table<UserTables[T], string | number> }
export type CatalogueDb = Dexie & { [T in keyof CatalogueTables]: Table<CatalogueTables[T], string | number> }

/** The IndexedDB to use; absent parts are the global ones. Tests hand in one per device. */
export interface IdbEnv { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange }

/**
 * Opens a database with its schema, creating or upgrading it: for the worker only (law 1).
 * `autoOpen` is off, so that a database closed under us (upgrade elsewhere, site data cleared) fails
 * loudly instead of silently coming back empty; durability is strict, so that "saved" means on disk.
 */
async function openWithSchema(name: string, versions: readonly Record<string, string>[], env: IdbEnv): Promise<Dexie> {
  const db = new Dexie(name, { autoOpen: false, chromeTransactionDurability: 'strict', cache: 'disabled', ...env })
  versions.forEach((stores, i) => db.version(i + 1).stores(stores))
  yieldToOthers(db)
  await db.open()
  return db
}

/** Opens (or makes) a person's database. */
export const openUserDb = async (uid: string, env: IdbEnv = {}): Promise<UserDb> => (await openWithSchema(userDbName(uid), userVersions, env)) as UserDb

/** Opens (or makes) the catalogue's database, which holds nothing that cannot be fetched again. */
export const openCatalogueDb = async (env: IdbEnv = {}): Promise<CatalogueDb> => (await openWithSchema(CATALOGUE_DB, catalogueVersions, env)) as CatalogueDb

/** Deletes a person's database, whether or not it is there. */
export const deleteUserDb = async (uid: string, env: IdbEnv = {}): Promise<void> => new Dexie(userDbName(uid), { autoOpen: false, ...env }).delete()
