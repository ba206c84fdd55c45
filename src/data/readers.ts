import { openCatalogueReader, openUserReader, type Readers } from '#localdb/read.ts'
import type { Ready } from '#worker/api.ts'

// The page's open databases. Live queries go silent when a database is closed under them (an upgrade in
// another tab, site data cleared, a page taken from the back-forward cache), so it is opened again and
// every query subscribes anew.

const RETRY_MS = 500

let wanted: Ready | undefined
let open: Readers | undefined
let attempt = 0
const listeners = new Set<() => void>()
const tellAll = () => listeners.forEach((tell) => tell())

/** The readers that are open now; undefined while there are none. */
export const currentReaders = (): Readers | undefined => open

/** Tells whenever the readers are opened, closed or replaced. */
export function onReaders(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Opens the databases that the worker has made ready; resolves once they can be read. */
export async function openReaders(ready: Ready): Promise<void> {
  if (open && wanted?.userDb === ready.userDb && wanted.catalogueDb === ready.catalogueDb) return
  wanted = ready
  const mine = ++attempt
  const closed = () => { if (mine === attempt) reopenReaders() }
  try {
    const [user, catalogue] = await Promise.all([openUserReader(ready.userDb, closed), openCatalogueReader(ready.catalogueDb, closed)])
    if (mine !== attempt) {
      user.close()
      catalogue.close()
      return
    }
    open = { user, catalogue }
    tellAll()
  } catch (error) {
    // The worker is upgrading or has yet to make it: it is there a moment later.
    console.warn('The local database cannot be read yet', error)
    if (mine === attempt) setTimeout(() => { if (mine === attempt) void openReaders(ready) }, RETRY_MS)
  }
}

/** Closes them: another person's rows come next. */
export function closeReaders(): void {
  attempt++
  const old = open
  open = undefined
  old?.user.close()
  old?.catalogue.close()
  tellAll()
}

/** Opens again what was open. */
export function reopenReaders(): void {
  const ready = wanted
  closeReaders()
  if (ready) void openReaders(ready)
}
