import {
  forceCloseDatabase,
  IDBDatabase as FDBDatabase,
  IDBFactory as FDBFactory,
  IDBIndex as FDBIndex,
  IDBKeyRange as FDBKeyRange,
  IDBObjectStore as FDBObjectStore,
  IDBOpenDBRequest as FDBOpenDBRequest,
  IDBVersionChangeEvent as FDBEvent,
} from 'fake-indexeddb'
import type { IdbEnv } from '#localdb/open.ts'
import { copyOf } from './copy-database.ts'
import type { RawConnection, RawDatabase, RawTransaction } from './raw-database.ts'

// A device's disk, which each of its tabs reaches through a factory of its own. So a tab can die without the others, a
// fault can strike one tab's k-th call, and it is known which tab wrote what.

/** The possible fates of one store call of a tab. */
export type Stroke = 'goes' | 'aborts' | 'full' | 'dies'

/** A user of the disk: a process such as one tab's worker. */
export interface DiskUser {
  dead: boolean
  /** Asked at each store call. */
  stroke(call: string, store: string, key: unknown): Stroke
  /** Whether a database opens at all, asked at each opening. */
  opens(): boolean
  /** It begins to upgrade a person's database. */
  upgrading(): void
  /** Something was put under a key that the value carries. */
  wrote(tx: RawTransaction, store: string, value: unknown): void
  /** A transaction that may write is on the disk. */
  committed(tx: RawTransaction): void
}

const users = new WeakMap<object, DiskUser>()
const storeCalls = [
  'put',
  'add',
  'delete',
  'clear',
  'get',
  'getAll',
  'getAllKeys',
  'getKey',
  'count',
  'openCursor',
  'openKeyCursor',
] as const
const indexCalls = ['get', 'getAll', 'getAllKeys', 'getKey', 'count', 'openCursor', 'openKeyCursor'] as const

type Wrapped = Record<string, (...args: unknown[]) => unknown>
interface Source {
  transaction: RawTransaction
  name: string
  objectStore?: { name: string; transaction: RawTransaction }
}

function wrapCalls(proto: Wrapped, calls: readonly string[]): void {
  for (const call of calls) {
    const original = proto[call]!
    proto[call] = function struck(this: Source, ...args: unknown[]) {
      const tx = this.objectStore?.transaction ?? this.transaction
      const user = users.get(tx.db)
      if (!user) return original.apply(this, args)
      const store = this.objectStore?.name ?? this.name
      const stroke = user.dead ? 'dies' : user.stroke(call, store, args[0])
      if (stroke !== 'goes') {
        if (tx._state !== 'finished') tx.abort()
        throw stroke === 'full'
          ? new DOMException('full', 'QuotaExceededError')
          : new DOMException('crashed here', 'AbortError')
      }
      if (call === 'put' || call === 'add') user.wrote(tx, store, args[0])
      return original.apply(this, args)
    }
  }
}

/** Makes every IndexedDB call of this process ask its user first. It is called once. */
export function wrapStorage(): void {
  wrapCalls(FDBObjectStore.prototype as unknown as Wrapped, storeCalls)
  wrapCalls(FDBIndex.prototype as unknown as Wrapped, indexCalls)
  const proto = FDBDatabase.prototype as unknown as Wrapped
  const original = proto['transaction']!
  proto['transaction'] = function asked(this: RawConnection, ...args: unknown[]) {
    const user = users.get(this)
    if (user?.dead) throw new DOMException('the process is dead', 'AbortError')
    const tx = original.apply(this, args) as RawTransaction
    if (user && tx.mode !== 'readonly') tx.addEventListener('complete', () => user.committed(tx))
    return tx
  }
}

type Internals = { _databases: Map<string, RawDatabase>; _connectionQueues: Map<string, Promise<unknown>> }
const never = (): IDBOpenDBRequest => new EventTarget() as IDBOpenDBRequest
/** An opening that the browser cannot do: a broken profile, or a window that keeps nothing. */
const failing = (): IDBOpenDBRequest => {
  const request = new FDBOpenDBRequest() as unknown as IDBOpenDBRequest
  setImmediate(() => {
    Object.assign(request, {
      readyState: 'done',
      error: new DOMException('Internal error opening backing store', 'UnknownError'),
    })
    request.dispatchEvent(new FDBEvent('error'))
  })
  return request
}

/** One device's disk. */
export class Disk {
  readonly #own = new FDBFactory() as unknown as IDBFactory & Internals
  readonly databases = this.#own._databases
  #hanging: (() => void)[] = []
  #waiting = new Map<string, () => void>()
  #connections = new Map<DiskUser, Set<RawConnection>>()

