import type { Area } from '#contract/addresses.ts'
import type { Category, Product, ProductDetail, Review, Store } from '#contract/catalogue.ts'
import type { Refusal } from '#contract/refusals.ts'
import type { MutationName } from '#contract/registry.ts'
import type { UserRows, UserTable } from '#contract/rows.ts'

// Two databases. One per person (a guest has one too) holds the rows they can change, the outbox and
// what belongs to it: an intent and the rows it changes share a database, because an IndexedDB
// transaction cannot span two. The catalogue has its own; it may be dropped and fetched again.
//
// Versions are append-only: never edit one that has shipped, add the next (law 8).

/** States of an intent on the device; all but acked, superseded, cancelled, discarded, rejected and quarantined take part in the fold. */
export const intentStates = [
  'pending', 'sending', 'waiting', 'unknown', 'held', 'conflict', 'rejected',
  'acked', 'superseded', 'cancelled', 'discarded', 'quarantined',
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
}

/** What became of an intent that left the outbox; kept 90 days for the person to read and for repeats of a gesture. One that was absorbed before it had a seq has none. */
export interface ArchivedIntent extends IntentRow {
  endedAt: number
  /** The intent that took a superseded one's place. */
  by: string | null
}

/** A row the user can change: what the server last said beside what the screen shows (law 3). */
export interface MirrorRow<T> {
  key: string
  /** Null when the server has never sent this row. */
  server: T | null
  /** The fold of the pending intents on this key over `server`; null when there is nothing to show. */
  shown: T | null
  /** The server's rev of `server`; 0 before the first. */
  rev: number
  /** How many intents on this key are not yet at the shop. */
  pending: number
  /** One of them needs the person. */
  conflict: boolean
}

export interface MetaRows {
  /** Checked inside each write transaction: a database that is not this user's, or of another protocol, is never written. */
  fence: {
    key: 'fence'; proto: number; incarnation: string; uid: string
    /** About to be deleted: nothing is written any more. */
    closed?: boolean
  }
  lease: { key: 'lease'; epoch: number; heartbeat: number }
  cursor: { key: 'cursor'; cursor: string }
  /** How the device stands with the server: what the status line reads. `epoch` is of the token that `session` speaks of. */
  link: { key: 'link'; online: boolean; lastContact: number; session: 'ok' | 'gone' | 'none'; epoch?: number }
  /** Sealed: the profile as JSON. */
  profile: { key: 'profile'; sealed: Sealed; at: number }
  /** What was merged from before signing in, and what would take it back; until the person has settled it. */
  merged: { key: 'merged'; intents: number; at: number; undo?: { intentId: string; name: MutationName; payload: unknown }[] }
}
export type MetaKey = keyof MetaRows
export type MetaRow = MetaRows[MetaKey]

/** AES-GCM ciphertext; opened only with the user's own key and the same additional data. */
export interface Sealed { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

export type MirrorTables = { [T in UserTable]: MirrorRow<UserRows[T]> }
export interface OwnTables {
  outbox: IntentRow
  archive: ArchivedIntent
  quarantine: { id: string; reason: string; row: unknown; at: number }
  meta: MetaRow
  keys: { id: 'seal'; key: CryptoKey }
}
export type UserTables = MirrorTables & OwnTables

/** A cached list: ids in the server's order, and the key of the next page (null at the end, undefined before the first). */
export interface ListRow { key: string; ids: number[]; next: string | null; at: number }
export interface HomeRow { key: 'home'; daily: number[]; recommended: number[]; hot: number[]; storeIds: number[]; demo: boolean; at: number }
export interface DetailRow extends ProductDetail { related: number[]; at: number }
/** An area of the tree country → province → city; `parentCode` is empty for a country. */
export interface AreaRow extends Area { parentCode: string; at: number }
export interface ReviewPage { key: string; productId: number; reviews: Review[]; next: string | null; at: number }

export interface CatalogueTables {
  products: Product
  stores: Store
  categories: Category
  details: DetailRow
  lists: ListRow
  homes: HomeRow
  reviews: ReviewPage
  areas: AreaRow
}

export const userVersions = [
  {
    // mirror: favourites, follows, cartLines (may be dropped and pulled again) · own: the rest
    outbox: '++seq, &intentId, state, *lanes, *keys',
    archive: 'intentId, endedAt',
    quarantine: 'id',
    meta: 'key',
    keys: 'id',
    favourites: 'key',
    follows: 'key',
    cartLines: 'key',
  },
  // Orders: mirror.
  { outbox: '++seq, &intentId, state, *lanes, *keys, *deps', addresses: 'key', addressDefault: 'key', orders: 'key' },
] as const

export const catalogueVersions = [
  {
    products: 'id, [categoryId+sales], [storeId+sales], sales, createdAt',
    stores: 'id',
    categories: 'id, pid',
    details: 'id',
    lists: 'key',
    homes: 'key',
    reviews: 'key, productId',
  },
  { areas: 'code, parentCode' },
] as const

export const GUEST = 'guest'
export const CATALOGUE_DB = 'caravan-catalogue'
export const userDbName = (uid: string): string => `caravan-user-${uid}`

/** The key of a cached product list. */
export const listKey = (p: { categoryId?: number | undefined; storeId?: number | undefined; sort?: string | undefined }): string =>
  `${p.categoryId ? `category:${p.categoryId}` : p.storeId ? `store:${p.storeId}` : 'all'}/${p.sort ?? 'all'}`
export const reviewKey = (id: number, filter: string): string => `${id}/${filter}`
