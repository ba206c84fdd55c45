import type { Payload } from '#contract/registry.ts'
import type { OrderSums } from '#contract/rules/order-sums.ts'

type Submit = Payload<'order.submit'>

/** What places a store's part of a checkout: these lines and sums, as the person saw them. */
export const orderPayload = (
  of: Omit<Submit, 'lines' | 'goods' | 'shipping' | 'tax' | 'total'>,
  { lines, goods, shipping, tax, total }: OrderSums,
): Submit => ({
  ...of,
  lines: lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
  goods,
  shipping,
  tax,
  total,
})
