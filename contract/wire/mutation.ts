import type * as z from 'zod/mini'
import type { UserTable } from './user-tables.ts'

/** A row on which a mutation shows its effect: the device's mirror table and the row's key there. */
export type KeyRef = `${UserTable}/${string}`

/**
 * The files that a payload names. They are at the server before the payload is sent, and a refused file refuses the
 * payload.
 */
export interface DeclaredFiles<P> {
  readonly kind: 'picture'
  /** The largest number of files in one payload. */
  readonly most: number
  /** The largest size of each as it leaves the device (bytes). */
  readonly bytesMax: number
  of(payload: P): string[]
}

/**
 * One durable change a person can make, declared once. `lanes` and `keys` are pure functions of the
 * payload: a lane is a unit of order at the server, a key a unit of folding on the device. A mutation
 * of many things names the lanes and keys of them all.
 * A name and its payload, once shipped, are never removed or reshaped (law 6).
 */
export interface Mutation<P extends z.ZodMiniType = z.ZodMiniType, T extends UserTable = UserTable, B = unknown> {
  /** The single call that does the same at once, for callers other than the device. */
  readonly path: `/api/${string}`
  /**
   * `store`: a mutation of a store, made by one of its members. Absent: a mutation of a person. Neither is ever carried
   * out for the other.
   */
  readonly world?: 'store'
  /** Only an owner of the store may make it; absent: its staff may, too. */
  readonly only?: 'owner'
  /** The tables whose rows show its effect. */
  readonly tables: readonly T[]
  readonly payload: P
  /** The largest body of the single call (bytes, once inflated); absent: BODY_BYTES_MAX. */
  readonly bytesMax?: number
  /** A guest may queue it; it is merged at login. */
  readonly guest: boolean
  /**
   * Fields of the payload (or of its object `within`) that are sealed while they wait on the device. The fold never
   * looks into them.
   */
  readonly sealed?: { readonly within: string | undefined; readonly fields: readonly string[] }
  readonly files?: DeclaredFiles<z.infer<P>>
  /** The wait (ms) after which the person is asked again before it takes effect. */
  readonly confirmWithin?: number
  /**
   * The time after it was made (ms) during which it is not sent, so that the person can take it back without asking
   * anybody. It shows at once.
   */
  readonly undoWithin?: number
  /** The server keeps its outcome for ever; the outcomes of other mutations are kept for 90 days. */
  readonly kept?: true
  lanes(payload: z.infer<P>): string[]
  keys(payload: z.infer<P>): `${T}/${string}`[]
  /** Keys whose pending intents must be acked before this one is sent; if one of them is refused, so is this. */
  after?(payload: z.infer<P>): KeyRef[]
  /**
   * Combines a never-sent intent of this name with a later one on the same single key: into one payload, or 'cancel'
   * when the two together change nothing. `base` is the row without them: the server's with all earlier pending intents
   * folded over it, of which `B` is what is compared (a law tests that rows have it). Absent: the two stay apart.
   */
  coalesce?(earlier: z.infer<P>, later: z.infer<P>, base: B | undefined): z.infer<P> | 'cancel'
}

/** Declares a mutation; only fixes the types. */
export const mutation = <P extends z.ZodMiniType, T extends UserTable, B = unknown>(
  m: Mutation<P, T, B>,
): Mutation<P, T, B> => m

export type PayloadOf<M> = M extends { payload: infer P extends z.ZodMiniType } ? z.infer<P> : never
