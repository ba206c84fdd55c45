import * as z from 'zod/mini'
import { bitcoinRules, type BitcoinNetwork } from '../networks/bitcoin-networks.ts'
import type { BlockHead } from '../chain.ts'
import { httpNode, parseJson } from '../node-http.ts'
import { ChainSettingsError, type NodeError } from '../real.ts'

// Requests to an Esplora HTTP API, as Blockstream/esplora documents it in API.md.

/** The bounds of a block: four million units of weight, and the time until it is whole (ms). */
const BLOCK = { bytes: 4_000_000, ms: 60_000 }

/** An Esplora API by its paths. Undefined is answered where the node does not have what was asked for. */
export interface BitcoinNode {
  /** A hash as text. */
  hash(path: string): Promise<string | undefined>
  json<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined>
  /** A block or a transaction as its bytes. */
  raw(path: string): Promise<Buffer | undefined>
  /** Sends a text. @throws NodeError, where the node refuses it with `answered` */
  post(path: string, text: string): Promise<void>
  /** The error of an answer that cannot be right. */
  wrong(path: string, text: string): NodeError
}

/** An Esplora API by its address. `pauses` and `timeout` in ms. */
export function bitcoinNode(api: string, pauses?: readonly number[], timeout?: number): BitcoinNode {
  const { ask, wrong } = httpNode(api, { pauses, timeout })
  return {
    wrong,
    async hash(path) {
      const text = (await ask(path))?.toString('latin1').trim()
      if (text !== undefined && !/^[0-9a-f]{64}$/.test(text)) throw wrong(path, 'the answer is no hash')
      return text
    },
    async json(path, schema) {
      const body = await ask(path)
      if (body === undefined) return undefined
      const read = schema.safeParse(parseJson(body))
      if (!read.success) throw wrong(path, 'the answer has another form than Esplora’s')
      return read.data
    },
    raw: (path) => ask(path, undefined, BLOCK),
    async post(path, text) {
      if ((await ask(path, text)) === undefined) throw wrong(path, 'there is no such call')
    },
  }
}

const BlockStatus = z.object({ id: z.string(), height: z.int().check(z.nonnegative()) })

/** The last block. Its height is asked for once where the one before is given as `last`. */
export async function readHead(node: BitcoinNode, last?: BlockHead): Promise<BlockHead> {
  const hash = await readTip(node)
  if (hash === last?.hash) return last
  const status = await node.json(`/block/${hash}`, BlockStatus)
  if (status?.id !== hash) throw node.wrong(`/block/${hash}`, 'the answer is about another block')
  return { height: status.height, hash }
}

/** The hash of the last block. */
export async function readTip(node: BitcoinNode): Promise<string> {
  const path = '/blocks/tip/hash'
  const hash = await node.hash(path)
  if (hash === undefined) throw node.wrong(path, 'there is no last block')
  return hash
}

/**
 * Compares the first block of a node with that of a network. `setting`: the name of the setting with its address.
 *
 * @throws ChainSettingsError where the node is on another network, NodeError where it does not answer
 */
export async function checkBitcoinGenesis(node: BitcoinNode, network: BitcoinNetwork, setting: string): Promise<void> {
  const found = await node.hash('/block-height/0')
  if (found === undefined) throw new ChainSettingsError(`${setting} has no first block: is it the address of an API?`)
  if (found !== bitcoinRules(network).genesis)
    throw new ChainSettingsError(`The node of ${setting} is not on the network ${network}: its first block is ${found}`)
}
