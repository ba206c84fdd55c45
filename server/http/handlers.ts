import type { Access } from '#contract/wire/endpoint.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { EndpointName, Input, MutationName, Payload, Stated, StoreMutationName } from '#contract/registry.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { OwnRefusal, Refusal } from '#contract/wire/schema-refusals.ts'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { Db } from '../db/tables/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'

/**
 * The context of a handler: the database, the caller (null: nobody known), the language, and the server's clock (Unix
 * ms).
 */
export interface Call {
  db: Db
  user: { id: string; email: string; username: string } | null
  /** SHA-256 of the token that came with the call, if it was a live one. */
  tokenHash: Uint8Array | null
  language: LocaleCode
  /** The caller's address, for limits only. */
  from: string
  /** The caller's browser and system in a few words, as its person knows them. */
  device: string
  now(): number
}

/** Expected outcomes are values; bugs are thrown (law 11). */
export type Answer<T> =
  | { kind: 'accepted'; data: T }
  | { kind: 'refused'; refusal: OwnRefusal }
  | { kind: 'busy'; retryAfter: number }

/** The answer of a call whose contract says `noneYet`: its data, and that there is nothing yet. */
export interface NoneYet<T> {
  kind: 'noneYet'
  data: T
}

export const accepted = <T>(data: T): { kind: 'accepted'; data: T } => ({ kind: 'accepted', data })
export const refused = (
  reason: RefusalReason,
  params?: Refusal['params'],
): { kind: 'refused'; refusal: OwnRefusal } => ({
  kind: 'refused',
  refusal: params ? { reason, params } : { reason },
})
/** The refusal of somebody who may try again after so long (ms). */
export const tooMany = (retryAfter: number): ReturnType<typeof refused> =>
  refused('tooManyAttempts', { seconds: Math.ceil(retryAfter / 1000) })

/** `request` is for what only a header says; it is absent where the server itself asks. */
export type HandlersFor<N extends EndpointName> = {
  [K in N]: (
    call: CallOf<(typeof endpoints)[K]['access']>,
    input: Input<K>,
    request?: Request,
  ) => Promise<Answer<Stated<K>> | ((typeof endpoints)[K] extends { noneYet?: true } ? NoneYet<Stated<K>> : never)>
}
/** A call whose endpoint demands a session: the user is there. */
export type SignedIn = Call & { user: NonNullable<Call['user']>; tokenHash: Uint8Array }
/** A call of an operator whose session has proven its second factor, with what they may do. */
export type OperatorCall = SignedIn & { operator: { rights: readonly OperatorRight[] } }
type CallOf<Who extends Access> = Who extends 'operator' ? OperatorCall : Who extends 'session' ? SignedIn : Call

/**
 * The context of a mutation's handler: the effect's transaction with the owner's feed rev that every row it writes must
 * carry, its owner, and the store of the device it comes from (none for a single call).
 */
export interface MutationCall extends OwnerCall {
  userId: string
  incarnation?: string
  now(): number
}

/** The store for which a mutation is carried out, and the member who asked for it; `userId` of the call is its uid. */
export interface ActingStore {
  id: number
  role: StoreRole
  /** The member's own id. */
  by: string
}

/** The same for a mutation of a store. */
export type StoreMutationCall = MutationCall & { store: ActingStore }

/** The server's verdict on one mutation. `rows` are the rows it touched as they now are. */
export type Verdict =
  | { kind: 'accepted'; rows: Change[] }
  | { kind: 'refused'; refusal: OwnRefusal; rows?: Change[] }
  | { kind: 'needsConsent'; refusal: OwnRefusal; rows?: Change[] }

export type MutationsFor<N extends MutationName> = {
  [K in N]: (
    call: K extends StoreMutationName ? StoreMutationCall : MutationCall,
    payload: Payload<K>,
  ) => Promise<Verdict>
}
