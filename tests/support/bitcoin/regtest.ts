import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { depositAccount, keyForms } from '#server/chains/networks/bitcoin-networks.ts'
import type { BitcoinSettings } from '#server/chains/real.ts'
import { WORDS } from '../ethereum/anvil-market.ts'
import { statsOf } from './address-stats.ts'
import { outspendOf, transactionsOf, utxosOf } from './esplora-wallet.ts'
import { RefusedByNode } from './pool.ts'
import { bodyOf, type RawBlock } from './raw-block.ts'
import { createChain, type RegtestChain } from './regtest-chain.ts'

// A Bitcoin network for tests, served as Esplora serves one. It was written after the public description of that API
// (Blockstream/esplora, API.md) and is no recording: no real node was asked. Blocks and transactions are genuine in
// form, with real signatures, hashes and Merkle trees. Transactions that it is sent are verified (pool.ts).

/** How a node lies or fails. */
export type Lie =
  | 'amount'
  | 'missing'
  | 'repeated'
  | 'longer'
  | 'cut'
  | 'other block'
  | 'other network'
  | 'pending'
  | 'busy'
  | 'large'
  | 'slow'
  | 'redirect'
  | 'utxo'
  | 'spent'
  | 'rates'
  | 'deaf'

/** A chain with the node that shows it. */
export interface Regtest extends RegtestChain {
  /** The market's settings of it. */
  settings: BitcoinSettings
  /** The paths that were asked for, which a test may empty. */
  asked: string[]
  /** The last user and password, and the last query, that a request had. */
  readonly authorized: string | undefined
  readonly searched: string | undefined
  /** How it lies about blocks, or fails; `paths` limits a failure to paths that contain it. */
  lie(how: Lie | undefined, options?: { paths?: string; times?: number }): void
  /** Shows a chain without its last blocks. */
  fallBehind(blocks: number): void
  /** Sets what it says transactions pay at present (satoshis per vbyte). */
  estimate(rate: number): void
  close(): Promise<void>
}

/** The first block of the main network. */
const MAIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

/** The extended public key of a regtest's deposit addresses. */
export const depositXpub = (network: BitcoinSettings['network'] = 'regtest', form = 0): string =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS), keyForms(network)[form]).derive(depositAccount(network))
    .publicExtendedKey

/** A block with a lie in it. */
function lieAbout(block: RawBlock, how: Lie | undefined, before: RawBlock): Buffer {
  const header = block.raw.subarray(0, 80)
  const last = block.transactions.at(-1)!
  if (how === 'other block') return before.raw
  if (how === 'longer') return Buffer.concat([block.raw, Buffer.alloc(1)])
  if (how === 'cut') return block.raw.subarray(0, -1)
  if (how === 'missing') return Buffer.concat([header, bodyOf(block.transactions.slice(0, -1))])
  // With an odd number of transactions, the last one counts twice in the tree (CVE-2012-2459).
  if (how === 'repeated') return Buffer.concat([header, bodyOf([...block.transactions, last])])
  if (how !== 'amount') return block.raw
  const raw = Buffer.from(last.raw)
  // The lowest byte of the first output's amount, after one input without a script.
  const at = 4 + 2 + 1 + 41 + 1
  raw[at] = raw[at]! ^ 1
  return Buffer.concat([header, bodyOf([...block.transactions.slice(0, -1), { ...last, raw }])])
}

/** The id of a transaction that does not exist. */
export const inventedFor = (address: string): string => createHash('sha256').update(address).digest('hex')

const json = (value: unknown): string => JSON.stringify(value)

/** A chain as its node shows it. */
interface Showing {
  chain: RegtestChain
  blocks: readonly RawBlock[]
  how: Lie | undefined
  /** Satoshis per vbyte. */
  rate: number
}

/** The answer at a path of the API; undefined where there is none. */
function answer(showing: Showing, path: string): string | Buffer | undefined {
  const { blocks: shown, how, rate } = showing
  const [, kind, id = '', part] = path.split('/')
  if (path === '/blocks/tip/hash') return shown.at(-1)!.hash
  if (path === '/fee-estimates') return json(how === 'rates' ? { 3: 1e9 } : { 1: rate * 2, 3: rate, 144: 0.5 })
  if (kind === 'block-height') return how === 'other network' && id === '0' ? MAIN : shown[Number(id)]?.hash
  if (kind === 'tx') return answerOfTransaction(showing, path)
  if (kind === 'address') return answerOfAddress(showing, path)
  const block = kind === 'block' ? shown.find(({ hash }) => hash === id) : undefined
  if (!block) return undefined
  const { height, raw, transactions } = block
  if (part === 'raw') return lieAbout(block, how, shown[height - 1] ?? block)
  return json({
    id,
    height,
    tx_count: transactions.length,
    size: raw.length,
    previousblockhash: shown[height - 1]?.hash,
  })
}

