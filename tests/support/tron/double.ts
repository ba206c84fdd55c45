import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { TronSettings } from '#server/chains/real.ts'
import { tronAddressOf } from '#server/chains/networks/tron-address.ts'
import { WORDS } from '../ethereum/anvil-market.ts'
import {
  accountOf,
  blockOf,
  broadcast,
  called,
  parametersOf,
  receiptOf,
  resourcesOf,
  transactionOf,
} from './answers.ts'
import { makeBlock, ROUTER, USDT, type ChainBlock } from './block.ts'
import { createTronChain, type TronChain } from './chain.ts'

// A node of a Tron network in memory, with the part of java-tron's HTTP API that the market uses. How it answers is
// written after the documentation; see chain.ts.

/** How a node lies or fails. */
export type TronLie =
  | 'other header'
  | 'other time'
  | 'other block'
  | 'other network'
  | 'no transactions'
  | 'no receipts'
  | 'missing receipt'
  | 'foreign receipt'
  | 'receipts of another fork'
  | 'receipts of another height'
  | 'other height'
  | 'success'
  | 'other result'
  | 'other form'
  | 'busy'
  | 'out of quota'
  | 'no resources'
  | 'lite'
  | 'text'
  | 'large'
  | 'slow'
  | 'redirect'
  // About payments: they are not there, nothing is taken, another one is taken, in another block; and another block
  // that cannot be replaced.
  | 'hidden'
  | 'deaf'
  | 'taken for another'
  | 'other place'
  | 'other solid block'
  // About a transfer that is tried: what it takes, and whether it fails.
  | 'little energy'
  | 'much energy'
  | 'reverted'

/** A chain with the node that shows it. */
export interface TronDouble extends TronChain {
  /** The market's settings of it. */
  settings: TronSettings
  /** The paths that were asked for, with what was posted; a test may empty it. */
  asked: { path: string; body: Record<string, unknown> }[]
  /** The headers of the last request. */
  readonly headers: IncomingMessage['headers']
  /**
   * How it lies or fails; `paths` limits that to paths that contain it. It neither lies nor lags below `/honest`, as
   * another node of the same chain.
   */
  lie(how: TronLie | undefined, options?: { paths?: string; times?: number }): void
  /** Shows a chain without its last blocks. */
  fallBehind(blocks: number): void
  /** Called after each request. */
  afterEach: ((path: string) => void) | undefined
  close(): Promise<void>
}

/** The account of the deposit addresses. */
export const tronAccount = (): HDKey => HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS)).derive("m/44'/195'/0'")

type Body = Record<string, unknown>

/** A request, and how the node lies about it. */
interface Asked {
  path: string
  body: Body
  how: TronLie | undefined
}

/** A node's answer about accounts and single transactions; undefined where the path asks for something else. */
function payingAnswer(chain: TronChain, shown: readonly ChainBlock[], { path, body, how }: Asked): unknown {
  const texts = body as Record<string, string>
  const ofSolid = path.startsWith('/walletsolidity/')
  const last = ofSolid ? chain.solidOf(shown) : shown.at(-1)!
  switch (path.replace(/^\/\w+/, '')) {
    case '/gettransactioninfobyid':
    case '/gettransactionbyid': {
      const block = chain.blockOf(String(body['value']))
      const found = block?.transactions.find(({ txid }) => txid === body['value'])
      if (!block || !found || block.height > last.height || (how === 'hidden' && found.call)) return {}
      if (path.endsWith('/gettransactionbyid')) return transactionOf(found, true)
      const receipt = receiptOf(block, found)
      return how === 'other place' ? { ...receipt, blockNumber: receipt.blockNumber - 1 } : receipt
    }
    case '/getaccount':
      return accountOf(chain, last, texts)
    case '/getaccountresource':
      return resourcesOf(chain, texts)
    case '/getchainparameters':
      return parametersOf(chain)
    case '/broadcasthex':
      if (how === 'deaf') return { result: true, code: 'SUCCESS' }
      return broadcast(chain, texts)
    default:
      return undefined
  }
}

/** Blocks without the calls that somebody has signed. */
const withoutCalls = (blocks: readonly ChainBlock[]): ChainBlock[] =>
  blocks.map((block) => ({ ...block, transactions: block.transactions.filter(({ call }) => !call) }))

/** A node's answer to a request; undefined where there is nothing at a path. */
function answer(chain: TronChain, all: readonly ChainBlock[], asked: Asked): unknown {
  const { path, body, how } = asked
  const shown = how === 'hidden' ? withoutCalls(all) : all
  const at = (height: unknown): ChainBlock | undefined => shown[Number(height)]
  const solid = chain.solidOf(shown)
  switch (path) {
    case '/wallet/getblock':
    case '/walletsolidity/getblock': {
      const last = path.startsWith('/wallet/') ? shown.at(-1)! : solid
      const height = Number(body['id_or_num']) - (how === 'other height' ? 1 : 0)
      if (how === 'other solid block' && last === solid) return blockOf(makeBlock(at(solid.height - 1), [], 777), false)
      const block = body['id_or_num'] === undefined ? last : at(height)
      return block && block.height <= last.height ? blockOf(block, body['detail'] === true) : {}
    }
    case '/wallet/getblockbylimitnext': {
      const [from, to] = [Number(body['startNum']), Number(body['endNum'])]
      const found = to > from && to - from <= 100 ? shown.slice(from, to) : []
      return found.length === 0 ? {} : { block: found.map((block) => blockOf(block, true)) }
    }
    case '/wallet/gettransactioninfobyblocknum': {
      const block = at(body['num'])
      if (Number(body['num']) <= 0) return {}
      return block?.transactions.map((one) => receiptOf(block, one)) ?? []
    }
    case '/wallet/gettransactionfrompending': {
      const found = chain.mempool.get(String(body['value']))
      return found ? transactionOf(found, false) : {}
    }
    case '/walletsolidity/triggerconstantcontract': {
      const fails = how === 'reverted' && String(body['function_selector']).startsWith('transfer')
      const contract = fails ? { contract_address: `41${ROUTER}` } : {}
      return called(chain, solid, { ...(body as Record<string, string>), ...contract })
    }
    default:
      return payingAnswer(chain, all, asked)
  }
}

