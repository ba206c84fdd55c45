import { ADDRESSES_MAX } from '#contract/addresses/schema.ts'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import { LIST_LINES_MAX, OWN_LISTS_MAX } from '#contract/own-lists/rules.ts'
import { APPLICATIONS_MAX } from '#contract/merchants/rules.ts'
import { QUOTES_MAX } from '#contract/quotes/rules.ts'
import { PAD_ROWS_MAX } from '#contract/pads/rows.ts'
import { PACKS_MAX } from '#contract/packs/rules.ts'
import { isSearchKey } from '#localdb/list-keys.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import type { DeviceBound } from '../api/checked.ts'
import { LISTS_MAX, SEARCHES_MAX } from '../catalogue/answers.ts'
import { GONE_MAX } from '../catalogue/changes.ts'
import { ARTICLES_MAX, GROUPS_MAX } from '../catalogue/site.ts'
import { readMeta } from '../outbox/fence.ts'
import { TOMBSTONES_MAX } from '../outbox/tombstones.ts'
import { REMEMBERED_MAX } from '../search/history.ts'
import { PRICES_MAX, SEEN_MAX } from '../session/seen.ts'
import { SEGMENTS_MAX } from '../search/maintenance.ts'
import { CATALOGUE_MAX } from '../session/catalogue-bounds.ts'
import { ARCHIVED_MS } from '../session/user-store.ts'

const DAY_MS = 86_400_000

/** The device's stored lists and tables: how much each holds now, and how much it may hold. */
export async function readBounds(user: UserDb, catalogue: CatalogueDb, now: number): Promise<DeviceBound[]> {
  const rows = (name: string, use: number, limit: number | null): DeviceBound => ({ name, use, limit, unit: 'rows' })
  const bounded = Object.keys(CATALOGUE_MAX) as (keyof typeof CATALOGUE_MAX)[]
  const lists = (await catalogue.lists.toCollection().primaryKeys()) as string[]
  const searches = lists.filter(isSearchKey).length
  const ended = await user.archive.orderBy('endedAt').first()
  return [
    // We never drop work that has not reached the server.
    rows('outbox', await user.outbox.count(), null),
    rows('files', await user.files.count(), null),
    rows('quarantine', await user.quarantine.count(), null),
    {
      name: 'archive, the oldest',
      use: ended ? Math.max(0, Math.floor((now - ended.endedAt) / DAY_MS)) : 0,
      limit: ARCHIVED_MS / DAY_MS,
      unit: 'days',
    },
    rows('cartLines', await user.cartLines.filter((row) => (row.shown?.num ?? 0) > 0).count(), CART_LINES_MAX),
    rows('addresses', await user.addresses.filter((row) => row.shown?.deleted === false).count(), ADDRESSES_MAX),
    rows('merchantApplications', await user.merchantApplications.count(), APPLICATIONS_MAX),
    rows('ownLists', await user.ownLists.filter((row) => row.shown?.deleted === false).count(), OWN_LISTS_MAX),
    rows('listLines', await user.listLines.count(), OWN_LISTS_MAX * LIST_LINES_MAX + TOMBSTONES_MAX),
    rows('quotes', await user.quotes.filter((row) => row.shown?.deleted === false).count(), QUOTES_MAX),
    rows('tombstones', (await readMeta(user, 'tombstones'))?.refs.length ?? 0, TOMBSTONES_MAX),
    rows('searches', (await readMeta(user, 'searches'))?.texts.length ?? 0, REMEMBERED_MAX),
    rows('seen', (await readMeta(user, 'seen'))?.products.length ?? 0, SEEN_MAX),
    rows('pad', (await readMeta(user, 'pad'))?.rows.length ?? 0, PAD_ROWS_MAX),
    rows('prices', (await readMeta(user, 'prices'))?.products.length ?? 0, PRICES_MAX),
    ...(await Promise.all(
      bounded.map(async (table) => rows(table, await catalogue[table].count(), CATALOGUE_MAX[table])),
    )),
    rows('lists', lists.length - searches, LISTS_MAX),
    rows('lists of searches', searches, SEARCHES_MAX),
    rows('packs', await catalogue.packs.count(), PACKS_MAX),
    rows('gone', await catalogue.gone.count(), GONE_MAX),
    rows('articles', await catalogue.articles.count(), ARTICLES_MAX),
    rows('articleGroups', await catalogue.articleGroups.count(), GROUPS_MAX),
    // Merged once there are more.
    rows('segments', await catalogue.segments.count(), SEGMENTS_MAX + 1),
  ]
}
