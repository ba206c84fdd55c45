import { sql } from 'kysely'
import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import type { Deal } from '#contract/prices/deals.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { Tx } from '../../db/tables/tables.ts'

// Stock is what can be ordered: what is on the shelf, and how far it can be ordered beyond that (`beyond`). It is
// reserved by taking it. A product's stock with variants is their sum, so both change in one statement. Who judges by
// stock locks the product first: it stands for its variants too.

/** Pieces of a product (`variantId` 0: it has no variants). */
export interface Pieces {
  id: number
  variantId: number
  num: number
}

/** A variant as it is ordered. */
export interface LockedVariant {
  id: number
  product_id: number
  sku: string
  label: Texts
  extra: number
  stock: number
  /** How many pieces of `stock` are not on the shelf (contract/products/back-orders.ts); of the product as well. */
  beyond: number
  picture: Picture | null
  /** Grams of a piece, where that is not the product's; else 0. */
  weight: number
}
/** A product as it is ordered. */
export interface LockedProduct {
  id: number
  uid: string
  store_id: number
  active: boolean
  /** The store's own; '' for none. */
  code: string
  title: Texts
  picture: Picture | null
  currency: string
  ladder: LadderStep[]
  deal: (Deal & { usual: LadderStep[] }) | null
  minimum: number
  multiple: number
  stock: number
  beyond: number
  /** Within how many days back-ordered pieces leave. */
  back_days: number
  /** Grams of a piece; 0 where that is not said. */
  weight: number
  variants: Map<number, LockedVariant>
}

/**
 * Locks products in the order of their ids until the commit: nobody else takes or returns their stock, or changes their
 * price. Those that do not exist are missing.
 */
export async function lockProducts(tx: Tx, ids: Iterable<number>): Promise<Map<number, LockedProduct>> {
  const wanted = [...new Set(ids)]
  // Not "for update", which would also hold up everyone who puts the product into a cart (their foreign keys).
  const { rows: products } = await sql<Omit<LockedProduct, 'variants'>>`
    select id, uid, store_id, active, code, title, pictures -> 0 as picture, currency, ladder, deal, minimum, multiple,
      stock, beyond, back_days, weight
      from products where id = any(${wanted}::int[]) order by id for no key update`.execute(tx)
  const { rows: variants } = await sql<LockedVariant>`
    select id, product_id, sku, label, extra, stock, beyond, picture, weight from variants
      where product_id = any(${wanted}::int[]) order by id for no key update`.execute(tx)
  const found = new Map(products.map((p) => [p.id, { ...p, variants: new Map<number, LockedVariant>() }]))
  for (const v of variants) found.get(v.product_id)?.variants.set(v.id, v)
  return found
}

const table = (pieces: readonly Pieces[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as t(id int, "variantId" int, num int)`

/**
 * Takes pieces off the shelf; the caller has locked the products and seen that they are there, so that it is a bug when
 * they are not.
 */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  const {
    rows: [taken],
  } = await sql<{ lines: number; products: number }>`
    with wanted as (select * from ${table(pieces)}),
    v as (update variants v set stock = v.stock - w.num from wanted w
      where w."variantId" = v.id and v.product_id = w.id and v.stock >= w.num returning v.id),
    p as (update products p set stock = p.stock - w.num from (select id, sum(num)::int as num from wanted group by id) w
      where p.id = w.id and p.stock >= w.num returning p.id)
    select (select count(*)::int from v) as lines, (select count(*)::int from p) as products`.execute(tx)
  const lines = pieces.filter((p) => p.variantId !== 0).length
  const products = new Set(pieces.map((p) => p.id)).size
  if (taken!.lines !== lines || taken!.products !== products) throw new Error('Stock that had been seen was gone')
}

/** Puts pieces back. What is no longer sold in that choice has no place on the shelf any more, and stays away. */
export async function returnStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  const { rows } = await sql<{ id: number; beyond: number }>`
    with back as (select * from ${table(pieces)}),
    v as (update variants v set stock = least(2147483647, v.stock::bigint + b.num)::int from back b
      where b."variantId" = v.id and v.product_id = b.id returning v.product_id, b.num),
    home as (
      select product_id as id, num from v
      union all select b.id, b.num from back b
        where b."variantId" = 0 and not exists (select from variants x where x.product_id = b.id))
    update products p set stock = least(2147483647, p.stock + h.num)::int
      from (select id, sum(num)::bigint as num from home group by id) h where p.id = h.id
      returning p.id, p.beyond`.execute(tx)
  for (const { id, beyond } of rows) if (beyond > 0) await settleBack(tx, id)
}

/**
 * Lets a product be ordered as far beyond its shelf as its store wants it to; where more is owed already, no further.
 * The shelf does not change. The caller has locked the product.
 */
export async function settleBack(tx: Tx, productId: number): Promise<void> {
  await sql`
    update variants v set stock = v.stock - v.beyond + x.beyond, beyond = x.beyond
    from (select c.id, greatest(p.back_pieces, c.beyond - c.stock) as beyond
      from variants c join products p on p.id = c.product_id where p.id = ${productId}::int) x
    where x.id = v.id and x.beyond <> v.beyond`.execute(tx)
  await sql`
    update products p set stock = x.stock, beyond = x.beyond
    from (select o.id, coalesce(c.beyond, greatest(o.back_pieces, o.beyond - o.stock)) as beyond,
        coalesce(c.stock, o.stock - o.beyond + greatest(o.back_pieces, o.beyond - o.stock)) as stock
      from products o left join (select product_id, sum(stock)::int as stock, sum(beyond)::int as beyond from variants
        where product_id = ${productId}::int group by product_id) c on c.product_id = o.id
      where o.id = ${productId}::int) x
    where p.id = x.id and (p.stock, p.beyond) is distinct from (x.stock, x.beyond)`.execute(tx)
}

/** Counts pieces as sold, or (`sign` -1) as no longer: what the product's sales and turnover are made of. */
export async function countSales(tx: Tx, lines: readonly (Pieces & { amount: number })[], sign: 1 | -1): Promise<void> {
  await sql`
    update products p set sales = greatest(0, least(2147483647, p.sales + ${sign}::bigint * s.num))::int,
      turnover = greatest(0, p.turnover + ${sign}::bigint * s.amount)
    from (select id, sum(num)::bigint as num, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as t(id int, num int, amount bigint) group by id) s
    where p.id = s.id`.execute(tx)
}
