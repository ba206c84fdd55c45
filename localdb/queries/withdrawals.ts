import { isAsset, type Asset } from '#contract/rules/coins.ts'
import type { Withdrawal } from '#contract/schema/withdrawal-row.ts'
import type { Readers } from '../read.ts'

/** A withdrawal as the screens show it. */
export interface WithdrawalItem extends Withdrawal {
  asset: Asset
}

const itemOf = (row: { shown: Withdrawal | null } | undefined): WithdrawalItem[] =>
  row?.shown && isAsset(row.shown.asset) ? [{ ...row.shown, asset: row.shown.asset }] : []

/** A person's withdrawals, the newest first. */
export const withdrawalItems = async ({ user }: Readers): Promise<WithdrawalItem[]> =>
  (await user.withdrawals.toArray()).flatMap(itemOf).sort((a, b) => b.at - a.at)

/** One of them by its id; null when it is not on this device. */
export const withdrawalItem = async ({ user }: Readers, id: string): Promise<WithdrawalItem | null> =>
  itemOf(await user.withdrawals.get(id))[0] ?? null
