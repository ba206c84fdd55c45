import { createHash } from 'node:crypto'
import { Script, RawTx, p2wpkh, type Transaction } from '@scure/btc-signer'

// Blocks and their first transactions as Bitcoin serializes them, written apart from the market's reader of them.

/** The form of addresses on a regtest network. */
export const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

/** The easiest target, which every second hash meets. */
const BITS = 0x207fffff

/** The satoshis that a block makes, which are halved every 150 blocks. */
export const subsidyAt = (height: number): bigint => 5_000_000_000n >> BigInt(Math.floor(height / 150))

/** A transaction as its bytes, with its id. */
export interface RawTransaction {
  id: string
  raw: Uint8Array
}

/** A block as its bytes, with its hash. */
export interface RawBlock {
  height: number
  hash: string
  raw: Buffer
  transactions: readonly RawTransaction[]
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const twice = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))
const shown = (hash: Uint8Array): string => Buffer.from(hash).reverse().toString('hex')
const stored = (text: string): Buffer => Buffer.from(text, 'hex').reverse()

/** The root of a tree of hashes. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!
  const pairs = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, n) => {
    const left = hashes[2 * n]!
    return twice(Buffer.concat([left, hashes[2 * n + 1] ?? left]))
  })
  return rootOf(pairs)
}

/** A count as Bitcoin writes it. */
function countOf(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  const bytes = Buffer.from([0xfd, 0, 0])
  bytes.writeUInt16LE(count, 1)
  return bytes
}

/** The transactions of a block, behind their count. */
export const bodyOf = (transactions: readonly RawTransaction[]): Buffer =>
  Buffer.concat([countOf(transactions.length), ...transactions.map(({ raw }) => raw)])

/** A signed transaction. */
export const rawOf = (transaction: Transaction): RawTransaction => ({
  id: transaction.id,
  raw: transaction.extract(),
})

/** The transaction that makes a block's new coins, and commits to the witnesses of the others (BIP-141). */
function coinbase(
  height: number,
  others: readonly RawTransaction[],
  { script, seed }: { script: Uint8Array; seed: number },
): RawTransaction {
  const reserved = Buffer.alloc(32)
  const witnesses = rootOf([reserved, ...others.map(({ raw }) => twice(raw))])
  const mark = Buffer.concat([Buffer.from('aa21a9ed', 'hex'), twice(Buffer.concat([witnesses, reserved]))])
  const extra = Buffer.alloc(8)
  extra.writeDoubleLE(seed)
  const parts = {
    version: 2,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        // The height comes first (BIP-34).
        finalScriptSig: Script.encode([height, extra]),
        sequence: 0xffffffff,
      },
    ],
    outputs: [
      { amount: subsidyAt(height), script },
      { amount: 0n, script: Script.encode(['RETURN', mark]) },
    ],
    lockTime: 0,
  }
  const plain = RawTx.encode({ ...parts, segwitFlag: false, witnesses: undefined })
  const raw = RawTx.encode({ ...parts, segwitFlag: true, witnesses: [[reserved]] })
  return { id: shown(twice(plain)), raw }
}

/** A header whose hash meets the target. */
function headerOf(parent: string, root: Buffer, height: number): Buffer {
  const header = Buffer.alloc(80)
  header.writeInt32LE(0x20000000, 0)
  stored(parent).copy(header, 4)
  root.copy(header, 36)
  header.writeUInt32LE(1_700_000_000 + 600 * height, 68)
  header.writeUInt32LE(BITS, 72)
  for (let nonce = 0; ; nonce++) {
    header.writeUInt32LE(nonce, 76)
    if (twice(header)[31]! < 0x80) return header
  }
}

/**
 * Makes a block of some transactions; `pays` has the key of its new coins, or their script, and a number that makes the
 * block differ from others.
 */
export function makeBlock(
  parent: Pick<RawBlock, 'hash' | 'height'>,
  others: readonly RawTransaction[],
  pays: { key: Uint8Array; seed: number; script?: Uint8Array },
): RawBlock {
  const height = parent.height + 1
  const { script } = pays.script ? { script: pays.script } : p2wpkh(pays.key, REGTEST)
  const transactions = [coinbase(height, others, { script, seed: pays.seed }), ...others]
  const header = headerOf(parent.hash, rootOf(transactions.map(({ id }) => stored(id))), height)
  return { height, hash: shown(twice(header)), raw: Buffer.concat([header, bodyOf(transactions)]), transactions }
}

/** The first block of every regtest network, which Bitcoin Core publishes in chainparams.cpp. */
export function genesis(): RawBlock {
  const message = Buffer.from('The Times 03/Jan/2009 Chancellor on brink of second bailout for banks')
  const [x, y] = [
    '678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb6',
    '49f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f',
  ]
  const input = Buffer.concat([Buffer.from('04ffff001d010445', 'hex'), message])
  const raw = RawTx.encode({
    version: 1,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: input, sequence: 0xffffffff }],
    outputs: [{ amount: 5_000_000_000n, script: Buffer.from(`4104${x}${y}ac`, 'hex') }],
    witnesses: undefined,
    lockTime: 0,
  })
  const header = Buffer.alloc(80)
  header.writeInt32LE(1, 0)
  twice(raw).copy(header, 36)
  header.writeUInt32LE(1_296_688_602, 68)
  header.writeUInt32LE(BITS, 72)
  header.writeUInt32LE(2, 76)
  const transactions = [{ id: shown(twice(raw)), raw }]
  return { height: 0, hash: shown(twice(header)), raw: Buffer.concat([header, bodyOf(transactions)]), transactions }
}
