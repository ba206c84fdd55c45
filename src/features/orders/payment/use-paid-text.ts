import { isAsset } from '#contract/coins/assets.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'

/** The coins that were paid for orders; the amount in the market's currency where a row does not state them. */
export function usePaidText(orders: readonly Pick<OrderItem, 'coins' | 'due'>[]): string {
  const { money } = useFormat()
  const coins = useCoins()
  const paid = new Map<string, bigint>()
  for (const { coins: of } of orders) if (of) paid.set(of.asset, (paid.get(of.asset) ?? 0n) + BigInt(of.paid))
  const texts = [...paid].flatMap(([asset, units]) => (isAsset(asset) ? [coins(units, asset)] : []))
  if (texts.length === paid.size && orders.every((order) => order.coins)) return texts.join(' + ')
  return money(
    orders.reduce((sum, { due }) => sum + (due?.amount ?? 0), 0),
    orders[0]!.due!.currency,
  )
}
