// The internal structures of a database in fake-indexeddb.

interface RawRecords {
  values(): Iterable<RawRecord>
  get(key: unknown): RawRecord | undefined
  delete(key: unknown): unknown
  put(record: RawRecord): unknown
}
interface RawRecord {
  key: unknown
  value: unknown
}
export interface RawIndex {
  name: string
  keyPath: unknown
  multiEntry: boolean
  unique: boolean
  initialized: boolean
  records: RawRecords
}
export interface RawStore {
  name: string
  keyPath: unknown
  autoIncrement: boolean
  keyGenerator: { num: number } | null
  rawIndexes: Map<string, RawIndex>
  records: RawRecords
}
export interface RawDatabase {
  name: string
  version: number
  rawObjectStores: Map<string, RawStore>
  transactions: RawTransaction[]
  connections: RawConnection[]
}
export type RawConnection = IDBDatabase & { _rawDatabase: RawDatabase; _closed: boolean; _closePending: boolean }
export type RawTransaction = IDBTransaction & { _state: string; db: RawConnection; _abort(name: string): void }
