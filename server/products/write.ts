import { sql } from 'kysely'
import type { GoodsFields } from '#contract/products/rules.ts'
import { withDeal } from '#contract/prices/deals.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import { indexTerms, unindexTerms } from '../search/fill.ts'
import { codesOf, searchColumns } from '../search/vector.ts'
import type { Tx } from '../db/tables/tables.ts'

// Rows of a store's products. A draft is found by nobody: it has no vector, and its words are no part of the index.

/** A product as it is to be stored; `pictures` are those that its fields name. */
export interface WrittenProduct {
  fields: GoodsFields
  pictures: readonly Picture[]
  /** Its category and all above it. */
  ancestors: readonly number[]
}

/** Where a product stands in the tree of categories; undefined when there is no such category. */
export async function readAncestors(
  tx: Tx,
  categoryId: number,
): Promise<{ id: number; ancestors: number[] } | undefined> {
  return tx.selectFrom('categories').select(['id', 'ancestors']).where('id', '=', categoryId).executeTakeFirst()
}

/** The words and codes by which a product is found. */
export const searched = ({ title, brand, attributes, categoryId }: GoodsFields): unknown => [
  title,
  brand,
  attributes,
  categoryId,
]

/** The columns of what a product costs. */
function pricesOf(fields: GoodsFields) {
  const { ladder, deal } = withDeal(fields.ladder, fields.deal)
  return { ladder: JSON.stringify(ladder), price: ladder[0]?.price ?? 0, deal: deal && JSON.stringify(deal) }
}

const columnsOf = ({ fields, pictures, ancestors }: WrittenProduct) => ({
  code: fields.code,
  title: JSON.stringify(fields.title),
  description: JSON.stringify(fields.description),
  category_id: fields.categoryId,
  category_ids: [...ancestors],
  brand: fields.brand === '' ? null : fields.brand,
  currency: fields.currency,
  ...pricesOf(fields),
  minimum: fields.minimum,
  multiple: fields.multiple,
  lead_days: fields.lead,
  weight: fields.weight,
  back_pieces: fields.back?.pieces ?? 0,
  back_days: fields.back?.days ?? 0,
  attributes: JSON.stringify(fields.attributes),
  pictures: JSON.stringify(pictures),
})

/** The values with which a product is created. */
interface Beginning {
  id: string
  storeId: number
  at: Date
  rev: number
  stock: number
  draft: boolean
  offered: boolean
}

/** Makes a product, over one that is gone if there was one. @returns its number. */
export async function insertGoods(
  tx: Tx,
  { id, storeId, at, rev, ...shelf }: Beginning,
  written: WrittenProduct,
  gone: number | undefined,
): Promise<number> {
  const row = { ...columnsOf(written), ...shelf, created_at: at, store_rev: rev }
  if (gone !== undefined) {
    await tx
      .updateTable('products')
      .set({ ...row, deleted: false })
      .where('id', '=', gone)
      .execute()
    return gone
  }
  const made = await tx
    .insertInto('products')
    .values({
      ...row,
      uid: id,
      store_id: storeId,
      source_id: `goods:${storeId}/${id}`,
      source_hash: null,
      tokens: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Stores a product anew, all but its stock and whether it is on sale. */
export async function updateGoods(tx: Tx, productId: number, written: WrittenProduct, rev: number): Promise<void> {
  await tx
    .updateTable('products')
    .set({ ...columnsOf(written), store_rev: rev })
    .where('id', '=', productId)
    .execute()
}

/** The choices of a product: those of these codes and no others. The stock of new ones is given, of others it stays. */
export async function writeVariants(
  tx: Tx,
  productId: number,
  variants: GoodsFields['variants'],
  stocks: Readonly<Record<string, number>> = {},
): Promise<void> {
  const rows = Object.entries(variants).map(([sku, { label, extra, sort, weight = 0 }]) => ({
    ...{ sku, label, extra, sort, weight },
    stock: Object.hasOwn(stocks, sku) ? stocks[sku]! : 0,
  }))
  const table = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as x(sku text, label jsonb, extra bigint, sort int, weight int, stock int)`
  await sql`delete from variants v where v.product_id = ${productId}::int
    and not exists (select from ${table} where x.sku = v.sku)`.execute(tx)
  await sql`insert into variants (product_id, sku, label, extra, sort, weight, stock)
    select ${productId}::int, x.sku, x.label, x.extra, x.sort, x.weight, x.stock from ${table}
    on conflict (product_id, sku) do update
      set label = excluded.label, extra = excluded.extra, sort = excluded.sort, weight = excluded.weight`.execute(tx)
}

/** Lets a product's stock be the sum of its choices', or nothing when it has just lost or got them. */
export async function sumStock(tx: Tx, productId: number): Promise<void> {
  await sql`update products p set stock = x.stock, beyond = x.beyond
    from (select coalesce(sum(stock), 0)::int as stock, coalesce(sum(beyond), 0)::int as beyond from variants
      where product_id = ${productId}::int) x where p.id = ${productId}::int`.execute(tx)
}

/**
 * Lets products be found by what they say now: by nothing while they are drafts or gone. The catalogue's feed is raised
 * first, whose lock keeps changes of the index apart.
 */
export async function findable(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select catalogue_rev()`.execute(tx)
  const { rows } = await sql<{
    id: number
    source_id: string
    shown: boolean
    title: Texts
    brand: string | null
    attributes: { name: string; value: string }[]
    leaf: Texts
    above: Texts[]
    indexed: boolean
  }>`
    select p.id, p.source_id, p.tokens is not null as indexed, not (p.draft or p.deleted) as shown, p.title, p.brand,
      p.attributes, leaf.name as leaf,
      (select coalesce(json_agg(c.name), '[]') from categories c
        where c.id = any(p.category_ids) and c.id <> p.category_id) as above
    from products p join categories leaf on leaf.id = p.category_id
    where p.id = any(${[...ids]}::int[]) order by p.id`.execute(tx)
  const indexed = rows.filter((row) => row.indexed)
  if (indexed.length > 0)
    await unindexTerms(
      tx,
      indexed.map(({ source_id }) => source_id),
    )
  const read = rows.map((row) => ({
    id: row.id,
    ...(row.shown ? searchColumns({ ...row, codes: codesOf(row.attributes) }) : { tokens: null, title_words: 1 }),
  }))
  await sql`update products p set tokens = x.tokens, title_words = x.title_words
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as x(id int, tokens tsvector, title_words smallint)
    where p.id = x.id`.execute(tx)
  await indexTerms(
    tx,
    rows.filter(({ shown }) => shown).map(({ source_id }) => source_id),
  )
}
