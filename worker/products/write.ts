import { categoryPaths } from '#contract/categories/paths.ts'
import { marketIn } from '#contract/currencies/exchange.ts'
import { writingCsv } from '#contract/products/csv.ts'
import { rawGoodsOf } from '#contract/products/import.ts'
import { writeJsonLines } from '#contract/products/json.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import { inTurns } from './in-turns.ts'
import { keptGoods } from './kept.ts'
import type { WriteOf } from '../api/products-shown.ts'
import { templateOf } from './template.ts'

/** A store's goods as a file, as they are shown here, sent or not; or the template of one. */
export async function writeGoods(
  db: UserDb,
  catalogue: CatalogueDb,
  { form, which }: WriteOf,
): Promise<{ text: string; count: number }> {
  const all = await catalogue.categories.toArray()
  const paths = categoryPaths(all)
  const currency = async (): Promise<string> =>
    (await db.goods.limit(1).toArray())[0]?.shown?.currency ?? marketIn(await catalogue.rates.toArray())
  const rows =
    which === 'template'
      ? templateOf(all, paths, await currency())
      : (await keptGoods(db, which === 'all' ? undefined : which)).map((one) => rawGoodsOf(one, paths))
  return { text: form === 'csv' ? await inTurns(writingCsv(rows)) : writeJsonLines(rows), count: rows.length }
}
