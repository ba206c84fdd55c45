import type * as z from 'zod/mini'
import type { OperatorRight } from './operator-rights.ts'

/**
 * The callers that an endpoint admits. `anyone`: everybody. `optional`: everybody, identified when a token is there.
 * `session`: only a person with a live session. `operator`: only an operator whose session has proven its second
 * factor.
 */
export type Access = 'anyone' | 'optional' | 'session' | 'operator'

/** The largest body of a call (bytes, once inflated), unless its contract gives another number. */
export const BODY_BYTES_MAX = 20_000

/** One call of the API: the contract of its exact method and path, what goes in and what comes out as `data`. */
export interface Endpoint<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST'
  /** Further methods under which the specification names the same call. */
  readonly also?: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly access: Who
  /** The right that an operator needs for it; absent: being an operator is enough. */
  readonly right?: OperatorRight
  readonly input: In
  readonly output: Out
  /** Anonymous catalogue answers may be kept in the server's page cache until the catalogue changes. */
  readonly cacheable?: true
  /** Its code 0 brings data as well, and says that there is nothing yet (spec §8). */
  readonly noneYet?: true
  /** The largest body (bytes, once inflated); absent: BODY_BYTES_MAX. */
  readonly bytesMax?: number
  /** It also takes multipart form data, whose part of this name becomes that field of its input, in base64. */
  readonly multipart?: string
}

/**
 * Declares an endpoint; only fixes the types. GET inputs arrive as query strings, so their fields must be strings
 * (coerce with pipes).
 */
export const endpoint = <In extends z.ZodMiniType, Out extends z.ZodMiniType, Who extends Access>(
  e: Endpoint<In, Out, Who>,
): Endpoint<In, Out, Who> => e

export type InputOf<E> = E extends Endpoint<infer In, z.ZodMiniType> ? z.infer<In> : never
/** An endpoint's answer as a device reads it. */
export type OutputOf<E> = E extends Endpoint<z.ZodMiniType, infer Out> ? z.output<Out> : never
/** The same as the server states it. */
export type StatedOf<E> = E extends Endpoint<z.ZodMiniType, infer Out> ? z.input<Out> : never
