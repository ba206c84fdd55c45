import type { PadRow } from '#contract/pads/rows.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import type { SearchSort } from '#contract/lists/sorts.ts'
import type {
  DeviceEndpointName,
  Input,
  MutationName,
  OperatorEndpointName,
  Output,
  Payload,
  MoneyEndpointName,
  SearchEndpointName,
  SiteEndpointName,
  VisitorEndpointName,
} from '#contract/registry.ts'
import type { OwnRefusal, Refusal } from '#contract/wire/schema-refusals.ts'
import type { CheckAt, Checked, DeviceBound } from './checked.ts'
import type { BookVerdict } from './verdict.ts'
import type { PadChecked } from './pad-shown.ts'
import type { JobAct, PlanKind, PlanOf, PlanRow, PlanShown, Rejected, WriteOf } from './products-shown.ts'
import type { ApprovalCalls } from './approval-calls.ts'
import type { AccountFile, TakenOver, UnsentFile } from './made-files.ts'

export type { AccountFile, TakenOver, UnsentFile }
export type { PartChange, PlanKind, PlanOf, PlanRow, PlanShown, Rejected, JobAct } from './products-shown.ts'
export type { PadReady, PadShown } from './pad-shown.ts'

/** The worker's door, as a type: every request that a page may make. It never grows. */
export interface WorkerApi {
  /** Resolves once the databases are open: their names, and whose they are. Again after every change of person. */
  ready(): Promise<Ready>
  /**
   * Records the durable intents of one gesture with their visible effects, all or none. Resolves only when they are on
   * the device's disk. Repeating an `intentId` records nothing more.
   * `as` is the uid whose screen the gesture was made on, as `ready` last reported it. If somebody else is signed in by
   * now, nothing is recorded. A guest's gesture counts for the person who has signed in since. `as` is undefined for a
   * page that shows nobody's data yet.
   * `first`: no worker has been asked for this gesture before, so none can have recorded it.
   */
  mutate(gesture: readonly Gesture[], as?: string, first?: boolean): Promise<MutateOutcome>
  /**
   * Asks for rows; the answer comes through the database. Safe to call often, since equal requests under way become
   * one. `as`: whose screen asks, as for `mutate`; a person's own rows are fetched for nobody else.
   */
  want<N extends WantName>(name: N, params: WantInput<N>, as: string | undefined): Promise<WantOutcome>
  /**
   * A call that needs the network now. Its token, if it brings one, stays in the worker. `as`: whose screen it was made
   * on, as for `mutate`; any call but an `AnyonesCall` is refused (`wrongOwner`) when somebody else is here by now.
   */
  call<N extends CallName>(name: N, input: CallInput<N>, as: string | undefined): Promise<CallOutcome<CallOutput<N>>>
  /** Try to send now; says whether the page can be seen, which sets how patient the retries are. */
  flush(visible: boolean): Promise<void>
  /** Proof of life for the supervisor. */
  ping(): Promise<number>
}

/** One intent of a gesture. `replaces` names the conflict in whose place it comes, by the person's consent. */
export type Gesture<N extends MutationName = MutationName> = {
  [K in N]: { intentId: string; name: K; payload: Payload<K>; replaces?: string | undefined }
}[N]

export interface Ready {
  uid: string
  guest: boolean
  userDb: string
  catalogueDb: string
}

/** Reads whose answer becomes rows. */
export type WantName =
  | Exclude<VisitorEndpointName, 'catalogue.changes' | 'catalogue.pack' | 'catalogue.sheet'>
  | SearchEndpointName
  | SiteEndpointName
  | 'user.followedStores'
  | 'user.profile'

/**
 * The input of such a read. `now`: changes that the catalogue made a moment ago count too, as for an order whose price
 * the server has just reported as risen.
 */
export type WantInput<N extends WantName> = Input<N> & (N extends 'catalogue.details' ? { now?: boolean } : unknown)

/** Calls that make no sense later. */
type WireCall = Extract<
  DeviceEndpointName,
  | 'user.login'
  | 'user.register'
  | 'user.resetPassword'
  | 'user.social'
  | 'user.emailCode'
  | 'user.export'
  | 'user.delete'
  | 'user.logout'
  | 'user.change'
  | 'user.sessions'
  | 'user.endSession'
  | 'user.identities'
  | 'user.endIdentity'
  | 'user.answerInvitation'
  | 'store.day'
  | MoneyEndpointName
  | `merchant.${'index' | 'contract' | 'sign'}`
  | 'catalogue.pack'
  | 'catalogue.sheet'
  | OperatorEndpointName
>

