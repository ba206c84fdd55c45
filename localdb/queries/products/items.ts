import type { Texts } from '#contract/text/locales.ts'
import { isOn, type Deal } from '#contract/prices/deals.ts'
import type { GoodsState } from '#contract/products/states.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { UserReader } from '../../read.ts'
import type { MirrorRow } from '../../schema.ts'
import { goodsStateOf } from './product.ts'

/** A product as the store's list shows it. Amounts are minor units of `currency`. */
export interface GoodsItem {
  id: string
  state: GoodsState
  /** The market has it: an order can be drawn up with it. */
  known: boolean
  /** The market has taken it off. */
  barred: boolean
  title: Texts
  code: string
  /** The price of one piece; undefined while there is none. */
  price: number | undefined
  /** It is on; null for none. */
  deal: Deal | null
  /** The further steps of its ladder. */
  steps: number
  currency: string
  minimum: number
  stock: number
  categoryId: number
  choices: number
  picture: Picture | undefined
  /** Something about it is not at the market yet. */
  pending: boolean
  /** It was changed here and elsewhere: the member is asked. */
  asks: boolean
  /** Unix ms: when it was made. */
  at: number
}

const itemOf = (goods: StoreProduct, { pending, conflict }: MirrorRow<StoreProduct>): GoodsItem => ({
  id: goods.id,
  state: goodsStateOf(goods),
  known: goods.productId !== null,
  barred: Boolean(goods.barred),
  title: goods.title,
  code: goods.code,
  price: goods.ladder[0]?.price,
  deal: isOn(goods.deal, Date.now()) ? goods.deal : null,
  steps: Math.max(0, goods.ladder.length - 1),
  currency: goods.currency,
  minimum: goods.minimum,
  stock: goods.stock,
  categoryId: goods.categoryId,
  choices: Object.keys(goods.variants).length,
  picture: goods.pictures[0],
  pending: pending > 0,
  asks: conflict,
  at: goods.at,
})

/** The number of rows read in one turn of the page, so that a list of ten thousand does not delay a tap. */
const SLICE = 200

/** All goods of the store that are not gone, the newest first. */
export async function goodsItems(user: UserReader): Promise<GoodsItem[]> {
  const items: GoodsItem[] = []
  let after = ''
  for (;;) {
    const rows = await user.goods.where(':id').above(after).limit(SLICE).toArray()
    for (const row of rows) if (row.shown && !row.shown.deleted) items.push(itemOf(row.shown, row))
    if (rows.length < SLICE) break
    after = rows.at(-1)!.key
  }
  return items.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}
