import type { MutationName } from '#contract/registry.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { TakenFrom } from '#contract/sync/schema.ts'

/**
 * States of an intent on the device; all but acked, superseded, cancelled, rejected and quarantined take part in the
 * fold.
 */
export const intentStates = [
  'pending',
  'sending',
  'waiting',
  'unknown',
  'held',
  'conflict',
  'rejected',
  'acked',
  'superseded',
  'cancelled',
  'quarantined',
] as const
export type IntentState = (typeof intentStates)[number]

/** One durable intent. `seq` is the primary key; `incarnation:seq` is its id on the wire (law 4). */
export interface IntentRow {
  seq?: number
  /** Made in the click handler, never sent: one gesture is one row, however often it is repeated. */
  intentId: string
  incarnation: string
  uid: string
  proto: number
  name: MutationName
  /** Frozen once sent. */
  payload: unknown
  lanes: string[]
  keys: string[]
  /** IntentIds that must be acked first. */
  deps: string[]
  state: IntentState
  attempts: number
  /** Unix ms before which it is not sent again; 0 when it may go. */
  notBefore: number
  /** The lease under which it was last sent. */
  leaseEpoch: number
  /** Why it waits, was refused or needs consent. */
  last: Refusal | null
  createdAt: number
  confirmBy: number | null
  /** Where it was taken over from, out of a file of unsent work. */
  from?: TakenFrom
  /** The files that must be at the server first; absent where it names none. */
  files?: string[]
}

/**
 * Whether nobody can tell any more if a refused intent had its effect: the server has purged its outcome. One that was
 * sent a single time had that refusal for its only answer, and no effect.
 */
export const isPastTelling = ({ last, attempts }: Pick<IntentRow, 'last' | 'attempts'>): boolean =>
  last?.reason === 'idPurged' && attempts > 1

/**
 * An intent that has left the outbox, kept 90 days for the person to read and to recognise repeats of a gesture. An
 * intent that was absorbed before it had a `seq` has none.
 */
export interface ArchivedIntent extends IntentRow {
  endedAt: number
  /** The intent that took a superseded one's place. */
  by: string | null
}
