import { createContext } from 'react'
import { FIRST_CURRENCY } from '#contract/currencies/exchange.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { Readers } from '#localdb/read.ts'
import type { Failed, WantName } from '#worker/api/worker-api.ts'
import { noTakeover, type Takeover } from './takeover.ts'

/**
 * The data of a document from the server, for a page that has no device yet: the first results of its queries. With
 * them a server can render a screen, and the page takes it over unchanged. A page without a document has no results.
 */
export interface Snapshot {
  /** The first result of the query of the hook with this id (useId); undefined for one that it does not cover. */
  result<T>(id: string, query: (db: Readers) => Promise<T>, deps: readonly unknown[]): T | undefined
  /** Says that a screen needs these rows; answers with the server's refusal, if that is what it said. */
  want(name: WantName, params: object): Failed | undefined
  /** The card of a product, if the document shows it. */
  product(id: number): Product | undefined
  /** The currency in which its prices are shown. */
  currency: string
  /** The title that the screen gave itself. */
  title: string | undefined
  /** The screen gives itself a title while it is rendered. */
  titled(title: string | undefined): void
  /** When the device's rows take the place of these results. */
  takeover: Takeover
  /** When it was rendered (Unix ms); 0 for none. */
  at: number
  /** It is of an earlier visit: its prices may no longer hold. */
  kept: boolean
}

/** The snapshot of a page that was not rendered by a server. */
export const noSnapshot: Snapshot = {
  result: () => undefined,
  want: () => undefined,
  product: () => undefined,
  currency: FIRST_CURRENCY,
  title: undefined,
  titled: () => {},
  takeover: noTakeover,
  at: 0,
  kept: false,
}
export const SnapshotContext = createContext<Snapshot>(noSnapshot)
