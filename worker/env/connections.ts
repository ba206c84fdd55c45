/** Connections to one database. Seldom do more transactions of a worker run at once. */
const CONNECTIONS = 8

/**
 * The browser's databases, with a connection of its own for each of several transactions at once. For WebKit: it never
 * ends the transactions of a connection whose worker is terminated while more than one of them runs, and nobody can
 * write to the database until the whole browser is closed.
 */
export const withConnections = (factory: IDBFactory): IDBFactory => ({
  open: (name, version) => {
    const request = version === undefined ? factory.open(name) : factory.open(name, version)
    request.addEventListener('success', () => spread(factory, request.result))
    return request
  },
  deleteDatabase: (name) => factory.deleteDatabase(name),
  databases: () => factory.databases(),
  cmp: (one, other) => factory.cmp(one, other),
})

/** Has `first` begin each transaction on the connection where the fewest run, and closes all of them with it. */
function spread(factory: IDBFactory, first: IDBDatabase): void {
  const { name, version } = first
  const [begin, close] = [first.transaction.bind(first), first.close.bind(first)]
  const running = new Map<IDBDatabase, number>([[first, 0]])
  let closed = false

  // At once: a busy page lets each of them wait, and until then transactions share the first.
  for (let i = 1; i < CONNECTIONS; i++) {
    const request = factory.open(name, version)
    const leave = (): void => {
      running.delete(request.result)
      request.result.close()
    }
    // Deleted meanwhile: it is not this that makes it again.
    request.onupgradeneeded = () => request.transaction!.abort()
    request.onerror = (event) => event.preventDefault()
    request.onsuccess = () => {
      if (closed) return request.result.close()
      running.set(request.result, 0)
      request.result.onversionchange = request.result.onclose = leave
    }
  }
  first.transaction = (...of) => {
    const [[db, before]] = [...running].sort(([, one], [, other]) => one - other) as [[IDBDatabase, number]]
    const transaction = db === first ? begin(...of) : db.transaction(...of)
    running.set(db, before + 1)
    const ended = (): void => {
      if (running.has(db)) running.set(db, running.get(db)! - 1)
    }
    transaction.addEventListener('complete', ended)
    transaction.addEventListener('abort', ended)
    return transaction
  }
  first.close = () => {
    closed = true
    for (const db of running.keys()) if (db !== first) db.close()
    close()
  }
}
