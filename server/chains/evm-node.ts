import { BaseError, createPublicClient, http, type PublicClient, type Transport } from 'viem'
import { NodeError } from './real.ts'

/** The time that a node has for an answer (ms), and the tries after the first. */
const [TIMEOUT, TRIES] = [10_000, 2]

/**
 * An Ethereum node by its JSON-RPC address. Such an address often carries a key, and viem's errors carry the address:
 * they are replaced, so that no log shows it.
 */
export function ethereumNode(url: string): PublicClient {
  const inner = http(url, { timeout: TIMEOUT, retryCount: TRIES })
  const transport: Transport = (config) => {
    const made = inner(config)
    return {
      ...made,
      request: ((args, options) =>
        made.request(args as never, options as never).catch((error: unknown) => {
          throw redacted(url, (args as { method: string }).method, error)
        })) as typeof made.request,
    }
  }
  return createPublicClient({ transport, pollingInterval: TIMEOUT })
}

/** An error without the secrets of an address. Its cause is left out, because it holds the whole address. */
function redacted(url: string, method: string, error: unknown): NodeError {
  const { host, username, password, pathname, search } = new URL(url)
  const text = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
  const secrets = [url, search, ...pathname.split('/'), username, password].filter((part) => part.length > 3)
  const shown = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  return new NodeError(`The node at ${host} did not answer ${method}: ${shown.trim()}`)
}
