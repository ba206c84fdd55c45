import * as z from 'zod/mini'
import { Incarnation } from '#contract/sync/schema.ts'

// The content of a file of unsent work. Files outlive versions of the app: a field that has shipped is never removed or
// reshaped, and a new shape is a new version.

/**
 * Rounds of PBKDF2-SHA-256. A file that says fewer was not made here, one that says many more would only keep the
 * device busy.
 */
export const UNSENT_ROUNDS = 600_000
const ROUNDS_MAX = 5_000_000

const bytes = (length: number) => z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.length(length))

/** The newest version of the file. From 2 on an intent may name an incarnation of its own. */
export const UNSENT_VERSION = 2

/** The fields that all versions of the file have in common. */
export const UnsentKind = z.object({ format: z.literal('caravan-unsent'), version: z.int() })

/** The head of a file, readable without its passphrase: whose work it is, from which store of which device. */
export const UnsentHeader = z.extend(UnsentKind, {
  uid: z.uuid(),
  incarnation: Incarnation,
  createdAt: z.number(),
  rounds: z.int().check(z.minimum(UNSENT_ROUNDS), z.maximum(ROUNDS_MAX)),
  salt: bytes(16),
  iv: bytes(12),
})
export type UnsentHeader = z.infer<typeof UnsentHeader>

const UnsentIntent = z.object({
  seq: z.int().check(z.positive()),
  intentId: z.string(),
  name: z.string(),
  payload: z.unknown(),
  createdAt: z.number(),
  confirmBy: z.nullable(z.number()),
  deps: z.array(z.string()),
  incarnation: z.optional(Incarnation),
})
/** An intent in a file, its payload in clear. Its id on the wire is `seq` under its incarnation, or the header's. */
export type UnsentIntent = z.infer<typeof UnsentIntent>

/** The sealed intents of a file, in their order. */
export const UnsentIntents = z.array(UnsentIntent)
