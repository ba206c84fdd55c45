import * as z from 'zod/mini'
import { unitsIn } from '#contract/rules/coins.ts'
import { ChainSettingsError } from './real.ts'
import { addressOf, PREFIX } from './tron-address.ts'
import type { TronNode } from './tron-node.ts'

// Calls of the token's contract that change nothing. A node answers them as of its last block that cannot be replaced
// any more: as of its last block, waiting transactions would count, too (Manager.pushTransaction in java-tron).

const PATH = '/walletsolidity/triggerconstantcontract'

const Called = z.object({
  result: z.optional(z.object({ result: z.optional(z.boolean()), message: z.optional(z.string()) })),
  constant_result: z.optional(z.array(z.string())),
  transaction: z.optional(z.object({ ret: z.optional(z.array(z.object({ ret: z.optional(z.string()) }))) })),
})

/** A number that the token answers, or why there is none. Addresses are 20 bytes in hexadecimal. */
async function callToken(
  node: TronNode,
  token: string,
  selector: string,
  parameter?: string,
): Promise<{ value: bigint } | { fault: string }> {
  const contract = `${PREFIX}${token}`
  const { result, constant_result, transaction } = await node.ask(
    PATH,
    {
      ...{ owner_address: contract, contract_address: contract, function_selector: selector },
      ...(parameter !== undefined && { parameter: parameter.padStart(64, '0') }),
    },
    Called,
  )
  const word = constant_result?.[0]
  const hasFailed = transaction?.ret?.[0]?.ret === 'FAILED'
  if (result?.result && !hasFailed && word !== undefined && /^[0-9a-f]{64}$/.test(word))
    return { value: BigInt(`0x${word}`) }
  return { fault: wordsOf(result?.message) }
}

/** A node's message, which it shows in hexadecimal. */
function wordsOf(message = ''): string {
  const text = /^(?:[0-9a-f]{2})+$/.test(message) ? Buffer.from(message, 'hex').toString() : message
  return text.trim().slice(0, 200) || 'no number'
}

/** The units at an address. @throws NodeError */
export async function askBalance(node: TronNode, token: string, address: string): Promise<bigint> {
  const called = await callToken(node, token, 'balanceOf(address)', address)
  if ('value' in called) return called.value
  throw node.wrong(PATH, `the token does not show the balance of ${addressOf(address)}: ${called.fault}`)
}

/**
 * Compares a token with USDT.
 *
 * @throws ChainSettingsError where it differs, NodeError where the node does not answer
 */
export async function checkToken(node: TronNode, token: string): Promise<void> {
  const name = `TRON_USDT (${addressOf(token)})`
  const called = await callToken(node, token, 'decimals()')
  if (!('value' in called)) throw new ChainSettingsError(`${name} shows no decimals: ${called.fault}`)
  if (called.value > 77n || 10n ** called.value !== unitsIn('USDT'))
    throw new ChainSettingsError(`${name} has ${called.value} decimals, but USDT has 6`)
}
