import { BaseError, createClient, http, type Address, type Client, type Transport } from 'viem'
import { getChainId, getCode, readContract } from 'viem/actions'
import { unitsIn } from '#contract/coins/assets.ts'
import { TOKEN } from '../../signer/protocol/evm-transaction.ts'
import { ChainSettingsError, nodeError, NodeError } from '../real.ts'

/** The time limit of one request (ms), and the number of retries. */
const [TIMEOUT, RETRIES] = [10_000, 2]

/**
 * An Ethereum node by its JSON-RPC address. The address often contains a key, and viem's errors contain the address:
 * they are replaced, so that no log shows it.
 */
export function ethereumNode(url: string): Client {
  const inner = http(url, { timeout: TIMEOUT, retryCount: RETRIES })
  const transport: Transport = (config) => {
    const made = inner(config)
    return {
      ...made,
      request: ((args, options) =>
        made.request(args as never, options as never).catch((error: unknown) => {
          throw redacted(url, (args as { method: string }).method, error)
        })) as typeof made.request,
    }
  }
  return createClient({ transport })
}

/** An error without the secrets of an address. Its cause is left out, because it contains the whole address. */
function redacted(url: string, method: string, error: unknown): NodeError {
  const text = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
  return nodeError(url, method, text, typeof (error as { code?: unknown }).code === 'number')
}

/** The expected chain and token, and the names of their settings. */
interface Expected {
  chainId: number
  usdt: Address
  names: { chainId: string; usdt: string }
}

/**
 * Compares a node's chain and its token with the settings.
 *
 * @throws ChainSettingsError where they differ, NodeError where the node does not answer
 */
export async function checkChain(node: Client, { chainId, usdt, names }: Expected): Promise<void> {
  const found = await getChainId(node)
  if (found !== chainId)
    throw new ChainSettingsError(`The node is on chain ${found}, but ${names.chainId} is ${chainId}`)
  const token = `${names.usdt} (${usdt})`
  if ((await getCode(node, { address: usdt })) === undefined)
    throw new ChainSettingsError(`${token} is not a contract on chain ${chainId}`)
  const decimals = await readContract(node, { address: usdt, abi: TOKEN, functionName: 'decimals' }).catch(
    (error: BaseError) => {
      const cause = error.walk((one) => one instanceof NodeError)
      if (cause instanceof NodeError && !cause.answered) throw cause
      throw new ChainSettingsError(`${token} is not a token: it has no decimals`)
    },
  )
  if (10n ** BigInt(decimals) !== unitsIn('USDT'))
    throw new ChainSettingsError(`${token} has ${decimals} decimals, but USDT has 6`)
}
