import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long Node waits for callers who send slowly (ms), and how often it looks. */
export const SERVER_OPTIONS = {
  headersTimeout: 15_000,
  /** A whole request, its body included: a full push in its compressed form takes a second on a slow phone. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

/** How long a caller may take nothing of an answer that is on its way (ms). */
const TAKES_NOTHING = 30_000

/** Ends connections that take nothing of what they are sent: Node keeps it in memory and waits without end. */
export function endStalled(server: Pick<Server, 'timeout' | 'prependListener'>, ms = TAKES_NOTHING): void {
  server.timeout = ms
  // Node ends a silent connection by itself unless its answer listens: an idle one, but none that waits for an answer.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}
