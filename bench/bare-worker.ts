import { expose } from 'comlink'

// Runs in a worker: the least that can record a gesture. It writes the rows that ours writes, with the same indexes and
// the same durability, in group commits, and does nothing else.

/** The bare reference's door. */
export interface Bare {
  /** Resolves when the gesture on a product is on disk. */
  record(id: number): Promise<void>
}

const opening = new Promise<IDBDatabase>((done, failed) => {
  const open = indexedDB.open(`bare-${crypto.randomUUID()}`, 1)
  open.onupgradeneeded = () => {
    const outbox = open.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    outbox.createIndex('intentId', 'intentId', { unique: true })
    outbox.createIndex('state', 'state')
    for (const index of ['lanes', 'keys', 'deps']) outbox.createIndex(index, index, { multiEntry: true })
    open.result.createObjectStore('favourites', { keyPath: 'key' })
  }
  open.onsuccess = () => done(open.result)
  open.onerror = () => failed(open.error!)
})

function commit(db: IDBDatabase, ids: readonly number[]): Promise<void> {
  return new Promise((done, failed) => {
    const tx = db.transaction(['outbox', 'favourites'], 'readwrite', { durability: 'strict' })
    for (const id of ids) {
      tx.objectStore('outbox').add({
        intentId: crypto.randomUUID(),
        incarnation: 'incarnation-0001',
        uid: 'guest',
        proto: 1,
        name: 'favourite.set',
        payload: { id, on: true },
        lanes: [`favourite:${id}`],
        keys: [`favourites/${id}`],
        deps: [],
        state: 'pending',
        attempts: 0,
        notBefore: 0,
        leaseEpoch: 0,
        last: null,
        createdAt: Date.now(),
        confirmBy: null,
      })
      tx.objectStore('favourites').put({
        key: String(id),
        server: null,
        shown: { id, on: true, at: 1 },
        rev: 0,
        pending: 1,
        conflict: false,
      })
    }
    tx.oncomplete = () => done()
    tx.onerror = () => failed(tx.error!)
  })
}

let waiting: { id: number; done(): void; failed(error: unknown): void }[] = []
let running = false

async function run(): Promise<void> {
  running = true
  const db = await opening
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    await commit(
      db,
      group.map(({ id }) => id),
    ).then(
      () => group.forEach(({ done }) => done()),
      (error: unknown) => group.forEach(({ failed }) => failed(error)),
    )
  }
  running = false
}

const bare: Bare = {
  record: (id) =>
    new Promise((done, failed) => {
      waiting.push({ id, done, failed })
      if (!running) void run()
    }),
}
expose(bare)
