import type { DocumentAddresses } from '#contract/document.ts'
import { publicAddress } from './app/public-address.ts'
import { NO_SCREEN, routeAt } from './app/routes.ts'

// Which documents there are. The server knows it without the code that renders them, which has a thread of its own.

/** The export that the server loads. */
export const addresses: DocumentAddresses = {
  documentAt(path, search) {
    const pattern = routeAt(path).path
    const address = publicAddress(pattern, path, search)
    if (address !== undefined) return { address, rendered: true }
    // All others are the frame around a skeleton: one document a screen. What is no screen at all says so.
    return { address: pattern, rendered: pattern === NO_SCREEN }
  },
}
