import * as z from 'zod/mini'
import { FeedRows, type Change } from './schema-changes.ts'
import { endpoint } from '../wire/endpoint.ts'
import { INCARNATIONS_MAX } from '../wire/limits.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Refusal, type OwnRefusal } from '../wire/schema-refusals.ts'

/** The largest number of intents in one push, and of its bytes once inflated. */
export const PUSH_INTENTS_MAX = 1000
export const PUSH_BYTES_MAX = 1_000_000
/** The protocol this code speaks; a server that no longer speaks it answers `updateNeeded`. */
export const PROTOCOL = 1
/**
 * The version of what a device can read. It is raised whenever a feed's row, an outcome or a refusal reason is new, so
 * that a device that could not read something asks for it again once it can, and the server knows when to add its words
 * to a refusal. Version 0.2.1 named none; it counts as 1.
 */
export const SCHEMA = 17

export const Incarnation = z.string().check(z.regex(/^[0-9A-Za-z_-]{8,32}$/))
/** A number in a query string. */
const Version = z.optional(z.string().check(z.regex(/^\d{1,9}$/)))
const Seq = z.int().check(z.positive())

/**
 * "rev.stamp": the newest state of a person's feed that a device has seen, by a push or a pull. A server that never was
 * in that state has been restored from an older backup.
 */
export const Position = z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))

/**
 * The id that an intent had in a file of unsent work or in a guest's store, and what took it over: a store, or that
 * merge. It takes effect only where that id is spent in its favour: a server restored from an older backup may have
 * forgotten that it was, and another copy may come with it.
 */
export const TakenFrom = z.object({
  incarnation: Incarnation,
  seq: Seq,
  createdAt: z.number(),
  to: Incarnation,
  /** Out of a guest's store: its id is spent with the effect, and never before. */
  guest: z.optional(z.boolean()),
})
export type TakenFrom = z.infer<typeof TakenFrom>

/**
 * One intent on the wire; `incarnation:seq` is its id and idempotency key (law 4). `payload` is checked against the
 * mutation's own schema, one by one, so that a bad one fails alone.
 */
export const PushIntent = z.object({
  seq: Seq,
  name: z.string().check(z.maxLength(60)),
  payload: z.unknown(),
  createdAt: z.number(),
  confirmBy: z.optional(z.number()),
  from: z.optional(TakenFrom),
})
export type PushIntent = z.infer<typeof PushIntent>