/** An answer with a lie in it. */
function lieIn(found: unknown, how: TronLie | undefined, path: string): unknown {
  const is = (part: string): boolean => path.endsWith(part)
  const list = (found as { block?: unknown[] }).block
  const blocks = (Array.isArray(list) ? list : is('/getblock') ? [found] : []) as ReturnType<typeof blockOf>[]
  const receipts = (is('byblocknum') ? found : []) as ReturnType<typeof receiptOf>[]
  const last = receipts.at(-1)
  if (how === 'little energy') return { ...(found as object), energy_used: 9_999 }
  if (how === 'much energy') return { ...(found as object), energy_used: 400_001 }
  if (how === 'taken for another' && is('/broadcasthex')) return { ...(found as object), txid: 'e'.repeat(64) }
  if (how === 'other header') for (const { block_header } of blocks) block_header.raw_data.witness_address = '41'
  if (how === 'other time')
    for (const { block_header } of blocks) Object.assign(block_header.raw_data, { timestamp: 1_900_000_000_000 })
  if (how === 'other network') for (const one of blocks) if (!('number' in one.block_header.raw_data)) return {}
  if (how === 'other block' && list && list.length > 0) return { block: [list.at(-1), ...list.slice(0, -1)] }
  if (how === 'no transactions') for (const one of blocks) Reflect.deleteProperty(one, 'transactions')
  if (how === 'no receipts' && is('byblocknum')) return []
  if (how === 'missing receipt') return is('byblocknum') ? receipts.slice(0, -1) : found
  if (how === 'foreign receipt' && last) last.id = 'f'.repeat(64)
  if (how === 'receipts of another fork') for (const one of receipts) one.blockTimeStamp += 3_000
  if (how === 'receipts of another height') for (const one of receipts) one.blockNumber++
  if (how === 'success') for (const one of receipts) Object.assign(one.receipt, { result: 'SUCCESS' })
  if (how === 'other result') for (const one of receipts) Object.assign(one.receipt, { result: 'REVERT' })
  if (how === 'other form') for (const one of receipts) one.log?.forEach((log) => log.topics.pop())
  return found
}

/** An answer without end, or one whose bytes come too slowly. */
function stream(response: ServerResponse, how: 'large' | 'slow'): void {
  response.writeHead(200).write('[')
  const part = Buffer.alloc(1_000_000, '{},')
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  }
  if (how === 'large') {
    response.on('drain', more)
    return more()
  }
  const timer = setInterval(() => response.write(' '), 100)
  response.once('close', () => clearInterval(timer))
}

const WORDS_OF: Partial<Record<TronLie, string>> = {
  'no resources': '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}',
  lite: 'this API is closed because this node is a lite fullnode',
  text: '<html>hello</html>',
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as Body
}

/** Starts a chain and its node. `begin`: when the chain begins (Unix ms). */
export async function startTron(begin?: number): Promise<TronDouble> {
  const chain = createTronChain(begin)
  let lying: { how: TronLie; paths: string; left: number } | undefined
  let behind = 0
  let headers: IncomingMessage['headers'] = {}

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^.*?(?=\/wallet)/, '')
    const body = await bodyOf(request)
    double.asked.push({ path, body })
    headers = request.headers
    const isHonest = request.url?.startsWith('/honest/') === true
    const how = !isHonest && lying && lying.left > 0 && path.includes(lying.paths) ? lying.how : undefined
    if (lying && how) lying.left--
    if (how === 'busy') return void response.writeHead(429).end('Too Many Requests')
    if (how === 'out of quota') return void response.writeHead(403).end('{"Error":"exceeds the frequency limit"}')
    if (how === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (how === 'large' || how === 'slow') return stream(response, how)
    const shown = chain.blocks.slice(0, chain.blocks.length - (isHonest ? 0 : behind))
    const found = await answer(chain, shown, { path, body, how })
    const words = (how && WORDS_OF[how]) ?? JSON.stringify(found === undefined ? {} : lieIn(found, how, path))
    response.writeHead(found === undefined ? 404 : 200).end(words)
    double.afterEach?.(path)
  }

  const server = createServer((request, response) => void respond(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [{ id }] = chain.blocks as [ChainBlock]
  const double: TronDouble = {
    ...chain,
    asked: [],
    afterEach: undefined,
    get headers() {
      return headers
    },
    settings: {
      ...{ api: address, solidity: address, network: { name: id, genesis: id } },
      ...{ xpub: tronAccount().publicExtendedKey, usdt: tronAddressOf(USDT) },
    },
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
  return double
}
