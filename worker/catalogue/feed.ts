import type { DeviceEndpointName, Input, Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { CatalogueFeedRow } from '#localdb/schema.ts'
import type { WireOutcome } from '../wire/envelope.ts'

// Where the device stands in the catalogue's changes; what follows them is loaded when they are first asked for
// (changes.ts).

/** Asks the server; how it went is noted elsewhere. */
export type Ask = <N extends DeviceEndpointName>(name: N, input: Input<N>) => Promise<WireOutcome<Output<N>>>

/** Where the device stands in the catalogue's changes, and since when; undefined before the first contact. */
export const feedOf = async (db: CatalogueDb): Promise<CatalogueFeedRow | undefined> =>
  (await db.feed.get('changes')) as CatalogueFeedRow | undefined
export const cursorOf = async (db: CatalogueDb): Promise<string | undefined> => (await feedOf(db))?.cursor

/** Which rows an answer brings. */
export interface BroughtRows {
  products: readonly number[]
  stores: readonly number[]
  categories: boolean
  rates: boolean
}

/**
 * Whether rows asked for when the feed stood at `since` still hold although it has moved on since then: none of them is
 * among what changed in between. Else they would be written behind the cursor, and stay old for ever.
 */
export async function hold(ask: Ask, since: string | undefined, rows: BroughtRows): Promise<boolean> {
  if (since === undefined) return false
  const outcome = await ask('catalogue.changes', { cursor: since })
  if (outcome.kind !== 'accepted' || outcome.data.more || outcome.data.reset) return false
  if ((rows.categories && outcome.data.categories) || (rows.rates && outcome.data.rates)) return false
  const products = new Set(outcome.data.productIds)
  const stores = new Set(outcome.data.storeIds)
  return !rows.products.some((id) => products.has(id)) && !rows.stores.some((id) => stores.has(id))
}
