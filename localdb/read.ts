import { Dexie, liveQuery, type DBCoreTransaction, type Observable, type Table } from 'dexie'
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

/** What a live query reads from. */
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
 * go silent, so the page must open again.
 */
async function openForReading(name: string, onClosed: () => void): Promise<Dexie> {
  const db = new Dexie(name, { autoOpen: false })
  const reading = new Set<IDBTransaction>()
  db.use({
    stack: 'dbcore',
    name: 'readOnly',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options) => {
        if (mode !== 'readonly') return refuse()
        const transaction = core.transaction(stores, mode, options) as IDBTransaction
        reading.add(transaction)
        for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => reading.delete(transaction))
        return transaction as unknown as DBCoreTransaction
      },
      table: (table) => ({ ...core.table(table), mutate: refuse }),
    }),
  })
  await db.open()
  // Without a declared version Dexie finds the tables by itself, but puts no properties on its handle.
  for (const table of db.tables) Object.defineProperty(db, table.name, { value: table })
  // The raw handle can write and a late version() would declare a schema: neither is left within reach.
  Object.assign(db, { backendDB: refuse, version: refuse, delete: refuse, use: refuse })
  yieldToOthers(db)
  db.on('close', onClosed)
  const close = db.close.bind(db)
  db.close = (options) => {
    // A page that is put away for later stops in the middle of a read, which then would keep everybody from writing.
    for (const transaction of reading) breakOff(transaction)
    close(options)
  }
  return db
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

export const openUserReader = (name: string, onClosed: () => void): Promise<UserReader> =>
  openForReading(name, onClosed) as Promise<Dexie> as Promise<unknown> as Promise<UserReader>

export const openCatalogueReader = (name: string, onClosed: () => void): Promise<CatalogueReader> =>
  openForReading(name, onClosed) as Promise<Dexie> as Promise<unknown> as Promise<CatalogueReader>

/** What a query answers, again whenever a row it read changes; errors when its database is closed. */
export const observe = <T>(query: () => Promise<T>): Observable<T> => liveQuery(query)