/** Acts on this device; those that need the network say so. */
export interface DeviceCalls extends ApprovalCalls {
  /** Verifies the person's money in the book, without a network against what the market has signed before. */
  'wallet.check': { in: { store?: number | undefined }; out: BookVerdict }
  /**
   * Asks the server what has changed, and makes the sending tab try now. Accepted once the server has answered. Needs
   * the network.
   */
  'shop.reach': { in: Record<string, never>; out: Record<string, never> }
  /**
   * Puts an intent out of sight: a refusal that has been read, a conflict that is given up ("take theirs"), or an
   * intent that was never sent.
   */
  'intent.dismiss': { in: { intentId: string }; out: Record<string, never> }
  /** Asks again for a refused intent, as a new intent in its place. */
  'intent.retry': { in: { intentId: string }; out: Record<string, never> }
  /**
   * Takes back an intent that waits. One that was never sent goes at once; any other goes through the server
   * (`/api/sync/void`, which needs the network). The server answers what became of it: cancelled, accepted already, or
   * taken over by another device in a file.
   */
  'intent.cancel': { in: { intentId: string }; out: { became: 'cancelled' | 'accepted' | 'elsewhere' } }
  /**
   * Undoes a dismissal or a cancellation: the intent is in sight as before, or waits as a new intent together with
   * those that were refused because of it.
   */
  'intent.restore': { in: { intentId: string; was: 'waiting' | 'refused' | 'unreadable' }; out: Record<string, never> }
  /**
   * Begins to sign in with an external account; answers the URL to go to. The typed address, and where to go on
   * afterwards, are kept for the way back.
   */
  'social.begin': { in: { email: string; back: string | null; invitation?: string }; out: { url: string } }
  /** Finishes that sign-in with the provider's answer; `refused` gives the reason when it failed. */
  'social.finish': { in: { state: string; code: string | null; iss: string | null }; out: SocialEnd }
  /**
   * Joins the external account to the account of its address, by that account's password or a mailed code, and its
   * second factor if it has one. An account that it is joined to already asks for the second factor alone.
   */
  'social.join': { in: { password?: string; code?: string; factor?: string }; out: { uid: string } }
  /** Keeps the work that was merged from before signing in, or takes it back. */
  'merge.settle': { in: { undo: boolean }; out: Record<string, never> }
  /** Keeps the rows that came with the page's document. Nothing is kept of them when the device has rows already. */
  'document.keep': { in: DocumentRows; out: Record<string, never> }
  /** Searches the products on this device. */
  'search.device': { in: DeviceQuery; out: DeviceFound }
  /**
   * Finds the stores on this device, best first: by their name, then by their products on this device.
   */
  'search.deviceStores': { in: { query: string }; out: { ids: number[] } }
  /** Completes the last word from the products on this device, most frequent words first. */
  'search.suggest': { in: { text: string }; out: { texts: string[] } }
  /** Remembers a search (newest first, each once), or forgets one, or all. */
  'search.history': { in: { remember: string } | { forget: string } | { clear: true }; out: Record<string, never> }
  /** Notes that a product was opened, and what it and the favourites cost now; without an id the latter alone. */
  'seen.note': { in: { id?: number }; out: Record<string, never> }
  /** Keeps the rows of the quick-order pad; with `add`, after those that are there. `left` had no room. */
  'pad.keep': { in: { rows: PadRow[]; add?: boolean }; out: { left: number } }
  /** The rows of a pasted text or a file. A file that is too large, or no text, has none. */
  'pad.read': { in: { text: string } | { file: Blob }; out: { rows: PadRow[] | null } }
  /** Checks each row of the pad against the data on this device. */
  'pad.check': { in: { rows: PadRow[] }; out: PadChecked }
  /** Takes a store along, or brings it up to date; goes on by itself. `full`: there is no room. Needs the network. */
  'pack.take': { in: { id: number; name: string; pictures: boolean }; out: { full: boolean } }
  'pack.pause': { in: { id: number }; out: Record<string, never> }
  'pack.remove': { in: { id: number }; out: Record<string, never> }
  /** Drops what can be fetched again. Unsent work is never dropped. */
  'storage.free': { in: { what: 'catalogue' | 'pictures' }; out: Record<string, never> }
  /**
   * Checks one block of the stored data, from the start or from the answer's `next`. `repair` repairs what can be
   * repaired without loss. It never touches an intent.
   */
  'device.check': { in: { at?: CheckAt | undefined; repair?: boolean }; out: Checked }
  /** Lists what the device keeps and how much of each it may keep. */
  'device.bounds': { in: Record<string, never>; out: { bounds: DeviceBound[] } }
  /**
   * Keeps a file on this device, sealed, until an intent names it by its id: then it is sent, before that intent. Equal
   * bytes are one file. What nothing names is deleted after a while.
   */
  'file.keep': { in: { bytes: Uint8Array<ArrayBuffer> }; out: { id: string } }
  /**
   * Opens the person's desk at a store whose member they are, or were: its id, as which gestures and calls are made
   * there, and its database. `ended`: the membership is over, and `waiting` changes were not sent.
   */
  'store.open': { in: { uid: string }; out: { id: string; db: string; ended: boolean; waiting: number } }
  /** Deletes what this device keeps of a store, with what was not sent. */
  'store.leave': { in: { uid: string }; out: Record<string, never> }
  /** Plans a file of goods, or one change of many, at a desk; null when the file is too large, or no text. */
  'goods.plan': { in: PlanOf; out: { shown: PlanShown | null } }
  /** Rows of the last plan, from the n-th on; null when the plan is gone. */
  'goods.planned': { in: { plan: string; kind: PlanKind; from: number }; out: { rows: PlanRow[] | null } }
  /** The rows of a plan's file that cannot be taken over, as they stand there; null when the plan is gone. */
  'goods.rejected': { in: { plan: string }; out: { rejected: Rejected | null } }
  /** Carries a plan out, piece by piece; goes on by itself. `busy`: other changes are not done yet. */
  'goods.begin': { in: { plan: string; name: string }; out: { became: 'begun' | 'busy' | 'lost' } }
  'goods.job': { in: { act: JobAct }; out: { done: boolean } }
  /** Goods of a desk's store as a file. */
  'goods.write': { in: WriteOf; out: { text: string; count: number } }
  /** Keeps the draft of an application to sell, sealed on this device; null deletes it. */
  'merchant.draft': { in: { text: string | null }; out: Record<string, never> }
  /** Seals everything that waits into a file. */
  'unsent.export': { in: { passphrase: string }; out: UnsentFile }
  /** Takes over the intents of an unsent file. Needs the network, since the server decides which device has which. */
  'unsent.import': { in: { bytes: Uint8Array<ArrayBuffer>; passphrase: string }; out: TakenOver }
}

