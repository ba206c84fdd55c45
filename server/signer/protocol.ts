import * as z from 'zod/mini'
import { Approval } from '#contract/schema/approval.ts'
import { assets } from '#contract/rules/coins.ts'
import { networks } from '#contract/rules/networks.ts'

// What the market and its signer say to each other: HTTP over a socket of one machine, in JSON.

/** The most operators' signatures under one withdrawal. */
export const APPROVALS_MAX = 8

const units = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))

/**
 * A payment to sign. The address gets `amount` less `fee`. All transactions under one id have one nonce, so that a
 * chain takes one of them; one that pays the network more (`rate`) can replace another.
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
    approvals: z.array(Approval).check(z.maxLength(APPROVALS_MAX)),
  })
  .check(z.refine(({ amount, fee }) => BigInt(amount) > BigInt(fee), 'The fee takes all of the amount'))
export type Payment = z.infer<typeof Payment>

/**
 * Reasons for which nothing is signed. `network`: the signer has no such network or asset. `address`: it is none of the
 * network's. `limit`: the payment is beyond the signer's limits. `rate`: the network would get too much. `changed`:
 * another payment was signed under this id. After the first four nothing was ever signed under the id of a new payment.
 */
export const signerRefusals = ['network', 'address', 'limit', 'rate', 'changed'] as const
export type SignerRefusal = (typeof signerRefusals)[number]

/**
 * A signed transaction. It pays the network `rate`: as much as was asked for, or more where that was signed before.
 */
const SignedTransaction = z.object({
  nonce: z.int().check(z.nonnegative()),
  rate: units,
  txid: z.string(),
  raw: z.string(),
})

/**
 * A signed transaction, or a refusal; `approvals`: the number of operators with whose signatures the limits would allow
 * it.
 */
export const SignAnswer = z.union([
  SignedTransaction,
  z.object({ refused: z.enum(signerRefusals), approvals: z.optional(z.int()) }),
])
export type SignedTransaction = z.infer<typeof SignedTransaction>
export type SignAnswer = z.infer<typeof SignAnswer>

/** The signer itself: the public keys of the operators whose signatures it counts. */
export const AboutSigner = z.object({ keys: z.array(z.string()) })
export type AboutSigner = z.infer<typeof AboutSigner>

/** A signer as the market knows it. Every method may throw when it cannot be reached. */
export interface Signer {
  /** Signs a payment, without sending it; safe to repeat. */
  sign(payment: Payment): Promise<SignAnswer>
  about(): Promise<AboutSigner>
}
