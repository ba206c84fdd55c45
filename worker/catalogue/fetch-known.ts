import type { Input, Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { DETAILS_MAX } from '#contract/wire/limits.ts'
import { OLD_MS } from '#contract/freshness.ts'
import type { WantInput, WantOutcome } from '../api/worker-api.ts'
import { atMost } from '../env/env.ts'
import { failed } from '../wire/failed.ts'
import { cursorOf } from './feed.ts'

import { absent, IDS_MAX, outdated, withoutDetails } from './rows.ts'
import type { Brief, Got, CatalogueWay } from './way.ts'

// Reads of a device that has rows already: it asks only for the rows it lacks. Loaded with the first of these calls.

/** Rows that the device has are followed when they are wanted, unless that was done so recently (ms). */
const FOLLOWED = 5_000
/** How long a list waits for that: one with a long way behind it is asked for again (ms). */
const FOLLOWING = 8_000
/** Certain products. The changes bring those that the device has up to date; the others are fetched. */
export async function getCertain(db: CatalogueDb, way: CatalogueWay, ids: readonly number[]): Promise<Got> {
  const followed = await followedNow(way)
  if (followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  // A product that is gone comes with the changes too, should it be sold again.
  const gone = new Set((await db.gone.toCollection().primaryKeys()) as number[])
  const missing = (await absent(db.products, ids)).filter((id) => !gone.has(id))
  if (missing.length === 0) return { kind: 'fresh' }
  const outcome = await way.ask('catalogue.products', { ids: missing, sort: 'all' })
  return outcome.kind === 'accepted' ? { kind: 'rows', data: outcome.data, since } : failed(outcome)
}

/**
 * Certain products in full: those of which the device has no details, or details of before their last change. Without a
 * cursor it cannot know, and asks for all of them.
 */
export async function getDetails(
  db: CatalogueDb,
  way: CatalogueWay,
  { ids, now }: WantInput<'catalogue.details'>,
): Promise<Got> {
  const follows = (await cursorOf(db)) !== undefined
  const followed = follows ? await followedNow(way, now ? 0 : FOLLOWED) : undefined
  if (followed && followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  const gone = new Set((await db.gone.toCollection().primaryKeys()) as number[])
  const missing = follows ? (await withoutDetails(db, ids)).filter((id) => !gone.has(id)) : ids
  if (missing.length === 0) return { kind: 'fresh' }
  const data: Output<'catalogue.details'> = { details: [], stores: [] }
  for (let left = missing; left.length > 0;) {
    const outcome = await way.ask('catalogue.details', { ids: left.slice(0, DETAILS_MAX) })
    if (outcome.kind !== 'accepted') return failed(outcome)
    data.details.push(...outcome.data.details)
    data.stores.push(...outcome.data.stores)
    // An answer without any product in it would name the same ones again.
    const rest = outcome.data.details.length > 0 ? (outcome.data.rest ?? []) : []
    left = [...rest, ...left.slice(DETAILS_MAX)]
  }
  return { kind: 'rows', data, since }
}

/**
 * The order of a list, of a search or of home by ids alone, its rows brought up to date by the changes, and those that
 * are missing: a list never has holes.
 */
export async function getBriefly(db: CatalogueDb, way: CatalogueWay, name: Brief, input: Input<Brief>): Promise<Got> {
  const [outcome, followed] = await Promise.all([way.ask(name, { ...input, brief: true }), followedNow(way)])
  if (outcome.kind !== 'accepted') return failed(outcome)
  if (followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  const data: Partial<Output<'catalogue.home'> & Output<'search.products'>> = outcome.data
  const parts = (['ids', 'related', 'daily', 'recommended', 'hot', 'deals'] as const).filter((part) => data[part])
  const missing = (
    await absent(
      db.products,
      parts.flatMap((part) => data[part]!),
    )
  ).slice(0, IDS_MAX)
  // Their figures move without their rev.
  const strange = (await outdated(db, data.storeIds ?? [], way.env.now() - OLD_MS)).slice(0, IDS_MAX)
  const products = missing.length > 0 ? await way.ask('catalogue.products', { ids: missing, sort: 'all' }) : undefined
  if (products && products.kind !== 'accepted') return failed(products)
  const stores = strange.length > 0 ? await way.ask('catalogue.stores', { ids: strange }) : undefined
  if (stores && stores.kind !== 'accepted') return failed(stores)
  // Products that are gone by now are left out of the order.
  const came = new Set(products?.data.products.map((p) => p.id))
  const gone = new Set(missing.filter((id) => !came.has(id)))
  const orders = Object.fromEntries(parts.map((part) => [part, data[part]!.filter((id) => !gone.has(id))]))
  return {
    kind: 'rows',
    since,
    data: {
      ...data,
      ...orders,
      products: products?.data.products ?? [],
      stores: [...(products?.data.stores ?? []), ...(stores?.data.stores ?? [])],
    },
  }
}

/** Follows the changes to their end. With a long way to go it answers `busy`, and the rest is for later. */
const followedNow = async (way: CatalogueWay, within = FOLLOWED): Promise<WantOutcome> =>
  (await atMost(way.env, FOLLOWING, way.follow(within))) ?? { kind: 'busy', retryAfter: 5 }
