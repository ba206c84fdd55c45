import { isAsset, type Asset } from '#contract/coins/assets.ts'
import type { Recharge } from '#contract/deposits/schema-row.ts'
import type { Readers } from '../read.ts'

/** A recharge as the screens show it; `pending` while its claim waits in the outbox. */
export interface RechargeItem extends Recharge {
  key: string
  asset: Asset
  pending: boolean
}

const itemOf = (row: { key: string; shown: Recharge | null; pending: number } | undefined): RechargeItem[] =>
  row?.shown && isAsset(row.shown.asset)
    ? [{ ...row.shown, key: row.key, asset: row.shown.asset, pending: row.pending > 0 }]
    : []

/** A person's recharges, the newest first. */
export const rechargeItems = async ({ user }: Readers): Promise<RechargeItem[]> =>
  (await user.recharges.toArray()).flatMap(itemOf).sort((a, b) => b.at - a.at)

/** One of them by its key; null when it is not on this device. */
export const rechargeItem = async ({ user }: Readers, key: string): Promise<RechargeItem | null> =>
  itemOf(await user.recharges.get(key))[0] ?? null
