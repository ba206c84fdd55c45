import type * as z from 'zod/mini'
import { itemsOf } from './json-items.ts'
import { httpNode, parseJson } from '../node-http.ts'
import type { NodeError } from '../real.ts'

// Requests to the HTTP API of java-tron, as tronprotocol/documentation-en documents it. It answers almost every error
// with status 200.

/** The bounds of a list of blocks or of receipts: its bytes, and the time until it is whole (ms). */
const LIST = { bytes: 100_000_000, ms: 60_000 }

/** The header that TronGrid takes a key in. */
const KEY_HEADER = 'TRON-PRO-API-KEY'

/** The most characters of a node's own words that an error shows. */
const WORDS_MAX = 200

/** The two parts of the API: of the last block, and of the last one that cannot be replaced any more. */
export type TronApi = 'wallet' | 'walletsolidity'

/** A node's API by its paths. */
export interface TronNode {
  /** @throws NodeError */
  ask<T>(path: string, body: object, schema: z.ZodMiniType<T>): Promise<T>
  /**
   * The objects of a list, which are read in turns once the answer is there. With `key` the list is in an object, which
   * is empty where nothing was found.
   *
   * @throws NodeError, also while they are read
   */
  list<T>(path: string, body: object, schema: z.ZodMiniType<T>, key?: string): Promise<AsyncIterable<T>>
  /** The error of an answer that cannot be right. */
  wrong(path: string, text: string): NodeError
}

interface Timing {
  /** In ms. */
  pauses?: readonly number[] | undefined
  timeout?: number | undefined
}

/** A node by the addresses of the two parts of its API. */
export function tronNode(api: string, solidity: string, timing: Timing = {}): TronNode {
  // TronGrid answers 403 where a key is used too often.
  const options = { ...timing, keyHeader: KEY_HEADER, isBusy: (status: number) => status === 403, errorIn }
  const [head, solid] = [httpNode(api, options), httpNode(solidity, options)]
  const at = (path: string) => (path.startsWith('/walletsolidity/') ? solid : head)
  const wrong = (path: string, text: string): NodeError => at(path).wrong(path, text)

  async function post(path: string, body: object, limits?: typeof LIST): Promise<Buffer> {
    const answer = await at(path).ask(path, body, limits)
    if (!answer) throw wrong(path, 'the status was 404')
    return answer
  }

  function read<T>(path: string, value: unknown, schema: z.ZodMiniType<T>): T {
    const found = schema.safeParse(value)
    if (!found.success) throw wrong(path, 'the answer has another form than java-tron’s')
    return found.data
  }

  async function* readList<T>(path: string, answer: Buffer, schema: z.ZodMiniType<T>, key?: string) {
    if (key !== undefined && isEmptyObject(answer)) return
    try {
      for await (const item of itemsOf(answer, key)) yield read(path, item, schema)
    } catch (error) {
      throw error instanceof SyntaxError ? wrong(path, `the answer is no list: ${error.message}`) : error
    }
  }

  return {
    wrong,
    ask: async (path, body, schema) => read(path, parseJson(await post(path, body)), schema),
    list: async (path, body, schema, key) => readList(path, await post(path, body, LIST), schema, key),
  }
}

const isEmptyObject = (answer: Buffer): boolean => answer.length < 10 && answer.toString().trim() === '{}'

/** The words of an error that a node answers instead of a result. A lite node answers them without any form. */
function errorIn(body: Buffer): string | undefined {
  if (body.length > 10_000) return undefined
  const value = parseJson(body)
  const words = value === undefined ? body.toString() : (value as { Error?: unknown } | null)?.Error
  return words === undefined ? undefined : String(words).trim().slice(0, WORDS_MAX)
}
