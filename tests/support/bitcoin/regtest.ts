import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { depositAccount, keyForms } from '#server/chains/bitcoin-networks.ts'
import type { BitcoinSettings } from '#server/chains/real.ts'
import { WORDS } from '../evm/anvil-market.ts'
import { statsOf } from './address-stats.ts'
import { bodyOf, type RawBlock } from './raw-block.ts'
import { createChain, type RegtestChain } from './regtest-chain.ts'

// A Bitcoin network for tests, served as Esplora serves one. It was written after the public description of that API
// (Blockstream/esplora, API.md) and is no recording: no real node was asked. Blocks and transactions are genuine in
// form, with real signatures, hashes and Merkle trees.

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

/** The answer at a path of the API; undefined where there is none. */
function answer(chain: RegtestChain, shown: readonly RawBlock[], path: string, how: Lie | undefined) {
  const [, kind, id = '', part, more] = path.split('/')
  const tip = shown.at(-1)!
  if (path === '/blocks/tip/hash') return tip.hash
  if (kind === 'block-height') return how === 'other network' && id === '0' ? MAIN : shown[Number(id)]?.hash
  if (kind === 'block') {
    const block = shown.find(({ hash }) => hash === id)
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
  if (kind === 'tx') {
    const block = chain.blockOf(id)
    const confirmed = { confirmed: true, block_height: block?.height, block_hash: block?.hash }
    // A transaction that nobody knows has the same status as one that waits.
    if (part === 'status') return json(block && shown.includes(block) ? confirmed : { confirmed: false })
    const sent = chain.mempool.get(id) ?? (block && chain.transaction(id))
    return part === 'raw' && sent ? Buffer.from(sent.raw) : undefined
  }
  if (kind === 'address' && part === undefined)
    return json({ address: id, chain_stats: statsOf(shown, id), mempool_stats: {} })
  return kind === 'address' && part === 'txs' && more === 'mempool' ? mempoolOf(chain, id, how) : undefined
}

function mempoolOf({ mempool }: RegtestChain, address: string, how: Lie | undefined): string {
  const waiting = [...mempool.values()].filter(({ outputs }) => outputs.some((one) => one.address === address))
  const invented = { txid: inventedFor(address), vout: [{ scriptpubkey_address: address, value: 900_000_000 }] }
  const found = waiting.map(({ id, outputs }) => ({
    txid: id,
    version: 2,
    vout: outputs.map(({ script, address: to, amount }) => ({
      scriptpubkey: script,
      ...(to !== undefined && { scriptpubkey_address: to }),
      value: Number(amount),
    })),
    status: { confirmed: false },
  }))
  return json(how === 'pending' ? [...found, invented] : found)
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
    const found = answer(chain, chain.blocks.slice(0, chain.blocks.length - behind), path, how)
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
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
