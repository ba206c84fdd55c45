import type * as Reading from '#localdb/read.ts'
import type { Readers } from '#localdb/read.ts'
import type { Ready } from '#worker/api/worker-api.ts'

// The page's open databases. Live queries fall silent when a database is closed under them (an upgrade in another tab,
// site data cleared, a page taken from the back-forward cache). The opener is then notified, asks the worker which
// databases are current and opens them, and every query subscribes again.

let names = ''
let reading: typeof Reading | undefined
let open: Readers | undefined
let attempt = 0
let opening = new AbortController()
let lost = (): void => {}
const listeners = new Set<() => void>()
const tellAll = () => listeners.forEach((tell) => tell())

/** The readers that are open now; undefined while there are none. */
export const currentReaders = (): Readers | undefined => open

/**
 * A query over readers that are open: its answer, again whenever a row that it read changes.
 *
 * @throws before {@link loadReading} has resolved.
 */
export const observeOpen = <T>(query: () => Promise<T>): ReturnType<typeof Reading.observe<T>> =>
  reading!.observe(query)

/**
 * Loads what reads the databases. It brings Dexie, a fifth of all that the page is made of, and so is a chunk of its
 * own: the first screen of a first visit has no rows yet and does not wait for it.
 */
export async function loadReading(): Promise<typeof Reading> {
  return (reading ??= await import('#localdb/read.ts'))
}

/** Notifies whenever the readers are opened, closed or replaced. */
export function onReaders(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Registers the callback that opens the readers again after they were closed under the page. */
export function onReadersLost(tell: () => void): void {
  lost = tell
}

/**
 * Opens the databases that the worker has made ready.
 *
 * @throws when they cannot be read (yet).
 */
export async function openReaders(ready: Ready): Promise<void> {
  const wanted = `${ready.userDb} ${ready.catalogueDb}`
  if (open && names === wanted) return
  const mine = ++attempt
  opening.abort()
  const { signal } = (opening = new AbortController())
  const closed = () => {
    if (mine === attempt) loseReaders()
  }
  const { openUserReader, openCatalogueReader } = await loadReading()
  // Closed, or opened for somebody else, while that came.
  if (mine !== attempt) return
  const [user, catalogue] = await Promise.allSettled([
    openUserReader(ready.userDb, closed, signal),
    openCatalogueReader(ready.catalogueDb, closed, signal),
  ])
  if (mine === attempt && user.status === 'fulfilled' && catalogue.status === 'fulfilled') {
    open = { user: user.value, catalogue: catalogue.value }
    names = wanted
    tellAll()
    return
  }
  for (const half of [user, catalogue]) if (half.status === 'fulfilled') half.value.close()
  // A later call took over.
  if (mine !== attempt) return
  throw [user, catalogue].find((half) => half.status === 'rejected')!.reason
}

/** Closes the readers, also those that are being opened, before another person's are opened. */
export function closeReaders(): void {
  attempt++
  open = undefined
  opening.abort()
  tellAll()
}

/** Call when the readers were closed under the page or can no longer be trusted: they are opened again. */
export function loseReaders(): void {
  closeReaders()
  lost()
}
