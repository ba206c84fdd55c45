import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { isCurrency } from '#contract/currencies/codes.ts'
import { zonesWithoutAmounts, type StoreZone } from '#contract/shipping/zones.ts'
import { cleanName, STORE_NAME_MIN } from '#contract/merchants/rules.ts'
import { ABOUT_ALL_MAX, aboutLength, RENAME_DAYS, RENAMES_MAX } from '#contract/stores/profile.ts'
import { textsAfter } from '#contract/text/texts-after.ts'
import { isCountry } from '../market/area-tree.ts'
import type { Db } from '../db/tables/tables.ts'
import { noticeNow } from './feed/change.ts'
import { claimFiles } from '../files/claim-files.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'
import { presentRates } from '../rates/exchange.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { isNameTaken, renamesSince } from './names/is-taken.ts'
import { keepLooksOf } from './names/keep-looks.ts'
import { lookKey } from './names/look-key.ts'

// A store's profile (name, description, logo, the country it ships from) and its currency.
//
// Locks as everywhere: the store's feed (held by the caller), files, names, the catalogue's feed.

/** Accepts a change of the store's row, and answers with the row of its feed. */
async function accept(call: StoreMutationCall, change: Parameters<typeof noticeNow>[1] = {}): Promise<Verdict> {
  call.touchStore(call.store.id)
  // Owed to the store by what was changed: here is the transaction that gives it its rev.
  return { kind: 'accepted', rows: await noticeNow(call, change) }
}

/** Gives a store another name, unless it has had too many lately, or it would be taken for another store. */
export async function rename(call: StoreMutationCall, p: Payload<'store.rename'>): Promise<Verdict> {
  const { tx, store } = call
  const [name, now] = [cleanName(p.name), call.now()]
  if (name.length < STORE_NAME_MIN) return refused('invalid', { path: 'name' })
  const { rows } = await sql<{ name: string; renames: number }>`
    select s.name, (select count(*)::int from store_renames r
      where r.store_id = s.id and r.at > ${renamesSince(now)}::timestamptz) as renames
    from stores s where s.id = ${store.id}::int`.execute(tx)
  const before = rows[0]!
  if (before.name === name) return { kind: 'accepted', rows: await noticeNow(call) }
  if (before.renames >= RENAMES_MAX) return refused('renamesFull', { max: RENAMES_MAX, days: RENAME_DAYS })
  if (await isNameTaken(tx, name, { store: store.id }, now)) return refused('storeNameTaken')
  await tx
    .insertInto('store_renames')
    .values({ store_id: store.id, at: new Date(now), name: before.name, look: lookKey(before.name) })
    .execute()
  await sql`select catalogue_rev()`.execute(tx)
  await tx.updateTable('stores').set({ name }).where('id', '=', store.id).execute()
  await keepLooksOf(tx, [{ id: store.id, name }])
  return accept(call)
}

/** Sets a store's description, its logo, and where it ships from. */
export async function setProfile(call: StoreMutationCall, p: Payload<'store.profile'>): Promise<Verdict> {
  const { tx, store } = call
  if (p.area && !isCountry(p.area)) return refused('invalid', { path: 'area' })
  const before = await tx
    .selectFrom('stores')
    .select('description')
    .where('id', '=', store.id)
    .executeTakeFirstOrThrow()
  const trimmed = Object.entries(p.description ?? {}).map(([language, text]) => [language, text.trim()])
  const description = textsAfter(before.description, Object.fromEntries(trimmed) as Record<string, string>)
  if (aboutLength(description) > ABOUT_ALL_MAX) return refused('invalid', { path: 'description' })
  // Claiming releases the logo of before: nobody is shown it any more.
  const logo = p.logo === undefined ? undefined : await claimFiles(call, 'store.profile', p, 'logo')
  if (logo && 'reason' in logo) return { kind: 'refused', refusal: logo }
  await sql`select catalogue_rev()`.execute(tx)
  await tx
    .updateTable('stores')
    .set({
      description: JSON.stringify(description),
      ...(logo && { logo: logo[0] ? JSON.stringify(logo[0]) : null }),
      ...(p.area !== undefined && { area: p.area }),
    })
    .where('id', '=', store.id)
    .execute()
  return accept(call)
}

/** Sets a store's currency and drops the amounts in the one before, unless its goods or orders forbid that. */
export async function setCurrency(call: StoreMutationCall, { currency }: Payload<'store.currency'>): Promise<Verdict> {
  const { tx, store } = call
  // Imports change goods under the catalogue's feed alone. What is refused leaves that as it is.
  await sql`select from catalogue_feed for no key update`.execute(tx)
  const { rows } = await sql<{ same: boolean; goods: boolean; orders: boolean; zones: StoreZone[] }>`
    select s.currency = ${currency}::text as same,
      (select n.zones from store_notices n where n.store_id = s.id) as zones,
      exists (select from products p
        where p.store_id = s.id and not p.deleted and p.currency <> ${currency}::text) as goods,
      exists (select from orders o where o.store_id = s.id and o.state = 'unpaid') as orders
    from stores s where s.id = ${store.id}::int`.execute(tx)
  const { same, goods, orders, zones } = rows[0]!
  if (same) return { kind: 'accepted', rows: await noticeNow(call) }
  const isPayable = isCurrency(currency) && (await presentRates(tx, currency)).length > 0
  if (!isPayable && currency !== (await readMarketCurrency(tx))) return refused('currencyNotPayable', { currency })
  if (goods) return refused('currencyOfGoods', { currency })
  if (orders) return refused('currencyOfOrders')
  await tx.updateTable('stores').set({ currency, shipping: 0, least_amount: null }).where('id', '=', store.id).execute()
  return accept(call, { zones: JSON.stringify(zonesWithoutAmounts(zones)) })
}

/** Forgets the names that stores gave up long ago. */
export const purgeRenames = (db: Db, now: number): Promise<unknown> =>
  db.deleteFrom('store_renames').where('at', '<=', renamesSince(now)).execute()
