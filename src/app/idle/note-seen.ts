import { askWorker, client } from '../../data/worker/worker-client.ts'
import { links } from '../../links/links.ts'

// The products that a person looks at are remembered on this device, with their prices: home shows them again, and says
// which have become cheaper since. Nobody else learns of it.

const PREFIX = links.goods(0).slice(0, -1)

/** The product whose screen an address is. */
function productAt({ pathname, search }: URL | Location): number | undefined {
  const address = `${pathname}${search}`
  const id = address.startsWith(PREFIX) ? Number(address.slice(PREFIX.length)) : 0
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Begins to note the products that are opened. `onScreen` calls back whenever another screen is shown. */
export function startNotingSeen(onScreen: (shown: () => void) => void): void {
  let open: number | undefined
  const note = (id: number | undefined): void =>
    void askWorker((api) => api.call('seen.note', id === undefined ? {} : { id }, client.person()?.uid)).catch(() => {})
  const look = (): void => {
    const now = productAt(location)
    if (now === open) return
    // Again as one leaves it: by then its price is here.
    if (open !== undefined) note(open)
    if (now !== undefined) note(now)
    open = now
  }
  onScreen(look)
  // The product with which the visit began has been seen, too, by somebody who went on before this was loaded.
  const [visit] = performance.getEntriesByType('navigation')
  open = visit && productAt(new URL(visit.name))
  if (open !== undefined) note(open)
  look()
  // The prices of products saved in a list are noted as well.
  note(undefined)
}
