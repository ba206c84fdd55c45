import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Head } from './chain.ts'
import type { TronApi, TronNode } from './tron-node.ts'

/** A hash, or the id of a block or a transaction, in hexadecimal. */
export const Id = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const bytes = z.string().check(z.regex(/^(?:[0-9a-f]{2}){1,200}$/))
// A node leaves out what is zero or empty.
const count = z._default(z.int().check(z.nonnegative()), 0)

/** A block without its transactions. */
export const HeaderOnly = z.object({
  blockID: Id,
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
export interface TronHeader extends Head {
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

/** A block's id: its height in 8 bytes, and the last 24 of the hash of its header as Protocol Buffers write it. */
function idOf(raw: HeaderOnly['block_header']['raw_data']): string {
  const header = Buffer.concat([
    number(1, raw.timestamp),
    text(2, raw.txTrieRoot),
    text(3, raw.parentHash),
    number(7, raw.number),
    number(8, raw.witness_id),
    text(9, raw.witness_address),
    number(10, raw.version),
    text(11, raw.accountStateRoot),
  ])
  const id = hash('sha256', header, 'buffer')
  id.writeBigUInt64BE(BigInt(raw.number))
  return id.toString('hex')
}

/** A field with a number; none where that is 0. */
const number = (field: number, value: number): Buffer =>
  Buffer.from(value === 0 ? [] : [...varint(field << 3), ...varint(value)])

/** A field with bytes, which are given in hexadecimal. */
function text(field: number, hex = ''): Buffer {
  const value = Buffer.from(hex, 'hex')
  return value.length === 0 ? value : Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(value.length)]), value])
}

/** A number in groups of 7 bits, the lowest first; all but the last one have their eighth bit set. */
function varint(value: number): number[] {
  const groups: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) groups.push((left % 128) + 128)
  return [...groups, left]
}
