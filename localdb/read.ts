import { Dexie, liveQuery, type Observable, type Table } from 'dexie'
import type { CatalogueTables, UserTables } from './schema.ts'

/** The part of a Dexie table that cannot write. */
export type ReadTable<T> = Pick<
  Table<T>,
  | 'get'
  | 'bulkGet'
  | 'where'
  | 'toArray'
  | 'orderBy'
  | 'count'
  | 'limit'
  | 'filter'
  | 'each'
  | 'toCollection'
  | 'reverse'
>

export type UserReader = { readonly [T in keyof UserTables]: ReadTable<UserTables[T]> } & Closable
export type CatalogueReader = { readonly [T in keyof CatalogueTables]: ReadTable<CatalogueTables[T]> } & Closable
interface Closable {
  /** Closes it, and breaks off what is being read. */
  close(): void
}

/** The databases that a live query reads from. */
export interface Readers {
  user: UserReader
  catalogue: CatalogueReader
}

const refuse = (): never => {
  throw new Error('law 1: only the worker writes the local database')
}

/**
 * Opens an existing database for reading. No version is declared, so it can neither create nor upgrade
 * (a missing one is NoSuchDatabaseError: wait for the worker), and the ways to write or to declare a
 * schema are closed. `onClosed` is called when the browser or an upgrade closes it: live queries then
 * go silent, so the page must open again. `cancel` ends the opening as well as what is open.
 */
async function openForReading(name: string, onClosed: () => void, cancel?: AbortSignal): Promise<Dexie> {
  const reading = new Set<IDBTransaction>()
  // A result in Dexie's cache would be cloned for each reader; the tables answer a screen's queries as quickly.
  const db = new Dexie(name, {
    autoOpen: false,
    cache: 'disabled',
    indexedDB: watched(indexedDB, reading),
    IDBKeyRange,
  })
  db.use({
    stack: 'dbcore',
    name: 'readOnly',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options) =>
        mode === 'readonly' ? core.transaction(stores, mode, options) : refuse(),
      table: (table) => ({ ...core.table(table), mutate: refuse }),
    }),
  })
  const close = db.close.bind(db)
  db.close = (options) => {
    // A page that is put away for later stops in the middle of a read, which then would keep everybody from writing.
    for (const transaction of reading) breakOff(transaction)
    close(options)
  }
  cancel?.addEventListener('abort', () => db.close())
  await db.open()
  // Without a declared version Dexie finds the tables by itself, but puts no properties on its handle.
  for (const table of db.tables) Object.defineProperty(db, table.name, { value: table })
  // The raw handle can write and a late version() would declare a schema: neither is left within reach.
  Object.assign(db, { backendDB: refuse, version: refuse, delete: refuse, use: refuse })
  yieldToOthers(db)
  db.on('close', onClosed)
  return db
}

/** The browser's databases; the transactions of those that are opened here stand in `running` until they end. */
function watched(factory: IDBFactory, running: Set<IDBTransaction>): IDBFactory {
  return {
    open: (name, version) => {
      const request = version === undefined ? factory.open(name) : factory.open(name, version)
      request.addEventListener('success', () => {
        const { result: db } = request
        const begin = db.transaction.bind(db)
        db.transaction = (...of) => {
          const transaction = begin(...of)
          running.add(transaction)
          for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
          return transaction
        }
      })
      return request
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (one, other) => factory.cmp(one, other),
  }
}

/** Aborts a transaction, unless it has just ended and only its event is still to come. */
function breakOff(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    if ((error as Error).name !== 'InvalidStateError') throw error
  }
}

/**
 * Closes for an upgrade or a deletion elsewhere, which otherwise would wait for this connection; false ends Dexie's own
 * handling, which warns of what is ordinary here.
 */
export function yieldToOthers(db: Dexie): void {
  db.on('versionchange', () => {
    db.close()
    return false
  })
}

export const openUserReader = (name: string, onClosed: () => void, cancel?: AbortSignal): Promise<UserReader> =>
  openForReading(name, onClosed, cancel) as Promise<Dexie> as Promise<unknown> as Promise<UserReader>

export const openCatalogueReader = (
  name: string,
  onClosed: () => void,
  cancel?: AbortSignal,
): Promise<CatalogueReader> =>
  openForReading(name, onClosed, cancel) as Promise<Dexie> as Promise<unknown> as Promise<CatalogueReader>

/** Emits the result of a query, and again whenever a row it read changes; errors when its database is closed. */
export const observe = <T>(query: () => Promise<T>): Observable<T> => liveQuery(query)
