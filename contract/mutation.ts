import type * as z from 'zod/mini'
import type { UserRows, UserTable } from './schema/rows.ts'

/** A row on which a mutation shows its effect: the device's mirror table and the row's key there. */
export type KeyRef = `${UserTable}/${string}`

/** The files that a payload names. They are at the server before it is sent, and what is refused of them refuses it. */
export interface DeclaredFiles<P> {
  readonly kind: 'picture'
  /** Most of them in one payload. */
  readonly most: number
  /** Most bytes of each, as it leaves the device. */
  readonly bytesMax: number
  of(payload: P): string[]
}

/**
 * One durable change a person can make, declared once. `lanes` and `keys` are pure functions of the
 * payload: a lane is a unit of order at the server, a key a unit of folding on the device. A mutation
 * of many things names the lanes and keys of them all.
 * A name and its payload, once shipped, are never removed or reshaped (law 6).
 */
export interface Mutation<P extends z.ZodMiniType = z.ZodMiniType, T extends UserTable = UserTable> {
  /** The single call that does the same at once, for callers other than the device. */
  readonly path: `/api/${string}`
  /** Of a store, by one of its members; absent: of a person. Neither is ever carried out for the other. */
  readonly world?: 'store'
  /** Only an owner of the store may; absent: its staff, too. */
  readonly only?: 'owner'
  /** The tables on whose rows it shows. */
  readonly tables: readonly T[]
  readonly payload: P
  /** Most bytes of the single call's body, once inflated; absent: BODY_BYTES_MAX. */
  readonly bytesMax?: number
  /** A guest may queue it; it is merged at login. */
  readonly guest: boolean
  /**
   * Fields of the payload (or of its object `within`) that are sealed while they wait on the device. The fold never
   * looks into them.
   */
  readonly sealed?: { readonly within: string | undefined; readonly fields: readonly string[] }
  readonly files?: DeclaredFiles<z.infer<P>>
  /** After so many ms of waiting the person is asked again before it takes effect. */
  readonly confirmWithin?: number
  /**
   * For so many ms after it was made it is not sent: until then the person takes it back without asking anybody. It
   * shows at once.
   */
  readonly undoWithin?: number
  /** The server never forgets what became of it; the others' outcomes are kept 90 days. */
  readonly kept?: true
  lanes(payload: z.infer<P>): string[]
  keys(payload: z.infer<P>): `${T}/${string}`[]
  /** Keys whose pending intents must be acked before this one is sent; if one of them is refused, so is this. */
  after?(payload: z.infer<P>): KeyRef[]
  /**
   * What a never-sent intent of this name and a later one on the same single key become together:
   * one payload, or 'cancel' when the two together change nothing. `base` is the row as it would be
   * without them: the server's with all earlier pending intents folded over it.
   * Absent: the two stay two.
   */
  coalesce?(earlier: z.infer<P>, later: z.infer<P>, base: UserRows[T] | undefined): z.infer<P> | 'cancel'
}

/** Declares a mutation; only fixes the types. */
export const mutation = <P extends z.ZodMiniType, T extends UserTable>(m: Mutation<P, T>): Mutation<P, T> => m

export type PayloadOf<M> = M extends { payload: infer P extends z.ZodMiniType } ? z.infer<P> : never
