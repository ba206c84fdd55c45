import { sql, type RawBuilder } from 'kysely'
import type { StoreChange } from '#contract/sync/schema-store-rows.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'

/** A product of a store, and the store's feed rev at which it last changed. */
export interface StoreProductRow extends StoreProduct {
  productId: number
  state: 'draft' | 'listed' | 'hidden'
  storeRev: number | null
}

const variantsJson = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select jsonb_object_agg(v.sku, ${value}) from variants v where v.product_id = p.id), '{}')`

/** The columns of a product row `p` as its store has them. */
const goodsColumns = sql`p.uid as id, p.id as "productId",
  case when p.draft then 'draft' when p.offered and p.hidden_for is null then 'listed' else 'hidden' end as state,
  p.code, p.title, p.description, p.category_id as "categoryId", coalesce(p.brand, '') as brand, p.currency,
  coalesce(p.deal -> 'usual', p.ladder) as ladder, p.deal - 'usual' as deal,
  p.minimum, p.multiple, p.lead_days as lead, p.weight, p.attributes, p.pictures,
  p.stock - p.beyond as stock, p.sales,
  case when p.back_pieces > 0 then jsonb_build_object('pieces', p.back_pieces, 'days', p.back_days) end as back,
  ${millis('p.created_at')} as at, p.deleted,
  p.hidden_for as barred,
  p.store_rev as "storeRev",
  ${variantsJson(sql`jsonb_build_object('label', v.label, 'extra', v.extra, 'sort', v.sort)
    || case when v.weight > 0 then jsonb_build_object('weight', v.weight) else '{}' end`)} as variants,
  ${variantsJson(sql`v.stock - v.beyond`)} as stocks`

/** Whether a product can be ordered beyond its shelf, or orders hold more of it than there is. */
export const isBackOrdered = ({ back, stock, stocks }: StoreProductRow): boolean =>
  Boolean(back) || stock < 0 || Object.values(stocks).some((pieces) => pieces < 0)

/** Products of a store that pass a condition on `p`. */
export async function readGoods(db: Db | Tx, storeId: number, where: RawBuilder<unknown>): Promise<StoreProductRow[]> {
  const { rows } = await sql<StoreProductRow>`
    select ${goodsColumns} from products p where p.store_id = ${storeId}::int and ${where}`.execute(db)
  return rows
}

/** A product in its store's feed; of one that is gone only that it was there. */
export function goodsChange({ storeRev, ...row }: StoreProductRow): StoreChange {
  return { table: 'goods', key: row.id, rev: storeRev ?? 0, row }
}

/** The chosen ones of a store's products. */
export async function readChosenGoods(tx: Tx, storeId: number, choice: RowChoice): Promise<StoreChange[]> {
  const chosen = isChosen(choice, 'goods', { rev: sql`p.store_rev`, key: sql`p.uid`, type: 'uuid' })
  return (await readGoods(tx, storeId, chosen)).map(goodsChange)
}