function answerOfTransaction({ chain, blocks, how }: Showing, path: string): string | Buffer | undefined {
  const [, , id = '', part, n] = path.split('/')
  const block = chain.blockOf(id)
  const confirmed = { confirmed: true, block_height: block?.height, block_hash: block?.hash }
  // A transaction that nobody knows has the same status as one that waits.
  if (part === 'status') return json(block && blocks.includes(block) ? confirmed : { confirmed: false })
  if (part === 'outspend') {
    if (how === 'spent') return json({ spent: true, txid: inventedFor(id), vin: 0, status: { confirmed: true } })
    return json(outspendOf({ chain, blocks }, `${id}:${n}`))
  }
  const sent = chain.mempool.get(id) ?? block?.transactions.find((one) => one.id === id)
  return part === 'raw' && sent ? Buffer.from(sent.raw) : undefined
}

function answerOfAddress({ chain, blocks, how }: Showing, path: string): string | undefined {
  const [, , id = '', part, more, after] = path.split('/')
  if (part === undefined) return json({ address: id, chain_stats: statsOf(blocks, id), mempool_stats: {} })
  if (part === 'utxo') {
    const utxos = utxosOf({ chain, blocks }, id)
    return json(how === 'utxo' ? utxos.map((one) => ({ ...one, value: one.value + 1 })) : utxos)
  }
  if (part !== 'txs' || (more !== 'mempool' && more !== 'chain')) return undefined
  const invented = { txid: inventedFor(id), vin: [], vout: [{ scriptpubkey_address: id, value: 900_000_000 }] }
  const found: object[] = transactionsOf({ chain, blocks }, id, more, after)
  return json(how === 'pending' ? [...found, { ...invented, status: { confirmed: false } }] : found)
}

/** Takes a transaction that the node is sent; returns the status and the text of the answer. */
function take(chain: RegtestChain, hex: string, how: Lie | undefined): readonly [number, string] {
  const raw = Uint8Array.from(Buffer.from(hex, 'hex'))
  try {
    if (how === 'deaf') return [200, inventedFor(hex)]
    return [200, chain.take(raw)]
  } catch (error) {
    if (!(error instanceof RefusedByNode)) throw error
    return [400, `sendrawtransaction RPC error: {"code":-26,"message":"${error.message}"}`]
  }
}

/** An answer of too many bytes, or one whose bytes come too slowly. */
function stream(response: ServerResponse, how: 'large' | 'slow'): void {
  if (how === 'large') return void response.end(Buffer.alloc(8_000_000, '0'))
  const timer = setInterval(() => response.write('0'), 100)
  response.once('close', () => clearInterval(timer))
}

/** Starts a chain and its node. */
export async function startRegtest(): Promise<Regtest> {
  const chain = createChain()
  const asked: string[] = []
  let lying: { how: Lie; paths: string; left: number } | undefined
  let behind = 0
  let rate = 2
  let authorized: string | undefined
  let searched: string | undefined

  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '').replace(/^.*\/api/, '')
    asked.push(path)
    authorized = request.headers.authorization ?? authorized
    searched = /\?.*$/.exec(request.url ?? '')?.[0] ?? searched
    const how = lying && lying.left > 0 && path.includes(lying.paths) ? lying.how : undefined
    if (lying && how) lying.left--
    if (how === 'busy') return void response.writeHead(429).end('Too Many Requests')
    if (how === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (how === 'large' || how === 'slow') return stream(response.writeHead(200), how)
    if (request.method === 'POST')
      return void text(request).then((hex) => {
        const [status, body] = take(chain, hex, how)
        response.writeHead(status).end(body)
      })
    const blocks = chain.blocks.slice(0, chain.blocks.length - behind)
    const found = answer({ chain, blocks, how, rate }, path)
    return void response.writeHead(found === undefined ? 404 : 200).end(found ?? 'Not found')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...chain,
    asked,
    get authorized() {
      return authorized
    },
    get searched() {
      return searched
    },
    settings: { api: `http://127.0.0.1:${port}/api`, network: 'regtest', xpub: depositXpub() },
    lie(how, { paths = '', times = Infinity } = {}) {
      lying = how && { how, paths, left: times }
    },
    fallBehind(blocks) {
      behind = blocks
    },
    estimate(next) {
      rate = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
