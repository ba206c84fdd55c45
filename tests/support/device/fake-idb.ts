import { forceCloseDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import type { IdbEnv } from '#localdb/open.ts'

export const FDBObjectStore = IDBObjectStore

/** A device's own IndexedDB: empty, and seen by no other device of the process. */
export const newIdb = (): Required<IdbEnv> => ({
  indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory,
  IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
})

interface Transaction {
  db: IDBDatabase
  _state: string
  _abort(name: string): void
}
type Connection = IDBDatabase & { _rawDatabase: { transactions: Transaction[] }; _closed: boolean }

/**
 * A device's IndexedDB as one tab reaches it, and that tab's end: what it had not committed never happened, and it
 * opens nothing any more.
 */
export function idbOfTab(device: Required<IdbEnv>): { idb: Required<IdbEnv>; die(): void } {
  const connections = new Set<Connection>()
  let dead = false
  const close = (connection: Connection): void => {
    for (const tx of [...connection._rawDatabase.transactions])
      if (tx.db === connection && tx._state !== 'finished') tx._abort('AbortError')
    if (!connection._closed) forceCloseDatabase(connection as never)
  }
  const never = (): IDBOpenDBRequest => new EventTarget() as IDBOpenDBRequest
  const factory = Object.create(device.indexedDB, {
    open: {
      value: (...args: [string, number?]) => {
        if (dead) return never()
        const request = device.indexedDB.open(...args)
        const known = (): unknown => connections.add(request.result as Connection)
        request.addEventListener('upgradeneeded', known)
        request.addEventListener('success', () => {
          known()
          // It was opened for a tab that has died meanwhile.
          if (dead) close(request.result as Connection)
        })
        return request
      },
    },
    deleteDatabase: { value: (name: string) => (dead ? never() : device.indexedDB.deleteDatabase(name)) },
    databases: { value: () => device.indexedDB.databases() },
  }) as IDBFactory
  return {
    idb: { ...device, indexedDB: factory },
    die: () => {
      dead = true
      connections.forEach(close)
    },
  }
}
