import type { EndpointName, Input, MutationName, Output, Payload } from '#contract/registry.ts'
import type { Refusal } from '#contract/refusals.ts'

/** The worker's door, as a type: all that a page may ask of it. It never grows. */
export interface WorkerApi {
  /** Resolves once the databases are open: their names, and whose they are. Again after every change of person. */
  ready(): Promise<Ready>
  /** Records the durable intents of one gesture with their visible effects, all or none. Resolves only when they are on the device's disk. Repeating an `intentId` records nothing more. */
  mutate(gesture: readonly Gesture[]): Promise<MutateOutcome>
  /** Please have these rows: the answer comes through the database. Safe to call often; equal requests under way are one. */
  want<N extends WantName>(name: N, params: Input<N>): Promise<WantOutcome>
  /** A call that needs the network now. Its token, if it brings one, stays in the worker. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutcome<CallOutput<N>>>
  /** Try to send now; says whether the page can be seen, which sets how patient the retries are. */
  flush(visible: boolean): Promise<void>
  /** Proof of life for the supervisor. */
  ping(): Promise<number>
}

/** One intent of a gesture. `replaces` names the conflict in whose place it comes, by the person's consent. */
export type Gesture<N extends MutationName = MutationName> = { [K in N]: { intentId: string; name: K; payload: Payload<K>; replaces?: string | undefined } }[N]

export interface Ready { uid: string; guest: boolean; userDb: string; catalogueDb: string }

/** Reads whose answer becomes rows. */
export type WantName =
  | 'catalogue.home' | 'catalogue.products' | 'catalogue.categories' | 'catalogue.product' | 'catalogue.reviews' | 'catalogue.store'
  | 'user.profile' | 'area.read'

/** Calls that make no sense later, and `intent.dismiss`, which needs no network: a refusal has been read, a conflict given up, or what was never sent taken back, and leaves the person's sight; `merge.settle`: what was taken over from before signing in stays, or is taken back. */
export type CallName = Extract<EndpointName, 'user.login' | 'user.register' | 'user.emailCode' | 'user.logout' | 'user.change' | 'order.pay'> | 'intent.dismiss' | 'merge.settle'
/** Signing out also says what becomes of unsent work: send it first, keep it sealed on this device, or discard it. */
export type CallInput<N extends CallName> = 
  N extends 'user.logout' ? { unsent: 'send' | 'keep' | 'discard' } : N extends 'intent.dismiss' ? { intentId: string } : N extends 'merge.settle' ? { undo: boolean } : N extends EndpointName ? Input<N> : never
/** The token never reaches the page. */
export type CallOutput<N extends CallName> = 
  N extends 'user.login' | 'user.register' ? { uid: string } : N extends EndpointName ? Output<N> : Record<string, never>

export type MutateOutcome = { kind: 'saved' } | { kind: 'refused'; refusal: Refusal }
export type WantOutcome = { kind: 'fresh' } | Failed
export type CallOutcome<T> = { kind: 'accepted'; data: T } | Failed
export type Failed =
  | { kind: 'refused'; refusal: Refusal }
  /** Too much at once, or for now: again after so many seconds. */
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'unreachable' }
  | { kind: 'sessionGone' }