/** The outcomes of sync's one vocabulary that a server can state; the others are what the wire does. */
export const outcomes = ['accepted', 'refused', 'needsConsent', 'notTried', 'busy'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * The fate of one intent, as a server states it. The server stores the decision with the effect, and gives it again to
 * every repeat. `rows` are the rows that the intent touched, as they are now. A device settles an answer at once, so a
 * row that several results touched stands in the last of them.
 */
export interface PushResult {
  seq: number
  outcome: Outcome
  refusal?: OwnRefusal
  rows: Change[]
  /** `createdAt` of the intent whose outcome it is; absent in outcomes that were stored before this was kept. */
  createdAt?: number
  /** In a pull, which may bring outcomes of several: the incarnation under which the intent was sent. */
  incarnation?: string
}

/** The same as a device reads it; an outcome that it does not know leaves the intent unanswered. */
const ReadResult = z.object({
  seq: Seq,
  outcome: openEnum(outcomes),
  refusal: z.optional(Refusal),
  rows: FeedRows,
  createdAt: z.optional(z.number()),
  incarnation: z.optional(z.string()),
})
export type ReadResult = z.infer<typeof ReadResult>

/**
 * How far one push raised its owner's feed: from the cursor before it to the cursor after it, with nothing of anybody
 * else's in between. Absent when something came in between, and from older servers: then the device pulls.
 */
export const FeedRise = z.object({ from: z.string(), cursor: z.string() })
export type FeedRise = z.infer<typeof FeedRise>

/**
 * A batch of intents in order. May be gzip-compressed (Content-Encoding: gzip). Allowed for the token's own `uid`, and
 * for that of a store whose member its person is.
 * `restored`: the device's position is of a feed that this server has lost; nothing was tried, the device pulls first.
 */
export const push = endpoint({
  method: 'POST',
  path: '/api/sync/push',
  access: 'session',
  // A little above a push, so that a full one fits.
  bytesMax: PUSH_BYTES_MAX + 50_000,
  input: z.object({
    v: z.int(),
    schema: z.optional(z.int()),
    uid: z.uuid(),
    incarnation: Incarnation,
    now: z.number(),
    intents: z.array(PushIntent).check(z.minLength(1), z.maxLength(PUSH_INTENTS_MAX)),
    position: z.optional(Position),
  }),
  output: z.object({
    results: openArray(ReadResult),
    feed: z.optional(FeedRise),
    position: z.optional(z.string()),
    restored: z.optional(z.boolean()),
  }),
})

/**
 * The changes since a cursor: rows, and the stored outcomes of this incarnation, from one snapshot. `more`: ask again
 * at once. `reset`: the cursor was too old or unknown; the rows are everything there is. `restored`: it was, because
 * the server has been restored from an older backup.
 */
export const pull = endpoint({
  method: 'GET',
  path: '/api/sync/pull',
  access: 'session',
  input: z.object({
    /** The uid of a store whose member the caller is; absent: the caller's own. */
    uid: z.optional(z.uuid()),
    cursor: z._default(z.string().check(z.regex(/^\d{1,15}$/)), '0'),
    /** PROTOCOL and SCHEMA of the device. */
    v: Version,
    schema: Version,
    /** The incarnations for whose intents outcomes are asked for, joined by commas. */
    incarnation: z.optional(
      z.string().check(z.regex(new RegExp(`^[0-9A-Za-z_-]{8,32}(,[0-9A-Za-z_-]{8,32}){0,${INCARNATIONS_MAX - 1}}$`))),
    ),
    position: z.optional(Position),
  }),
  output: z.object({
    uid: z.uuid(),
    cursor: z.string(),
    position: z.optional(z.string()),
    restored: z.optional(z.boolean()),
    more: z.boolean(),
    reset: z.boolean(),
    changes: FeedRows,
    outcomes: openArray(ReadResult),
  }),
})

/**
 * Cancels an intent that may have been sent: stores a `refused: cancelled` outcome for its id, or returns the stored
 * one.
 */
export const voidIntent = endpoint({
  method: 'POST',
  path: '/api/sync/void',
  access: 'session',
  input: z.object({ uid: z.uuid(), incarnation: Incarnation, seq: Seq, createdAt: z.optional(z.number()) }),
  output: z.object({ result: ReadResult }),
})

/**
 * Names those of these intents, once called done, of which a restored server knows nothing. The device sends them again
 * under their own ids. Intents whose time is over are not among them.
 */
export const lost = endpoint({
  method: 'POST',
  path: '/api/sync/lost',
  access: 'session',
  input: z.object({
    uid: z.uuid(),
    incarnation: Incarnation,
    intents: z
      .array(z.object({ seq: Seq, createdAt: z.number() }))
      .check(z.minLength(1), z.maxLength(PUSH_INTENTS_MAX)),
  }),
  output: z.object({ lost: z.array(Seq) }),
})

/**
 * Another device of the same person takes over what `incarnation` may still send: in one transaction each id is spent
 * as "refused: cancelled" with params.to, the incarnation that has it now, or answers the outcome stored before. The
 * first to ask has it, at every repeat, so the device that records the intent again knows that no other does. An id
 * that another intent has used is passed by: the intent that is meant goes on under the next incarnation.
 */
export const adopt = endpoint({
  method: 'POST',
  path: '/api/sync/adopt',
  access: 'session',
  input: z.object({
    uid: z.uuid(),
    incarnation: Incarnation,
    to: Incarnation,
    seqs: z.array(Seq).check(z.minLength(1), z.maxLength(PUSH_INTENTS_MAX)),
    /** When the intents of those seqs were made, in their order; older devices do not say. */
    createdAts: z.optional(z.array(z.number()).check(z.maxLength(PUSH_INTENTS_MAX))),
  }),
  output: z.object({ results: openArray(ReadResult) }),
})

/**
 * The path of the server-sent events stream that says "pull now" (`event: poke`); with the token header, one a device,
 * and one more for each store that is open on it (`?uid=`).
 * Its `data` is the position that the feed has risen to: a device that stands there already need not pull. It is empty
 * when the stream opens, and from older servers.
 */
export const POKE_PATH = '/api/sync/poke'
