import { assets, isAsset, isTest, type Asset } from '#contract/coins/assets.ts'
import { keptUnitsOf } from '#contract/earnings/rules.ts'
import { readCause, type Movement } from '#contract/wallet/posting-causes.ts'
import { isUnconfirmed } from '#contract/deposits/recharges.ts'
import { holdsAmount } from '#contract/withdrawals/rules.ts'
import type { PostingRow } from '#contract/ledger/schema-row.ts'
import type { Readers, UserReader } from '../read.ts'

// The money of an account: a person's, or a store's in the database of its desk.

type Account = Pick<Readers, 'user'>

/** An account's money of one asset, in units. */
export interface Holding {
  asset: Asset
  /** May be spent, or withdrawn from a store. */
  available: bigint
  /** Paid for orders and not the stores' yet, or being withdrawn. */
  held: bigint
  /** Being withdrawn. */
  leaving: bigint
  /** On its way: the network shows it, and it is not credited yet. */
  unconfirmed: bigint
  /** Earned by a store, and its buyers may still claim it back. */
  claimable: bigint
}

/** The units of an asset that a person may spend. */
export const availableOf = (held: readonly Holding[], asset: Asset): bigint =>
  held.find((holding) => holding.asset === asset)?.available ?? 0n

/** A posting to an account, with what moved the money, and the order that it was for. */
export interface AccountPosting extends PostingRow {
  asset: Asset
  movement: Movement
  /** Its number is empty while the order is not on this device. */
  order?: { id: string; number: string }
  /** The key of its recharge. */
  recharge?: string
  /** The id of its withdrawal. */
  withdrawal?: string
}

/** The postings to an account, the newest first. */
export async function accountPostings({ user }: Account): Promise<AccountPosting[]> {
  const rows = (await user.postings.toArray()).flatMap(({ shown }) =>
    shown && isAsset(shown.asset) ? [{ ...shown, asset: shown.asset, ...readCause(shown.cause) }] : [],
  )
  const ids = [...new Set(rows.flatMap(({ order }) => order ?? []))]
  const [orders, sales] = await Promise.all([user.orders.bulkGet(ids), user.sales.bulkGet(ids)])
  const numbers = new Map(ids.map((id, i) => [id, (orders[i] ?? sales[i])?.shown?.number ?? '']))
  return rows
    .sort((a, b) => b.entry - a.entry || (a.asset < b.asset ? -1 : 1))
    .map(({ order: id, ...row }) => (id === undefined ? row : { ...row, order: { id, number: numbers.get(id)! } }))
}

const add = (sums: Map<string, bigint>, asset: string, units: bigint): unknown =>
  sums.set(asset, (sums.get(asset) ?? 0n) + units)

/**
 * An account's money by asset, as the device last heard of it; only of assets that it ever had any of. `now` is Unix
 * ms.
 */
export async function holdings({ user }: Account, now = Date.now()): Promise<Holding[]> {
  const last = new Map<Asset, PostingRow>()
  await user.postings.each(({ shown }) => {
    if (shown && isAsset(shown.asset) && (last.get(shown.asset)?.seq ?? 0) < shown.seq) last.set(shown.asset, shown)
  })
  const held = new Map<string, bigint>()
  await user.orders.each(({ shown }) => shown?.coins && add(held, shown.coins.asset, BigInt(shown.coins.held)))
  const claimable = new Map<string, bigint>()
  await user.sales.each(({ shown }) => {
    if (!shown?.coins || !shown.due) return
    const { asset, held: kept, paid } = shown.coins
    add(held, asset, BigInt(kept))
    add(claimable, asset, keptUnitsOf({ ...shown, paid: BigInt(paid), due: shown.due.amount }, now))
  })
  const leaving = new Map<string, bigint>()
  await user.withdrawals.each(({ shown }) => {
    if (!shown || !holdsAmount(shown.state)) return
    for (const sums of [held, leaving]) add(sums, shown.asset, BigInt(shown.amount))
  })
  const unconfirmed = new Map<string, bigint>()
  await user.recharges.each(
    ({ shown }) => shown && isUnconfirmed(shown.state) && add(unconfirmed, shown.asset, BigInt(shown.amount)),
  )
  return assets
    .filter((asset) => last.has(asset) || held.get(asset) || unconfirmed.has(asset))
    .sort((a, b) => Number(isTest(a)) - Number(isTest(b)))
    .map((asset) => {
      const balance = BigInt(last.get(asset)?.balance ?? 0)
      const claims = claimable.get(asset) ?? 0n
      const kept = claims < balance ? claims : balance
      return {
        ...{ asset, available: balance - kept, claimable: kept },
        ...{ held: held.get(asset) ?? 0n, leaving: leaving.get(asset) ?? 0n },
        unconfirmed: unconfirmed.get(asset) ?? 0n,
      }
    })
}

/** The money of a store at its desk; `now` is Unix ms, undefined before the page has a clock. */
export const storeHoldings =
  (now: number | undefined) =>
  (user: UserReader): Promise<Holding[]> =>
    holdings({ user }, now)
