import type { LineRef } from '#contract/cart/rules.ts'
import type { Readers } from '../../read.ts'

/** The lines that are ticked for the next order. */
export async function tickedLines({ user }: Readers): Promise<LineRef[]> {
  const rows = await user.cartLines.toArray()
  return rows.flatMap(({ shown }) =>
    shown && shown.num > 0 && shown.ticked ? [{ id: shown.id, shopId: shown.shopId, variantId: shown.variantId }] : [],
  )
}

/** The keys (`cartLines/…`) of the lines that hold pieces. */
export const cartLineKeys = async ({ user }: Readers): Promise<ReadonlySet<string>> =>
  new Set(
    (await user.cartLines.toArray()).flatMap((row) => ((row.shown?.num ?? 0) > 0 ? [`cartLines/${row.key}`] : [])),
  )
