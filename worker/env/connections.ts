/** Connections to one database. Seldom do more transactions of a worker run at once. */
const CONNECTIONS = 8

/**
 * Has the databases that a factory opens begin transactions at once on a connection each. For WebKit: it never ends the
 * transactions of a connection whose worker is terminated while more than one of them runs, and nobody can write to
 * the database until the whole browser is closed.
 */
export function withConnections(factory: IDBFactory): IDBFactory {
  const open = factory.open.bind(factory)
  factory.open = (...of) => {
    const request = open(...of)
    request.addEventListener('success', () => spread(open, request.result))
    return request
  }
  return factory
}

/** Has `first` begin each transaction on the connection where the fewest run, and closes all of them with it. */
function spread(open: IDBFactory['open'], first: IDBDatabase): void {
  const begin = first.transaction.bind(first)
  const close = first.close.bind(first)
  const running = new Map([[first, 0]])
  let closed = false

  // At once: a busy page lets each of them wait, and until then transactions share the first.
  for (let i = 1; i < CONNECTIONS; i++) {
    const request = open(first.name, first.version)
    // Deleted meanwhile: it is not this that makes it again.
    request.onupgradeneeded = () => request.transaction!.abort()
    request.onsuccess = () => {
      const { result: db } = request
      if (closed) return db.close()
      running.set(db, 0)
      db.onversionchange = () => {
        running.delete(db)
        db.close()
      }
    }
  }
  first.transaction = (...of) => {
    const [db, before] = [...running].reduce((least, one) => (one[1] < least[1] ? one : least))
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
