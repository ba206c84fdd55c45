import { isAsset, type Asset } from '#contract/coins/assets.ts'
import type { Withdrawal } from '#contract/withdrawals/schema-row.ts'
import type { Readers } from '../read.ts'

type Account = Pick<Readers, 'user'>

/** A withdrawal as the screens show it. */
export interface WithdrawalItem extends Withdrawal {
  asset: Asset
}

const itemOf = (row: { shown: Withdrawal | null } | undefined): WithdrawalItem[] =>
  row?.shown && isAsset(row.shown.asset) ? [{ ...row.shown, asset: row.shown.asset }] : []

/** The withdrawals from an account, the newest first. */
export const withdrawalItems = async ({ user }: Account): Promise<WithdrawalItem[]> =>
  (await user.withdrawals.toArray()).flatMap(itemOf).sort((a, b) => b.at - a.at)

/** One of them by its id, with the name of the store's owner who asked for it; null when it is not on this device. */
export async function withdrawalItem(
  { user }: Account,
  id: string,
): Promise<(WithdrawalItem & { asker?: string }) | null> {
  const [item] = itemOf(await user.withdrawals.get(id))
  if (item?.by === undefined) return item ?? null
  const member = await user.storeMembers.get(item.by)
  return { ...item, ...(member?.shown && { asker: member.shown.name }) }
}