  /** The disk as a tab reaches it. `appVersion` is of the code that the tab runs. */
  forUser(user: DiskUser, appVersion: number): Required<IdbEnv> {
    const mine = new Set<RawConnection>()
    this.#connections.set(user, mine)
    const factory = new FDBFactory() as unknown as IDBFactory & Internals & { appVersion: number }
    factory.appVersion = appVersion
    factory._databases = this.#own._databases
    factory._connectionQueues = this.#own._connectionQueues
    const open = factory.open.bind(factory)
    const remove = factory.deleteDatabase.bind(factory)
    factory.open = (name, version) => {
      if (user.dead) return never()
      if (!user.opens()) return failing()
      this.#waiting.get(name)?.()
      this.#waiting.delete(name)
      const request = open(name, version)
      const known = (): void => {
        const connection = request.result as RawConnection
        users.set(connection, user)
        mine.add(connection)
      }
      request.addEventListener('upgradeneeded', (event) => {
        known()
        if (event.oldVersion > 0 && name.startsWith('caravan-user-')) user.upgrading()
      })
      request.addEventListener('success', () => {
        known()
        // It was opened for a process that has died meanwhile.
        if (user.dead) forceCloseDatabase(request.result as never)
      })
      return request
    }
    factory.deleteDatabase = (name) => (user.dead ? never() : remove(name))
    return { indexedDB: factory, IDBKeyRange: FDBKeyRange as unknown as typeof IDBKeyRange }
  }

  /** Ends a user's work as the system does when a process ends: open transactions abort, and connections close. */
  release(user: DiskUser): void {
    for (const connection of this.#connections.get(user) ?? []) {
      for (const tx of [...connection._rawDatabase.transactions])
        if (tx.db === connection && tx._state !== 'finished') tx._abort('AbortError')
      if (!connection._closed) forceCloseDatabase(connection as never)
    }
    this.#connections.delete(user)
  }

  /** The browser closes a tab's connections under it, as when it clears data or loses the file; returns how many. */
  closeUnder(user: DiskUser): number {
    const open = [...(this.#connections.get(user) ?? [])].filter((connection) => !connection._closed)
    for (const connection of open) forceCloseDatabase(connection as never)
    return open.length
  }

  /** The rows that a store holds at this moment. */
  rows<T>(database: string | RawDatabase, store: string): T[] {
    const raw = typeof database === 'string' ? this.databases.get(database) : database
    return Array.from(raw?.rawObjectStores.get(store)?.records.values() ?? [], (r) => r.value as T)
  }
  row<T>(database: string | RawDatabase, store: string, key: string | number): T | undefined {
    const raw = typeof database === 'string' ? this.databases.get(database) : database
    return raw?.rawObjectStores.get(store)?.records.get(key)?.value as T | undefined
  }

  /** Writes a row into a database from outside, past every tab. */
  put(database: string, store: string, row: object): Promise<void> {
    return new Promise((done, failed) => {
      if (!this.databases.has(database)) return done()
      const request = this.#own.open(database)
      request.onerror = () => failed(request.error!)
      request.onsuccess = () => {
        const connection = request.result
        if (!connection.objectStoreNames.contains(store)) {
          connection.close()
          return done()
        }
        const tx = connection.transaction(store, 'readwrite')
        tx.objectStore(store).put(row)
        tx.oncomplete = () => {
          connection.close()
          done()
        }
        tx.onabort = () => {
          connection.close()
          failed(tx.error!)
        }
      }
    })
  }

  /**
   * Opening a database hangs until the returned function is called; `struck` is called when the first opening waits.
   */
  hang(database: string, struck: () => void): () => void {
    let release = (): void => {}
    this.#waiting.set(database, struck)
    const before = this.#own._connectionQueues.get(database) ?? Promise.resolve()
    const held = new Promise<void>((done) => {
      release = done
    })
    this.#hanging.push(() => {
      this.#waiting.delete(database)
      release()
    })
    this.#own._connectionQueues.set(
      database,
      before.then(() => held),
    )
    return this.#hanging.at(-1)!
  }

  /** Releases all openings that hang. */
  letGo(): void {
    for (const release of this.#hanging.splice(0)) release()
  }

  /** Deletes a record from a database at once, without a transaction; returns whether it was there. */
  lose(database: string, store: string, key: string): boolean {
    const raw = this.databases.get(database)
    const records = raw?.rawObjectStores.get(store)?.records
    if (!records?.get(key)) return false
    records.delete(key)
    return true
  }

  /** Whether something is being written at this moment. */
  get isWriting(): boolean {
    return [...this.databases.values()].some((raw) =>
      raw.transactions.some((tx) => tx.mode !== 'readonly' && tx._state !== 'finished'),
    )
  }
  /** All that is stored, for this or another disk. */
  copy(): RawDatabase[] {
    return Array.from(this.databases.values(), copyOf)
  }
  /** Stores such a copy in place of what is here; a copy is for one disk only. */
  replace(copy: readonly RawDatabase[]): void {
    this.wipe()
    for (const raw of copy) this.databases.set(raw.name, raw)
  }

  wipe(): void {
    this.databases.clear()
  }
}
