import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { StoreChange, StoreNotice } from '#contract/sync/schema-store-rows.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Database, Tx } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'
import { readChosenGoods } from './products.ts'
import type { FeedTable } from '../../feed/revs.ts'
import { readChosenSales } from './sales.ts'
import { readChosenAnswers } from './answers.ts'
import { readChosenTalks } from './talks.ts'

// A store's rows as its feed carries them.

export type StorePart =
  | 'goods'
  | 'sales'
  | 'invoices'
  | 'storeMembers'
  | 'storeNotice'
  | 'storeTalks'
  | 'storeQuotes'
  | 'storeReviews'
  | 'gone'

/** The tables of a store's feed. */
export const storeFeedTables: readonly FeedTable<StorePart>[] = [
  { part: 'sales', table: 'orders', rev: 'store_rev' },
  // Read with a person's: the rows are the same (sync/rows.ts).
  { part: 'invoices', table: 'invoices', rev: 'store_rev' },
  { part: 'storeMembers', table: 'store_members' },
  { part: 'storeNotice', table: 'store_notices' },
  { part: 'goods', table: 'products', rev: 'store_rev' },
  { part: 'storeTalks', table: 'talks', rev: 'store_rev' },
  { part: 'storeTalks', table: 'talk_lines', rev: 'store_rev' },
  { part: 'storeQuotes', table: 'quotes', rev: 'store_rev' },
  { part: 'storeReviews', table: 'reviews', rev: 'store_rev', where: sql`to_store` },
  { part: 'gone', table: 'store_gone', rev: 'store_rev' },
]

/** The chosen rows of those parts of a store. */
export async function readStoreRows(
  tx: Tx,
  storeId: number,
  choice: RowChoice,
  parts: ReadonlySet<string>,
): Promise<StoreChange[]> {
  const changes: StoreChange[] = []
  const rev = sql`rev`
  const members = isChosen(choice, 'storeMembers', { rev, key: sql`user_id`, type: 'uuid' })
  const notice = isChosen(choice, 'storeNotice', { rev, key: sql`'notice'` })
  const ofStore = sql`store_id = ${storeId}::int`
  if (parts.has('storeMembers')) changes.push(...(await readMembers(tx, sql`${ofStore} and ${members}`)))
  if (parts.has('storeNotice')) changes.push(...(await readNotice(tx, sql`${ofStore} and ${notice}`)))
  if (parts.has('goods')) changes.push(...(await readChosenGoods(tx, storeId, choice)))
  if (parts.has('storeTalks')) changes.push(...(await readChosenTalks(tx, storeId, choice)))
  if (parts.has('sales')) changes.push(...(await readChosenSales(tx, storeId, choice)))
  changes.push(...(await readChosenAnswers(tx, storeId, choice, parts)))
  return changes
}

/** Members of stores that a condition on `store_members` chooses. */
export async function readMembers(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<{
    id: string
    name: string
    role: StoreRole
    since: Date
    ended_at: Date | null
    invited: StoreRole | null
    rev: number
  }>`
    select m.user_id as id, u.username as name, m.role, m.since, m.ended_at, m.invited_role as invited, m.rev
    from (select * from store_members where ${where}) m join users u on u.id = m.user_id order by m.user_id`.execute(tx)
  return rows.map(({ id, name, role, since, ended_at, invited, rev }) => ({
    table: 'storeMembers',
    key: id,
    rev,
    row: { id, name, role, since: since.getTime(), endedAt: ended_at && ended_at.getTime(), invited },
  }))
}

/** The notice of a store with a change just made to it, under the rev of its transaction. */
export async function noticeNow(
  { tx, store, rev }: { tx: Tx; store: { id: number }; rev: number },
  change: Updateable<Database['store_notices']> = {},
): Promise<StoreChange[]> {
  await tx
    .updateTable('store_notices')
    .set({ ...change, rev })
    .where('store_id', '=', store.id)
    .execute()
  return readNotice(tx, sql`store_id = ${store.id}::int`)
}

/** The notices of the stores that a condition on `store_notices` chooses. */
async function readNotice(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<{
    announcement: string
    from: string | null
    to: string | null
    rev: number
    suspended: string | null
    closed: boolean
    terms: NonNullable<StoreNotice['terms']>
    profile: NonNullable<StoreNotice['profile']>
    legal: NonNullable<StoreNotice['legal']>
    sheets: NonNullable<StoreNotice['sheets']>
    answers: NonNullable<StoreNotice['answers']>
  }>`
    select n.announcement, n.holiday_from::text as "from", n.holiday_to::text as "to", n.rev,
      s.suspended_for as suspended, s.closed_at is not null as closed,
      json_build_object(
      'currency', s.currency, 'shipping', s.shipping, 'taxBasisPoints', s.tax_basis_points, 'days', n.days,
      'zones', n.zones, 'taxes', n.taxes, 'taxIncluded', n.tax_included,
      'least', json_strip_nulls(json_build_object('pieces', s.least_pieces, 'amount', s.least_amount))) as terms,
      json_build_object('name', s.name, 'description', s.description, 'logo', s.logo, 'area', s.area) as profile,
      json_build_object('name', n.legal_name, 'address', n.legal_address, 'taxNumber', n.tax_number,
        'prefix', n.invoice_prefix) as legal,
      (select coalesce(json_agg(json_build_object('id', h.id, 'title', h.title, 'goods', cardinality(h.goods),
        'until', ${millis('h.until')}, 'at', ${millis('h.created_at')}) order by h.created_at, h.id), '[]')
        from sheets h where h.store_id = n.store_id) as sheets, n.answers
    from (select * from store_notices where ${where}) n join stores s on s.id = n.store_id`.execute(tx)
  return rows.map(({ announcement, from, to, rev, suspended, closed, terms, profile, legal, sheets, answers }) => ({
    table: 'storeNotice',
    key: 'notice',
    rev,
    row: { announcement, holidayFrom: from, holidayTo: to, suspended, closed, terms, profile, legal, sheets, answers },
  }))
}
