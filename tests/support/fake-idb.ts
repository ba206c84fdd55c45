import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import type { IdbEnv } from '#localdb/open.ts'

export const FDBObjectStore = IDBObjectStore

/** A device's own IndexedDB: empty, and seen by no other device of the process. */
export const newIdb = (): Required<IdbEnv> => ({ indexedDB: new IDBFactory() as unknown as globalThis.IDBFactory, IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange })
