import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { UserReader } from '../../read.ts'
import { goodsStateOf } from './product.ts'

/** The number of rows read in one turn of the page. */
const SLICE = 200

/** Whether something of a product that can be ordered does not say what it weighs. */
function isUnweighed(goods: StoreProduct): boolean {
  if (goods.deleted || goodsStateOf(goods) !== 'listed' || goods.weight) return false
  const choices = Object.values(goods.variants)
  return choices.length === 0 || choices.some(({ weight }) => !weight)
}

/** How many of a store's goods on sale do not say what they weigh, or of which a choice does not. */
export async function unweighed(user: UserReader): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const rows = await user.goods.where(':id').above(after).limit(SLICE).toArray()
    for (const row of rows) if (row.shown && isUnweighed(row.shown)) count++
    if (rows.length < SLICE) return count
    after = rows.at(-1)!.key
  }
}
