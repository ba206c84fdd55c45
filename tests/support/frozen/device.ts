import type { IdbEnv } from '#localdb/open.ts'

// A device's databases as text, and back. It uses IndexedDB's own calls, so that frozen data does not depend on later
// changes to the product's schema: version, stores, indexes and the counters of keys are as they were.

type Factory = NonNullable<IdbEnv['indexedDB']>
interface FrozenIndex {
  name: string
  keyPath: string | string[]
  unique: boolean
  multiEntry: boolean
}
interface FrozenStore {
  name: string
  keyPath: string | string[] | null
  autoIncrement: boolean
  indexes: FrozenIndex[]
  /** The key that the counter gives next. */ next?: number
  keys?: IDBValidKey[]
  rows: unknown[]
}
export interface FrozenDatabase {
  name: string
  version: number
  stores: FrozenStore[]
}
/**
 * All databases of a device; `at` (Unix ms) by its own clock. Its key is in plain text: it never sealed anything but
 * test data.
 */
export interface FrozenDevice {
  at: number
  databases: FrozenDatabase[]
}

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error!)
    }
  })
const done = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => {
      resolve()
    }
    tx.onabort = () => {
      reject(tx.error ?? new Error('aborted'))
    }
  })

const typed = { Uint8Array, Uint16Array, Uint32Array, Float64Array }
const named = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)
const mapValues = async (value: object, by: (x: unknown) => Promise<unknown>): Promise<unknown> =>
  Object.fromEntries(await Promise.all(Object.entries(value).map(async ([k, v]) => [k, await by(v)] as const)))

/** A value in JSON; a value that JSON lacks becomes `{ $: its type, of: … }`. Keys must be extractable. */
async function toText(value: unknown): Promise<unknown> {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', of: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(toText))
  const kind = named(value)
  if (kind === 'CryptoKey')
    return { $: 'key', of: Buffer.from(await crypto.subtle.exportKey('raw', value as CryptoKey)).toString('base64') }
  if (kind === 'ArrayBuffer') return { $: kind, of: Buffer.from(value as ArrayBuffer).toString('base64') }
  if (ArrayBuffer.isView(value))
    return { $: kind, of: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  if (kind !== 'Object') throw new Error(`a ${kind} cannot be frozen`)
  return mapValues(value, toText)
}

async function fromText(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(fromText))
  const { $: kind, of = '' } = value as { $?: string; of?: string }
  if (kind === undefined) return mapValues(value, fromText)
  const bytes = (): ArrayBuffer => new Uint8Array(Buffer.from(of, 'base64')).buffer
  if (kind === 'undefined') return undefined
  if (kind === 'number') return Number(of)
  // As on a device, the key cannot be extracted.
  if (kind === 'key') return crypto.subtle.importKey('raw', bytes(), { name: 'AES-GCM' }, false, ['encrypt', 'decrypt'])
  if (kind === 'ArrayBuffer') return bytes()
  return new typed[kind as keyof typeof typed](bytes())
}

/** Reads everything that a device keeps. */
export async function freezeDevice(indexedDB: Factory, at: number): Promise<FrozenDevice> {
  const databases: FrozenDatabase[] = []
  for (const { name } of await indexedDB.databases()) {
    const db = await asked(indexedDB.open(name!))
    const stores: FrozenStore[] = []
    for (const store of db.objectStoreNames) stores.push(await freezeStore(db, store))
    databases.push({ name: name!, version: db.version, stores })
    db.close()
  }
  return { at, databases }
}

async function freezeStore(db: IDBDatabase, name: string): Promise<FrozenStore> {
  const store = db.transaction(name).objectStore(name)
  const { keyPath, autoIncrement } = store
  const indexes = Array.from(store.indexNames, (index) => store.index(index)).map((i) => ({
    name: i.name,
    keyPath: i.keyPath,
    unique: i.unique,
    multiEntry: i.multiEntry,
  }))
  const [keys, rows] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll() as IDBRequest<unknown[]>)])
  return {
    name,
    keyPath,
    autoIncrement,
    indexes,
    ...(autoIncrement && { next: await nextKey(db, name) }),
    ...(keyPath === null && { keys }),
    rows: await Promise.all(rows.map(toText)),
  }
}

/** Reads the counter by adding a row in a transaction that is aborted, which takes the counter back too. */
async function nextKey(db: IDBDatabase, name: string): Promise<number> {
  const tx = db.transaction(name, 'readwrite')
  const store = tx.objectStore(name)
  const row = Object.fromEntries(
    Array.from(store.indexNames, (i) => [store.index(i).keyPath as string, `none ${Math.random()}`]),
  )
  const key = (await asked(store.add(row))) as number
  const over = new Promise((resolve) => {
    tx.onabort = resolve
  })
  tx.abort()
  await over
  return key
}

/** Makes the databases of a frozen device in an IndexedDB that has none. */
export async function thawDevice(indexedDB: Factory, device: FrozenDevice): Promise<void> {
  for (const { name, version, stores } of device.databases) {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      for (const store of stores) makeStore(request.result, store)
    }
    const db = await asked(request)
    for (const { name: store, keys, rows, next } of stores) {
      const values = await Promise.all(rows.map(fromText))
      const tx = db.transaction(store, 'readwrite')
      const into = tx.objectStore(store)
      if (next !== undefined && next > 1) {
        into.put({ [into.keyPath as string]: next - 1 })
        into.delete(next - 1)
      }
      values.forEach((value, i) => {
        into.put(value, keys?.[i])
      })
      await done(tx)
    }
    db.close()
  }
}

/** A store as it was, still empty; inside a version change. */
function makeStore(db: IDBDatabase, { name, keyPath, autoIncrement, indexes }: FrozenStore): void {
  const store = db.createObjectStore(name, { keyPath, autoIncrement })
  for (const index of indexes)
    store.createIndex(index.name, index.keyPath, { unique: index.unique, multiEntry: index.multiEntry })
}
