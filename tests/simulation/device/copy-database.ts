import type { RawDatabase } from './raw-database.ts'
import type { RawIndex, RawStore } from './raw-database.ts'

// A database of fake-indexeddb as it stands, made anew out of the library's own classes: with its counters, and
// without those who have it open. What is stored is never changed in place, so that both may hold it.

type Made<T> = new (...args: unknown[]) => T
/** A new one of the class of another. */
const another = <T extends object>(of: T, ...args: unknown[]): T => new (of.constructor as Made<T>)(...args)

/** A copy of a database of which nothing is being written. */
export function copyOf(raw: RawDatabase): RawDatabase {
  const copy = another(raw, raw.name, raw.version)
  for (const [name, store] of raw.rawObjectStores) copy.rawObjectStores.set(name, copyOfStore(store, copy))
  return copy
}

function copyOfStore(store: RawStore, to: RawDatabase): RawStore {
  const copy = another(store, to, store.name, store.keyPath, store.autoIncrement)
  if (copy.keyGenerator && store.keyGenerator) copy.keyGenerator.num = store.keyGenerator.num
  copyRecords(store, copy)
  for (const [name, index] of store.rawIndexes) copy.rawIndexes.set(name, copyOfIndex(index, copy))
  return copy
}

function copyOfIndex(index: RawIndex, to: RawStore): RawIndex {
  const copy = another(index, to, index.name, index.keyPath, index.multiEntry, index.unique)
  copy.initialized = index.initialized
  copyRecords(index, copy)
  return copy
}

function copyRecords(from: Pick<RawStore, 'records'>, to: Pick<RawStore, 'records'>): void {
  for (const { key, value } of from.records.values()) to.records.put({ key, value })
}
