import * as z from 'zod/mini'
import { tronBytesOf, PREFIX } from '../../chains/networks/tron-address.ts'
import { askHeader, checkTronGenesis } from '../../chains/tron/headers.ts'
import { askReceipt } from '../../chains/tron/lookup.ts'
import { tronNode, type TronNode } from '../../chains/tron/node.ts'
import { checkToken } from '../../chains/tron/token.ts'
import { SignerLogError, type LogEntry } from '../log/log.ts'
import type { TronChain } from '../config/tron.ts'

// The check of Tron before a signer listens. A node lists no transactions of an account. But it shows when the account
// has sent its last one: the time of the block before that transaction's. One of the log has to be that transaction.

const NAMES = { wallet: 'tron.api', walletsolidity: 'tron.solidity' }

/** How far the signer's clock may have been off when it signed (ms): more than a transaction can be taken. */
const CLOCK_MS = 86_400_000

const Account = z.object({ latest_opration_time: z._default(z.int().check(z.nonnegative()), 0) })

/**
 * Compares the settings and the log with a Tron chain, up to its last block that cannot be replaced any more. A
 * transaction that the log lacks goes unseen where the wallet's last one is in the log.
 *
 * @throws ChainSettingsError | NodeError | SignerLogError
 */
export async function checkTron(
  { network, api, solidity, usdt, firstBlock }: TronChain,
  wallet: string,
  entries: readonly LogEntry[],
): Promise<void> {
  const node = tronNode(api, solidity)
  await checkTronGenesis(node, network, NAMES)
  await checkToken(node, tronBytesOf(usdt), 'tron.usdt')
  const account = { address: `${PREFIX}${tronBytesOf(wallet)}` }
  const { latest_opration_time: last } = await node.ask('/walletsolidity/getaccount', account, Account)
  if (last === 0 || last < (await timeOf(node, firstBlock))) return
  if (await isLogged(node, last, entries)) return
  throw new SignerLogError(
    `The paying wallet ${wallet} has sent a transaction at ${new Date(last).toISOString()}, but payments.log does not ` +
      'have it: it lacks payments. Copy the latest log into the folder. If the log is lost for good, or the transaction ' +
      'was not made by a signer, set tron.firstBlock to the height of the last block.',
  )
}

/** The time of a block up to which the log may lack transactions (Unix ms); -1 for none. */
async function timeOf(node: TronNode, height: number): Promise<number> {
  if (height === 0) return -1
  const header = await askHeader(node, 'walletsolidity', height)
  if (!header)
    throw new SignerLogError(`There is no block ${height} yet that cannot be replaced: set tron.firstBlock lower`)
  return header.timestamp
}

/** Whether a transaction of the log is in a block that follows one of a time (Unix ms). */
async function isLogged(node: TronNode, last: number, entries: readonly LogEntry[]): Promise<boolean> {
  for (const { txid, tron } of entries.toReversed()) {
    if (!tron || Math.abs(tron.timestamp - last) > CLOCK_MS) continue
    const receipt = await askReceipt(node, 'walletsolidity', txid)
    if (!receipt?.blockTimeStamp || last > receipt.blockTimeStamp) continue
    const before = await askHeader(node, 'walletsolidity', receipt.blockNumber - 1)
    if (before && last >= before.timestamp) return true
  }
  return false
}
