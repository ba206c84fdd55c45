import { unescape } from 'node:querystring'
import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { nodeError, type NodeError } from './real.ts'

// Requests to an Esplora HTTP API, as Blockstream/esplora documents it in API.md. Every answer is bounded in bytes and
// in time, and no error shows more of the API's address than its host.

/** The time limit of a request (ms), and that of a block. */
const [TIMEOUT, BLOCK_TIMEOUT] = [10_000, 60_000]

/** The largest answer (bytes), and the largest block: one of four million units of weight. */
const [ANSWER_MAX, BLOCK_MAX] = [2_000_000, 4_000_000]

/** Pauses before a request is repeated (ms), where the node has too much to do. */
const PAUSES = [500, 2_000]

/** An Esplora API by its paths. Undefined is answered where the node does not have what was asked for. */
export interface BitcoinNode {
  /** A hash as text. */
  hash(path: string): Promise<string | undefined>
  json<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined>
  /** A block or a transaction as its bytes. */
  raw(path: string): Promise<Buffer | undefined>
  /** The error of an answer that cannot be right. */
  wrong(path: string, text: string): NodeError
}

interface Limits {
  bytes: number
  ms: number
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

/** An Esplora API by its address. `pauses` and `timeout` in ms. */
export function bitcoinNode(api: string, pauses: readonly number[] = PAUSES, timeout = TIMEOUT): BitcoinNode {
  const { at, headers } = readApi(api)
  const wrong = (path: string, text: string): NodeError => nodeError(api, path, text, true)

  async function get(path: string, limits: Limits = { bytes: ANSWER_MAX, ms: timeout }): Promise<Buffer | undefined> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask(at(path), headers, limits)
      } catch (error) {
        const pause = pauses[tries]
        if (!(error instanceof Refused && error.busy) || pause === undefined)
          throw nodeError(api, path, textOf(error, limits), error instanceof Refused)
        await setTimeout(pause)
      }
    }
  }

  return {
    wrong,
    async hash(path) {
      const text = (await get(path))?.toString('latin1').trim()
      if (text !== undefined && !/^[0-9a-f]{64}$/.test(text)) throw wrong(path, 'the answer is no hash')
      return text
    },
    async json(path, schema) {
      const body = await get(path)
      if (body === undefined) return undefined
      const read = schema.safeParse(parseJson(body))
      if (!read.success) throw wrong(path, 'the answer has another form than Esplora’s')
      return read.data
    },
    raw: (path) => get(path, { bytes: BLOCK_MAX, ms: BLOCK_TIMEOUT }),
  }
}

/** The hash of the last block. */
export async function readTip(node: BitcoinNode): Promise<string> {
  const path = '/blocks/tip/hash'
  const hash = await node.hash(path)
  if (hash === undefined) throw node.wrong(path, 'there is no last block')
  return hash
}

/** The address of a path, and the headers of every request: a user and a password in the address go into one. */
function readApi(api: string): { at(path: string): URL; headers: Record<string, string> } {
  const base = new URL(api)
  const both = `${unescape(base.username)}:${unescape(base.password)}`
  base.username = ''
  base.password = ''
  const prefix = base.pathname.replace(/\/+$/, '')
  return {
    at(path) {
      const url = new URL(base)
      url.pathname = `${prefix}${path}`
      return url
    },
    headers: both === ':' ? {} : { authorization: `Basic ${Buffer.from(both).toString('base64')}` },
  }
}

async function ask(url: URL, headers: Record<string, string>, { bytes, ms }: Limits): Promise<Buffer | undefined> {
  // A redirect could send a key to another host.
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ms) })
  const { status, body } = response
  if (status !== 200) {
    await body?.cancel()
    if (status === 404) return undefined
    throw new Refused(`the status was ${status}`, status === 429 || status >= 500)
  }
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop early ends the connection.
  for await (const part of body ?? []) {
    length += part.length
    if (length > bytes) throw new Refused(`the answer has more than ${bytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

function textOf(error: unknown, { ms }: Limits): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no whole answer in ${ms / 1000} s`
  const { code, message } = (error.cause ?? error) as { code?: unknown; message?: string }
  return typeof code === 'string' ? code : (message ?? error.message)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // Not JSON: it has none of the forms.
    return undefined
  }
}
