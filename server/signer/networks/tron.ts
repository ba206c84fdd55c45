import { coinOf, isTest } from '#contract/coins/assets.ts'
import { NOBODY } from '../../chains/networks/tron-address.ts'
import { askHeader, askLast } from '../../chains/tron/headers.ts'
import { isInBlock } from '../../chains/tron/lookup.ts'
import { isTestTron } from '../../chains/networks/tron-networks.ts'
import { tronNode, type TronNode } from '../../chains/tron/node.ts'
import type { PaymentHistory } from '../log/history.ts'
import type { LogEntry } from '../log/log.ts'
import type { TronChain } from '../config/tron.ts'
import {
  digestOf,
  tronBytesToSign,
  referenceTo,
  tronSignedText,
  signerOf,
  tronTxid,
  VOID_MARGIN_MS,
  type TronPayout,
} from '../protocol/tron-transaction.ts'
import { hasAddress, paidBy, type Unwritten, type Writer } from './writer.ts'

// Payments on Tron. No transaction of a payment excludes another one of it there. So a payment has one transaction at a
// time: another one is signed only where the market says that the latest one can never be taken any more, the signer's
// clock is past its expiration by a margin, and the signer's own node shows the same.

/** The key of one address: derived from the seed, or inside a device that never shows it. */
export interface TronKey {
  /** In Base58Check. */
  address: string
  /** Signs a hash: `r`, `s`, and the number by which the key can be recovered (65 bytes). */
  sign(digest: Uint8Array): Promise<Uint8Array>
}

/** The longest wait for an answer of the node (ms), of which one proof needs up to six; the market waits for 15 s. */
const NODE_MS = 2_000

/** Writes the payments of a network. */
export function tronWriter(chain: TronChain, key: TronKey): Writer {
  const isTestNet = isTestTron(chain.network)
  const node = tronNode(chain.api, chain.solidity, { pauses: [], timeout: NODE_MS })
  const payoutOf = (
    entry: Pick<Unwritten, 'address' | 'amount' | 'fee' | 'rate'>,
    { block, timestamp, expiration }: NonNullable<LogEntry['tron']>,
  ): TronPayout => ({
    ...{ from: key.address, token: chain.usdt, to: entry.address, amount: paidBy(entry) },
    ...{ feeLimit: BigInt(entry.rate), reference: referenceTo(block), timestamp, expiration },
  })
  return {
    refuses(payment) {
      if (coinOf(payment.asset) !== 'USDT' || isTest(payment.asset) !== isTestNet) return 'network'
      // Nobody could spend what is sent there, or nobody else.
      if ([key.address, chain.usdt, NOBODY].includes(payment.address)) return 'address'
      return hasAddress(payment, { simulated: false, test: isTestNet }) ? undefined : 'address'
    },
    spend(payment, history, at) {
      const { block } = payment
      if (block === undefined) return undefined
      // Two payments of one amount to one address differ by their time alone.
      for (let timestamp = at; ; timestamp++) {
        const tron = { network: chain.network.name, block, timestamp, expiration: at + chain.expires }
        const txid = tronTxid(tronBytesToSign(payoutOf(payment, tron)))
        if (!history.isSpent('tron', txid)) return { spends: [txid], tron }
      }
    },
    replacing: () => undefined,
    async isVoid(payment, at) {
      if (at < payment.until + VOID_MARGIN_MS) return false
      try {
        return await showsVoid(node, chain, payment)
      } catch (error) {
        console.error(`Payment ${payment.latest.id} has no other transaction yet:`, error)
        return false
      }
    },
    async write(entry) {
      if (!entry.tron) throw new Error(`Payment ${entry.id} is not on Tron.`)
      const raw = tronBytesToSign(payoutOf(entry, entry.tron))
      const digest = digestOf(raw)
      const signature = await key.sign(digest)
      // No node would take it, and the payment would wait until it has expired.
      if (signerOf(digest, signature) !== key.address)
        throw new Error(`The key of ${key.address} has made a signature that is not its own.`)
      return { txid: tronTxid(raw), raw: tronSignedText(raw, signature) }
    },
  }
}

/**
 * Whether a node shows that the transactions of a payment can never be taken any more: a block that cannot be replaced
 * is past their time, and none of them is in a block.
 *
 * @throws NodeError
 */
async function showsVoid(node: TronNode, { network }: TronChain, { txids, until }: PaymentHistory): Promise<boolean> {
  // The node may have been exchanged since the start.
  if ((await askHeader(node, 'walletsolidity', 0))?.hash !== network.genesis) return false
  if ((await askLast(node, 'walletsolidity')).timestamp < until + VOID_MARGIN_MS) return false
  // Those before the latest one were proven so before that was signed.
  return !(await isInBlock(node, txids.at(-1)!))
}
