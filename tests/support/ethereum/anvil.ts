import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import {
  createClient,
  getAddress,
  http,
  parseEther,
  toHex,
  type Account,
  type Address,
  type Client,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { deployContract, getTransactionReceipt, sendRawTransaction, sendTransaction, writeContract } from 'viem/actions'
import { compileTokens, type Contract } from './compile.ts'

const { resolve } = createRequire(import.meta.url)

/** The binary of anvil that npm has installed for this machine; undefined where there is none. */
function findAnvil(): string | undefined {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const path = resolve(`${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`)
    return existsSync(path) ? path : undefined
  } catch {
    // No package of this platform is installed.
    return undefined
  }
}

const anvilPath = findAnvil()

/** The title of tests that need a local Ethereum chain, and whether they run. */
export const onAnvil = (title: string): [title: string, runs: boolean] =>
  anvilPath ? [title, true] : [`${title} (skipped: no anvil for ${process.platform}-${process.arch})`, false]

/** An account of every anvil that holds 10,000 ETH. */
export const rich = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** The chain's id, whose coins are test money. */
export const ANVIL_ID = foundry.id

/** A local Ethereum chain in a process of its own. It makes blocks on demand only. */
export interface Anvil {
  url: string
  node: Client
  /** Deploys a contract in a block of its own. */
  deploy(contract: Contract, ...args: readonly unknown[]): Promise<Address>
  /** Mints tokens in a block of their own. */
  mint(token: Address, to: Address, value: bigint): Promise<void>
  /** Sends ether, without making a block; returns the transaction's hash. */
  sendEther(to: Address, ether: string): Promise<Hex>
  /** Calls a contract, without making a block; returns the transaction's hash. */
  call(contract: Contract, at: Address, name: string, args: readonly unknown[], value?: bigint): Promise<Hex>
  /** Keeps a transaction that waits; the function it returns sends it again. */
  resender(hash: Hex): Promise<() => Promise<unknown>>
  mine(blocks?: number): Promise<void>
  /** Sets the price of gas in the next block (wei). */
  setBaseFee(wei: bigint): Promise<void>
  /** Sends a transaction with a nonce from an account, past the key that usually signs there. */
  usurp(account: Account, nonce: number): Promise<Hex>
  /** Replaces the last blocks with empty ones; their transactions are lost. */
  reorganise(depth: number): Promise<void>
  close(): Promise<void>
}

/** The address on which an anvil listens, once it does. */
async function addressOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  // Read to the end, since a full pipe would stop it.
  const lines = createInterface(child.stdout)
  return new Promise((done, failed) => {
    lines.on('line', (line) => {
      const [, address] = /Listening on (\S+)/.exec(line) ?? []
      if (address !== undefined) done(`http://${address}`)
    })
    lines.once('close', () => failed(new Error('anvil ended before it listened')))
  })
}

/** Starts an anvil on a free port. */
export async function startAnvil(): Promise<Anvil> {
  if (anvilPath === undefined) throw new Error(`No anvil for ${process.platform}-${process.arch}`)
  const child = spawn(anvilPath, ['--port', '0', '--no-mining'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = (): unknown => child.kill()
  process.once('exit', end)
  const url = await addressOf(child)
  const transport = http(url)
  const node: Client = createClient({ chain: foundry, transport })
  const from = { account: rich, chain: foundry }
  /** Calls a method that only anvil has. */
  const request = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    node.request({ method, params } as never)
  const mine = async (blocks = 1): Promise<void> => void (await request('anvil_mine', toHex(blocks)))
  const call: Anvil['call'] = ({ abi }, address, functionName, args, value = 0n) =>
    writeContract(node, { ...from, address, abi, functionName, args, value, gas: 500_000n })
  return {
    ...{ url, node, mine, call },
    async deploy({ abi, bytecode }, ...args) {
      const hash = await deployContract(node, { ...from, abi, bytecode, args })
      await mine()
      const { contractAddress } = await getTransactionReceipt(node, { hash })
      return getAddress(contractAddress!)
    },
    async mint(token, to, value) {
      await call((await compileTokens()).Plain, token, 'mint', [to, value])
      await mine()
    },
    async resender(hash) {
      const serializedTransaction = (await request('eth_getRawTransactionByHash', hash)) as Hex
      return () => sendRawTransaction(node, { serializedTransaction })
    },
    setBaseFee: async (wei) => void (await request('anvil_setNextBlockBaseFeePerGas', toHex(wei))),
    usurp: (account, nonce) =>
      sendTransaction(node, {
        ...{ account, chain: foundry },
        ...{ to: account.address, nonce, value: 1n, gas: 21_000n },
        ...{ maxFeePerGas: 900_000_000_000n, maxPriorityFeePerGas: 900_000_000_000n },
      }),
    sendEther: (to, ether) => sendTransaction(node, { ...from, to, value: parseEther(ether) }),
    reorganise: async (depth) => {
      await request('anvil_reorg', depth, [])
    },
    async close() {
      process.off('exit', end)
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