/**
 * The data from which the server rendered a document: answers of catalogue reads, and where the catalogue's changes
 * stood before the first of them was read.
 */
export interface DocumentRows {
  cursor: string
  /** When they were read, by the server's clock (Unix ms). */
  at: number
  answers: { name: DeviceEndpointName; input: object; output: unknown }[]
}

/** The end of a sign-in with an external account, with the data that was kept for the way back. */
export interface SocialEnd {
  became: 'signedIn' | 'join' | 'factor' | 'refused'
  /** The address whose account has to agree, else the one that was typed. */
  email: string
  back: string | null
  refused?: Failed
}

/** A search over the products on this device, with at most `limit` hits. */
export interface DeviceQuery extends ListFilter {
  query: string
  sort?: SearchSort | undefined
  storeId?: number | undefined
  categoryId?: number | undefined
  limit: number
}
/**
 * The hits, best first. `searched`: how many products pass the query's filter. `more`: there are hits after these.
 * `categoryIds` and `storeIds`: the categories and stores of the best hits.
 */
export interface DeviceFound {
  ids: number[]
  searched: number
  more: boolean
  categoryIds: number[]
  storeIds: number[]
}

export type CallName = WireCall | keyof DeviceCalls
/** Calls that act for nobody in particular: signing in, and reading the catalogue on this device. */
export type AnyonesCall =
  | 'user.login'
  | 'user.register'
  | 'user.resetPassword'
  | 'user.social'
  | 'social.begin'
  | 'social.finish'
  | 'social.join'
  | 'user.emailCode'
  | 'document.keep'
  | 'search.device'
  | 'search.deviceStores'
  | 'search.suggest'
/** All others act for a person: the one whose screen they were made on. */
export type OwnCall = Exclude<CallName, AnyonesCall>
/** Signing out also says what becomes of unsent work: send it first, keep it sealed on this device, or discard it. */
export type CallInput<N extends CallName> = N extends 'user.logout'
  ? { unsent: 'send' | 'keep' | 'discard' }
  : N extends keyof DeviceCalls
    ? DeviceCalls[N]['in']
    : N extends DeviceEndpointName
      ? Input<N>
      : never
/** The token never reaches the page. */
export type CallOutput<N extends CallName> = N extends 'user.login' | 'user.register' | 'user.resetPassword'
  ? { uid: string }
  : N extends 'user.export'
    ? AccountFile
    : N extends keyof DeviceCalls
      ? DeviceCalls[N]['out']
      : N extends DeviceEndpointName
        ? Output<N>
        : Record<string, never>

/** The handlers of some of the calls. */
export type CallsFor<N extends CallName> = { [K in N]: (input: CallInput<K>) => Promise<CallOutcome<CallOutput<K>>> }

export type MutateOutcome = { kind: 'saved' } | { kind: 'refused'; refusal: OwnRefusal }
export type WantOutcome = { kind: 'fresh' } | Failed
export type CallOutcome<T> = { kind: 'accepted'; data: T } | Failed
export type Failed =
  | { kind: 'refused'; refusal: Refusal }
  /** Too much at once, or for now: try again after `retryAfter` seconds. */
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'unreachable' }
  | { kind: 'sessionGone' }
