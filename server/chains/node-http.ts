import { unescape } from 'node:querystring'
import { setTimeout } from 'node:timers/promises'
import { nodeError, type NodeError } from './real.ts'

// Requests to the HTTP API of a node. Every answer is bounded in bytes and in time, and no error shows more of the
// API's address than its host.

/** The bounds of an answer: its bytes, and the time until it is whole (ms). */
interface Limits {
  bytes: number
  ms: number
}

const USUAL: Limits = { bytes: 2_000_000, ms: 10_000 }

/** Pauses before a request is repeated (ms), where the node has too much to do. */
const PAUSES = [500, 2_000]

/** How an API differs from others. */
interface HttpOptions {
  /** Pauses before a request is repeated, and the time limit of one (ms). */
  pauses?: readonly number[] | undefined
  timeout?: number | undefined
  /** The header for a key, which is a user without a password in the address. */
  keyHeader?: string
  /** Whether a status other than 429 and 5xx says that the node has too much to do. */
  isBusy?(status: number): boolean
  /** An error that is answered with status 200, after which the request is repeated, too. */
  errorIn?(body: Buffer): string | undefined
}

/** An HTTP API by its paths. */
export interface HttpNode {
  /**
   * The answer at a path; undefined where there is none (404). `body` is posted: a text as it is, anything else as
   * JSON.
   *
   * @throws NodeError
   */
  ask(path: string, body?: object | string, limits?: Limits): Promise<Buffer | undefined>
  /** The error of an answer that cannot be right. */
  wrong(path: string, text: string): NodeError
}

/** An answer that cannot be used, before the address is taken out of it. */
class Refused extends Error {
  /** Whether the node has too much to do. */
  readonly busy: boolean
  constructor(message: string, busy = false) {
    super(message)
    this.busy = busy
  }
}

/** An HTTP API by its address. */
export function httpNode(api: string, options: HttpOptions = {}): HttpNode {
  const { pauses = PAUSES, timeout = USUAL.ms } = options
  const { at, headers } = readApi(api, options.keyHeader)
  return {
    wrong: (path, text) => nodeError(api, path, text, true),
    async ask(path, body, limits = { ...USUAL, ms: timeout }) {
      for (let tries = 0; ; tries++) {
        try {
          return await request(at(path), { headers, body }, limits, options)
        } catch (error) {
          const pause = pauses[tries]
          if (!(error instanceof Refused && error.busy) || pause === undefined)
            throw nodeError(api, path, textOf(error, limits), error instanceof Refused)
          await setTimeout(pause)
        }
      }
    },
  }
}

/** The value of a JSON text; undefined where it is none, so that it has none of the expected forms. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The address of a path, and the headers of every request: a user and a password in the address go into one. */
function readApi(api: string, keyHeader?: string): { at(path: string): URL; headers: Record<string, string> } {
  const base = new URL(api)
  const [user, password] = [unescape(base.username), unescape(base.password)]
  base.username = ''
  base.password = ''
  const prefix = base.pathname.replace(/\/+$/, '')
  return {
    at(path) {
      const url = new URL(base)
      url.pathname = `${prefix}${path}`
      return url
    },
    headers: authorization(user, password, keyHeader),
  }
}

function authorization(user: string, password: string, keyHeader?: string): Record<string, string> {
  if (user === '' && password === '') return {}
  if (keyHeader !== undefined && password === '') return { [keyHeader]: user }
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

async function request(
  url: URL,
  { headers, body: sent }: { headers: Record<string, string>; body: object | string | undefined },
  { bytes, ms }: Limits,
  { isBusy, errorIn }: HttpOptions,
): Promise<Buffer | undefined> {
  const isText = typeof sent === 'string'
  const type = isText ? 'text/plain' : 'application/json'
  const response = await fetch(url, {
    ...(sent !== undefined && { method: 'POST', body: isText ? sent : JSON.stringify(sent) }),
    headers: sent === undefined ? headers : { ...headers, 'content-type': type },
    // A redirect could send a key to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(ms),
  })
  const { status, body } = response
  if (status !== 200) {
    await body?.cancel()
    if (status === 404) return undefined
    throw new Refused(`the status was ${status}`, status === 429 || status >= 500 || isBusy?.(status))
  }
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop early ends the connection.
  for await (const part of body ?? []) {
    length += part.length
    if (length > bytes) throw new Refused(`the answer has more than ${bytes} bytes`)
    parts.push(part)
  }
  const whole = Buffer.concat(parts, length)
  const error = errorIn?.(whole)
  if (error !== undefined) throw new Refused(error, true)
  return whole
}

function textOf(error: unknown, { ms }: Limits): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no whole answer in ${ms / 1000} s`
  const { code, message } = (error.cause ?? error) as { code?: unknown; message?: string }
  return typeof code === 'string' ? code : (message ?? error.message)
}
