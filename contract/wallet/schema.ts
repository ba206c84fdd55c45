import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { assets } from '../coins/assets.ts'
import { openArray } from '../wire/schema-open.ts'
import { Position } from '../sync/schema.ts'
import { AssetName, PostingRow, Units } from '../ledger/schema-row.ts'

/**
 * How far an account's chain of an asset has come, and the seal of the whole book on which that stands (rules/
 * ledger/chain.ts). `signature`: Ed25519 over its text, in base64; null where the market has no signing key at present.
 */
const SignedHead = z.object({
  asset: AssetName,
  seq: z.int(),
  balance: Units,
  /** Hexadecimal digits, as the seal's. */
  hash: z.string(),
  seal: z.int(),
  sealHash: z.string(),
  at: z.number(),
  signature: z.nullable(z.string()),
})
export type SignedHead = z.infer<typeof SignedHead>

/** A store, by its uid, of which the caller is a member; absent: the caller's own account. */
const store = z.optional(z.uuid())

/**
 * The heads of an account, each signed now, and the market's public key (Ed25519, 32 bytes in base64).
 * `restored`: the device's position is of a feed that this market has lost, so that it was restored from a backup.
 */
export const walletHeads = endpoint({
  method: 'POST',
  path: '/api/wallet/heads',
  access: 'session',
  input: z.object({ store, position: z.optional(Position) }),
  output: z.object({ key: z.nullable(z.string()), heads: openArray(SignedHead), restored: z.boolean() }),
})

/** Postings that one answer has at most. */
export const POSTINGS_MAX = 500

/**
 * The postings to an account of an asset after one of them, as the book has them now, with their links;
 * `more` when others follow.
 */
export const walletPostings = endpoint({
  method: 'POST',
  path: '/api/wallet/postings',
  access: 'session',
  input: z.object({ store, asset: z.enum(assets), after: z.int().check(z.nonnegative()) }),
  output: z.object({ postings: openArray(z.extend(PostingRow, { hash: z.string() })), more: z.boolean() }),
})
