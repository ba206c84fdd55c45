import * as z from 'zod/mini'
import { ApprovalSchema } from '#contract/withdrawals/schema-approval.ts'
import { assets } from '#contract/coins/assets.ts'
import { networks, TXID } from '#contract/coins/networks.ts'
import { bitcoinNetworks } from '../../chains/networks/bitcoin-networks.ts'

// The protocol between the market and its signer: JSON over HTTP on a local socket.

/** The most operators' signatures under one withdrawal. */
export const APPROVALS_MAX = 8

/** The most unspent outputs that are offered for a payment. */
export const UTXOS_MAX = 100

const hash = z.string().check(z.regex(TXID))
const units = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))

/** An unspent output of the paying wallet on Bitcoin: its transaction, its number there, and satoshis. */
const OfferedUtxo = z.object({
  txid: hash,
  n: z.int().check(z.nonnegative(), z.maximum(0xffffffff)),
  amount: z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
})
export type OfferedUtxo = z.infer<typeof OfferedUtxo>

/**
 * A payment to sign. The address gets `amount` less `fee`. All transactions under one id spend the same, so that at
 * most one can be confirmed; one that pays the network more (`rate`) can replace another. `utxos`: those of which the
 * first transaction on Bitcoin may spend some.
 *
 * On Tron `rate` is the most TRX that is burned (sun), and `block` the id of the block that the transaction names. No
 * transaction excludes another one there. `expired`: the id of the payment's latest transaction, where the market has
 * seen that none of them can ever be confirmed, and asks for another one.
 */
export const Payment = z
  .object({
    id: z.uuid(),
    network: z.enum(networks),
    asset: z.enum(assets),
    address: z.string().check(z.minLength(1), z.maxLength(100)),
    amount: units,
    fee: units,
    rate: units,
    approvals: z.array(ApprovalSchema).check(z.maxLength(APPROVALS_MAX)),
    utxos: z.optional(z.array(OfferedUtxo).check(z.maxLength(UTXOS_MAX))),
    block: z.optional(hash),
    expired: z.optional(hash),
  })
  .check(z.refine(({ amount, fee }) => BigInt(amount) > BigInt(fee), 'The fee takes all of the amount'))
export type Payment = z.infer<typeof Payment>

/** The most outputs that one sweep spends. */
export const SWEPT_MAX = 20

/** The longest transaction that has made one of them (bytes in hexadecimal digits): as long as a block takes. */
const PREVIOUS_MAX = 2_000_000

const address = z.string().check(z.minLength(1), z.maxLength(100))

/** The fields of both parts of collecting a deposit. `index`: the number of the deposit address. */
const collecting = {
  ...{ id: z.uuid(), network: z.enum(networks), asset: z.enum(assets), amount: units, rate: units },
  index: z.int().check(z.nonnegative(), z.maximum(0x7fffffff)),
}

/**
 * A sweep to sign: it takes `amount` of an asset from the deposit address `from` to the signer's own destination, which
 * `to` has to be. The most that the network can take comes off the amount where it is paid in the same coin. `spends`:
 * the next nonce of the address, or outputs there as `txid:n`. `previous`: the transactions that have made these, in
 * hexadecimal digits and without witnesses.
 */
export const Sweep = z.object({
  ...collecting,
  ...{ from: address, to: address },
  spends: z
    .array(z.string().check(z.regex(/^(?:\d{1,15}|[0-9a-f]{64}:\d{1,10})$/)))
    .check(z.minLength(1), z.maxLength(SWEPT_MAX)),
  previous: z.optional(
    z.array(z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/), z.maxLength(PREVIOUS_MAX))).check(z.maxLength(SWEPT_MAX)),
  ),
})
export type Sweep = z.infer<typeof Sweep>

/** Ether to sign that the paying wallet sends to the deposit address `to`, from which a token is collected. */
export const Gas = z.object({ ...collecting, to: address })
export type Gas = z.infer<typeof Gas>

/**
 * Reasons for a refusal. `network`: the settings exclude the network or the asset. `address`: it does not belong to the
 * network. `limit`: the payment is beyond the signer's limits. `rate`: the network would get too much. `funds`: the
 * offered outputs do not suffice, other payments spend them, or the transactions that have made them say something
 * else; on Tron, no block was named. After these five, nothing was ever signed under the payment's id. `changed`:
 * another payment was signed under it. `lost`: the log lacks the transaction that has expired.
 */
export const signerRefusals = ['network', 'address', 'limit', 'rate', 'funds', 'changed', 'lost'] as const
export type SignerRefusal = (typeof signerRefusals)[number]

/**
 * The latest transaction of a payment. `spends`: what a chain lets only one transaction spend, the wallet's nonce, or
 * its outputs as `txid:n`; on Tron the transaction's own id. It pays the network `rate`, which may be more than was
 * asked for, or less where the signer allows no more.
 */
const SignedTransaction = z.object({
  spends: z.array(z.string()).check(z.minLength(1)),
  rate: units,
  txid: z.string(),
  raw: z.string(),
})

/**
 * A signed transaction, or a refusal; `approvals`: the number of operators whose signatures would bring the payment
 * within the limits.
 */
export const SignAnswer = z.union([
  SignedTransaction,
  z.object({ refused: z.enum(signerRefusals), approvals: z.optional(z.int()) }),
])
export type SignedTransaction = z.infer<typeof SignedTransaction>
export type SignAnswer = z.infer<typeof SignAnswer>

/**
 * The signer itself. `keys`: the public keys of the operators whose signatures it counts; `wallets`: the addresses from
 * which it pays on real chains; `chains`: those chains, with the contract of USDT, Tron's named by its first block;
 * `sweeps`: where what it collects goes, and the gas that ether may use to get there.
 */
export const AboutSigner = z.object({
  keys: z.array(z.string()),
  wallets: z.optional(
    z.object({
      ethereum: z.optional(z.string()),
      bitcoin: z.optional(z.string()),
      tron: z.optional(z.string()),
    }),
  ),
  chains: z.optional(
    z.object({
      ethereum: z.optional(z.object({ id: z.int(), usdt: z.string() })),
      bitcoin: z.optional(z.object({ network: z.enum(bitcoinNetworks) })),
      tron: z.optional(z.object({ genesis: z.string(), usdt: z.string() })),
    }),
  ),
  sweeps: z.optional(
    z.object({
      ethereum: z.optional(z.object({ to: z.string(), gas: z.int().check(z.positive()) })),
      bitcoin: z.optional(z.object({ to: z.string() })),
    }),
  ),
})
export type AboutSigner = z.infer<typeof AboutSigner>

/**
 * The ids of all transactions that were signed for a payment, what the latest one spends, and until when one of them
 * can be taken (Unix ms), if there are any and they expire.
 */
export const SignedTxids = z.object({
  txids: z.array(z.string()),
  spends: z.optional(z.array(z.string())),
  until: z.optional(z.int()),
})
export type SignedTxids = z.infer<typeof SignedTxids>

/** The signer cannot be reached, or has not answered. */
export class SignerAwayError extends Error {
  override name = 'SignerAwayError'
}

/** A signer as the market sees it. @throws SignerAwayError */
export interface Signer {
  /** Signs a payment, without sending it; safe to repeat. */
  sign(payment: Payment): Promise<SignAnswer>
  /** Signs a sweep in the same way. */
  sweep(sweep: Sweep): Promise<SignAnswer>
  /** Signs gas for one in the same way. */
  gas(gas: Gas): Promise<SignAnswer>
  /** The transactions of an id; none where nothing was signed under it. */
  signed(id: string): Promise<SignedTxids>
  about(): Promise<AboutSigner>
}
