import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { BlockHead } from '../chain.ts'
import { bytesField, numberField } from '../networks/protobuf.ts'
import { ChainSettingsError } from '../real.ts'
import type { TronNetwork } from '../networks/tron-networks.ts'
import type { TronApi, TronNode } from './node.ts'

/** A hash, or the id of a block or a transaction, in hexadecimal. */
export const TronHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const bytes = z.string().check(z.regex(/^(?:[0-9a-f]{2}){1,200}$/))
// A node leaves out what is zero or empty.
const count = z._default(z.int().check(z.nonnegative()), 0)

/** A block without its transactions. */
export const HeaderOnly = z.object({
  blockID: TronHash,
  block_header: z.object({
    raw_data: z.object({
      timestamp: count,
      txTrieRoot: z.optional(bytes),
      parentHash: z.optional(bytes),
      number: count,
      witness_id: count,
      witness_address: z.optional(bytes),
      version: count,
      accountStateRoot: z.optional(bytes),
    }),
  }),
})
export type HeaderOnly = z.infer<typeof HeaderOnly>

/** The head of a block, with what its header says. */
export interface TronHeader extends BlockHead {
  /** The id of the block before it. */
  parent: string
  /** Unix ms. */
  timestamp: number
  /** Whether it has no transactions. */
  isEmpty: boolean
}

/**
 * Reads a header, whose fields have to be those that the block's id is made of.
 *
 * @throws NodeError
 */
export function readHeader(node: TronNode, path: string, { blockID, block_header: { raw_data } }: HeaderOnly) {
  const { number: height, parentHash: parent = '', timestamp, txTrieRoot = '' } = raw_data
  if (idOf(raw_data) !== blockID) throw node.wrong(path, `the header is not that of block ${blockID}`)
  return { height, hash: blockID, parent, timestamp, isEmpty: /^0*$/.test(txTrieRoot) } satisfies TronHeader
}

/** The header of the last block, or of the one at a height; undefined beyond the head. */
export async function askHeader(node: TronNode, api: TronApi, height?: number): Promise<TronHeader | undefined> {
  const path = `/${api}/getblock`
  const which = height === undefined ? {} : { id_or_num: String(height) }
  const { blockID, block_header } = await node.ask(path, { ...which, detail: false }, z.partial(HeaderOnly))
  if (blockID === undefined || block_header === undefined) return undefined
  const header = readHeader(node, path, { blockID, block_header })
  if (height !== undefined && header.height !== height) throw node.wrong(path, 'the answer is about another block')
  return header
}

/** The last block. @throws NodeError where there is none */
export async function askLast(node: TronNode, api: TronApi): Promise<TronHeader> {
  const last = await askHeader(node, api)
  if (!last) throw node.wrong(`/${api}/getblock`, 'there is no last block')
  return last
}

/**
 * Compares both parts of a node's API with a network, by its first block. `names`: the settings of their addresses.
 *
 * @throws ChainSettingsError where a part is on another network, NodeError where it does not answer
 */
export async function checkTronGenesis(
  node: TronNode,
  { name, genesis }: TronNetwork,
  names: Record<TronApi, string>,
): Promise<void> {
  for (const api of ['wallet', 'walletsolidity'] as const) {
    const first = await askHeader(node, api, 0)
    if (first?.hash !== genesis)
      throw new ChainSettingsError(
        `The node of ${names[api]} is not on the network ${name}: its first block is ${first?.hash ?? 'missing'}`,
      )
  }
}

/** A block's id: its height in 8 bytes, and the last 24 of the hash of its header as Protocol Buffers write it. */
function idOf(raw: HeaderOnly['block_header']['raw_data']): string {
  const header = Buffer.concat([
    numberField(1, raw.timestamp),
    bytesField(2, bytesIn(raw.txTrieRoot)),
    bytesField(3, bytesIn(raw.parentHash)),
    numberField(7, raw.number),
    numberField(8, raw.witness_id),
    bytesField(9, bytesIn(raw.witness_address)),
    numberField(10, raw.version),
    bytesField(11, bytesIn(raw.accountStateRoot)),
  ])
  const id = hash('sha256', header, 'buffer')
  id.writeBigUInt64BE(BigInt(raw.number))
  return id.toString('hex')
}

const bytesIn = (hex = ''): Buffer => Buffer.from(hex, 'hex')
