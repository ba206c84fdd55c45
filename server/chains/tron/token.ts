import * as z from 'zod/mini'
import { unitsIn } from '#contract/coins/assets.ts'
import { ChainSettingsError } from '../real.ts'
import { tronAddressOf, PREFIX } from '../networks/tron-address.ts'
import type { TronNode } from './node.ts'

// Calls of the token's contract that change nothing. A node answers them as of its last block that cannot be replaced
// any more: as of its last block, waiting transactions would count, too (Manager.pushTransaction in java-tron).

const PATH = '/walletsolidity/triggerconstantcontract'

const Called = z.object({
  result: z.optional(z.object({ result: z.optional(z.boolean()), message: z.optional(z.string()) })),
  energy_used: z.optional(z.int().check(z.nonnegative())),
  constant_result: z.optional(z.array(z.string())),
  transaction: z.optional(z.object({ ret: z.optional(z.array(z.object({ ret: z.optional(z.string()) }))) })),
})

/** A call of the token. Addresses are 20 bytes in hexadecimal. */
interface Call {
  selector: string
  /** Words of 32 bytes in hexadecimal, the first ones of their zeros left out. */
  parameters?: readonly string[]
  /** Whose call it is; the token's own where nobody is named. */
  owner?: string
}

/** Calls the token: its answer and the energy that the call takes, or the reason why it fails. */
async function callToken(
  node: TronNode,
  token: string,
  { selector, parameters, owner = token }: Call,
): Promise<{ word: string | undefined; energy: number } | { fault: string }> {
  const { result, energy_used, constant_result, transaction } = await node.ask(
    PATH,
    {
      ...{ owner_address: `${PREFIX}${owner}`, contract_address: `${PREFIX}${token}`, function_selector: selector },
      ...(parameters && { parameter: parameters.map((word) => word.padStart(64, '0')).join('') }),
    },
    Called,
  )
  const hasFailed = transaction?.ret?.[0]?.ret === 'FAILED'
  if (!result?.result || hasFailed) return { fault: nodeMessage(result?.message) }
  return { word: constant_result?.[0], energy: energy_used ?? 0 }
}

/** A number that the token answers, or why there is none. */
async function askNumber(node: TronNode, token: string, call: Call): Promise<{ value: bigint } | { fault: string }> {
  const called = await callToken(node, token, call)
  if ('fault' in called) return called
  const { word } = called
  return word !== undefined && /^[0-9a-f]{64}$/.test(word) ? { value: BigInt(`0x${word}`) } : { fault: nodeMessage() }
}

/** A node's message, which it may show in hexadecimal. */
export function nodeMessage(message = ''): string {
  const text = /^(?:[0-9a-f]{2})+$/.test(message) ? Buffer.from(message, 'hex').toString() : message
  return text.trim().slice(0, 200) || 'no number'
}

/** The units at an address. @throws NodeError */
export async function askBalance(node: TronNode, token: string, address: string): Promise<bigint> {
  const called = await askNumber(node, token, { selector: 'balanceOf(address)', parameters: [address] })
  if ('value' in called) return called.value
  throw node.wrong(PATH, `the token does not show the balance of ${tronAddressOf(address)}: ${called.fault}`)
}

/**
 * The energy that a transfer of the token takes, where the wallet has some of it, to an address that has none.
 *
 * @throws NodeError, also where the token does not transfer from the wallet
 */
export async function askTransferEnergy(node: TronNode, token: string, wallet: string, to: string): Promise<bigint> {
  const call = { selector: 'transfer(address,uint256)', parameters: [to, '1'], owner: wallet }
  const called = await callToken(node, token, call)
  if ('fault' in called) throw node.wrong(PATH, `the token does not transfer from the wallet: ${called.fault}`)
  return BigInt(called.energy)
}

/**
 * Compares a token with USDT. `setting` names it.
 *
 * @throws ChainSettingsError where it differs, NodeError where the node does not answer
 */
export async function checkToken(node: TronNode, token: string, setting: string): Promise<void> {
  const name = `${setting} (${tronAddressOf(token)})`
  const called = await askNumber(node, token, { selector: 'decimals()' })
  if (!('value' in called)) throw new ChainSettingsError(`${name} shows no decimals: ${called.fault}`)
  if (called.value > 77n || 10n ** called.value !== unitsIn('USDT'))
    throw new ChainSettingsError(`${name} has ${called.value} decimals, but USDT has 6`)
}
