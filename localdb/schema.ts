import type { KeptRate } from '#contract/currencies/exchange.ts'
import type { Area } from '#contract/market/schema-areas.ts'
import type { Category, Product, ProductDetail, Review, Store } from '#contract/catalogue/schema.ts'
import type { MutationName } from '#contract/registry.ts'
import type { UserRows, UserTable } from '#contract/sync/schema-rows.ts'
import type { SignedHead } from '#contract/wallet/schema.ts'
import type { PackRow } from './rows/pack.ts'
import type { GoodsJobMeta } from './rows/goods-job.ts'
import type { PadMeta } from './rows/pad.ts'
import type { SeenRows } from './rows/seen.ts'
import type { Sealed } from './rows/sealed.ts'
import type { IndexSizeRow, SegmentRow, UnindexedRow } from './rows/search.ts'
import type { ArchivedIntent, IntentRow } from './rows/intents.ts'
import type { FileRow } from './rows/file.ts'
import type { CachedListRow } from './rows/list.ts'
import type { ArticleRow, GroupRow, SiteRow } from './rows/site.ts'

export type { Sealed }
export type { ArchivedIntent, FileRow, IntentRow, CachedListRow }
export { intentStates, isPastTelling, type IntentState } from './rows/intents.ts'

// Two databases. One per person (a guest has one too) holds the rows they can change, the outbox and
// what belongs to it: an intent and the rows it changes share a database, because an IndexedDB
// transaction cannot span two. The catalogue has its own; it may be dropped and fetched again.

/** A row the user can change: what the server last said beside what the screen shows (law 3). */
export interface MirrorRow<T> {
  key: string
  /** Null when the server has never sent this row. */
  server: T | null
  /** The fold of the pending intents on this key over `server`; null when there is nothing to show. */
  shown: T | null
  /** The server's rev of `server`; 0 before the first. */
  rev: number
  /** How many intents on this key are not yet at the server. */
  pending: number
  /** One of them needs the person. */
  conflict: boolean
}

export interface MetaRows extends SeenRows, PadMeta, GoodsJobMeta {
  /**
   * Checked inside each write transaction: a database that is not this user's, or of another protocol, is never
   * written.
   */
  fence: {
    key: 'fence'
    proto: number
    incarnation: string
    uid: string
    /** The incarnation of new intents, once another copy of this database was found to use `incarnation` too. */
    current?: string
    /** Other incarnations under which intents here may have been sent: the latest ones. */
    others?: string[]
    /** About to be deleted: nothing is written any more. */
    closed?: boolean
    /** Only of a closed guest database: the uid of the one person who takes over its work. */
    into?: string
  }
  lease: { key: 'lease'; epoch: number; heartbeat: number }
  cursor: { key: 'cursor'; cursor: string }
  /** Tables of which a newer server sent something that the app of this schema could not read. */
  unread: { key: 'unread'; tables: string[]; schema: number }
  /** The newest state of the feed that this device has seen, by a push or a pull: "rev.stamp". */
  position: { key: 'position'; position: string }
  /**
   * The server was restored from an older backup. While `open` the device has yet to find out what the server lost of
   * its work; `intents` were sent again.
   */
  restored: { key: 'restored'; at: number; open: boolean; intents: number }
  /**
   * How the device stands with the server: what the status line reads. `epoch` is of the token that `session` speaks
   * of. `updateNeeded`: the server was reached, and only a newer app can read its answer.
   */
  link: {
    key: 'link'
    online: boolean
    lastContact: number
    session: 'ok' | 'gone' | 'none'
    epoch?: number
    updateNeeded?: boolean
  }
  /** Only of a desk: the membership has ended. Nothing is sent any more; the person may keep or give up what waits. */
  ended: { key: 'ended'; at: number }
  /** The key by which the market signs (Ed25519, 32 bytes in base64), pinned since the first check of its book. */
  signer: { key: 'signer'; publicKey: string }
  /** The heads that the market had signed when the person's money was last verified, and when that was (Unix ms). */
  book: { key: 'book'; heads: SignedHead[]; at: number }
  /** Sealed: the profile as JSON. */
  profile: { key: 'profile'; sealed: Sealed; at: number }
  /** Rows (`table/key`) that the server has deleted and that are still here, the latest last. */
  tombstones: { key: 'tombstones'; refs: string[] }
  /** Sealed: the draft of an application to sell (JSON). */
  merchantDraft: { key: 'merchantDraft'; sealed: Sealed }
  /** The texts that the person searched for, newest first. */
  searches: { key: 'searches'; texts: string[] }
  /** The merged work from before signing in, and the intents that would undo it; until the person has settled it. */
  merged: {
    key: 'merged'
    intents: number
    at: number
    undo?: { intentId: string; name: MutationName; payload: unknown }[]
  }
}
export type MetaKey = keyof MetaRows
export type MetaRow = MetaRows[MetaKey]

export type MirrorTables = { [T in UserTable]: MirrorRow<UserRows[T]> }
export interface OwnTables {
  outbox: IntentRow
  archive: ArchivedIntent
  quarantine: { id: string; reason: string; row: unknown; at: number }
  meta: MetaRow
  keys: { id: 'seal'; key: CryptoKey }
  files: FileRow
  fileBytes: { id: string; sealed: Sealed }
}
export type UserTables = MirrorTables & OwnTables

/** A store, and when its figures were reckoned (Unix ms). */
export interface StoreRow extends Store {
  at?: number
}
export interface HomeRow {
  key: 'home'
  daily: number[]
  recommended: number[]
  hot: number[]
  /** At a reduced price; a row of an older app has none. */
  deals?: number[]
  storeIds: number[]
  areas?: string[]
  demo: boolean
  at: number
}
export interface DetailRow extends ProductDetail {
  related: number[]
  at: number
}
/** An area of the tree country → province → city; `parentCode` is empty for a country. */
export interface AreaRow extends Area {
  parentCode: string
  at: number
}
export interface ReviewPage {
  key: string
  productId: number
  reviews: Review[]
  next: string | null
  at: number
}

/** Up to where this device has followed the catalogue's changes, and when it last did (Unix ms). */
export interface CatalogueFeedRow {
  key: 'changes'
  cursor: string
  at: number
}

/**
 * A product that is no longer sold, as it was, for those who had it in their cart or among their favourites; `goneAt`
 * in Unix ms.
 */
export interface GoneRow extends Product {
  goneAt: number
}

export interface CatalogueTables {
  products: Product
  stores: StoreRow
  categories: Category
  details: DetailRow
  lists: CachedListRow
  homes: HomeRow
  reviews: ReviewPage
  areas: AreaRow
  segments: SegmentRow
  unindexed: UnindexedRow
  feed: CatalogueFeedRow | IndexSizeRow
  gone: GoneRow
  rates: KeptRate
  packs: PackRow
  site: SiteRow
  articles: ArticleRow
  articleGroups: GroupRow
}

export const GUEST = 'guest'
export const CATALOGUE_DB = 'caravan-catalogue'
export const userDbName = (uid: string): string => `caravan-user-${uid}`
