import { sql } from 'kysely'
import { coinWorth } from '#contract/currencies/coin-worth.ts'
import { coinOf, isCoin, type Asset, type Coin } from '#contract/coins/assets.ts'
import type { Fraction } from '#contract/currencies/exchange.ts'
import type { Cost } from '../chains/chain.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { WithdrawalSource } from './change.ts'
import { coinRates } from '../rates/coin-rates.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSetting } from '../market/settings.ts'
import { ownersOf } from '../members/members.ts'

const DAY_MS = 86_400_000

/**
 * The worth of an amount together with the other withdrawals of the last 24 hours that the person asked for or that
 * left the same account, since a large one can be cut into small ones (minor units of the market's currency). Infinite
 * where a coin has no current rate.
 */
export async function worthInADay(
  tx: Tx,
  { user_id: uid, asked_by: by, asset, amount }: WithdrawalSource & { asset: Asset; amount: bigint },
  now: number,
): Promise<number> {
  const { rows } = await sql<{ asset: Asset; amount: string }>`
    select asset, sum(amount)::text as amount from withdrawals
    where (user_id = ${uid}::uuid or asked_by = ${by}::uuid) and at > ${new Date(now - DAY_MS)}::timestamptz
      and state not in ('cancelled', 'refused', 'returned') group by asset`.execute(tx)
  const rates = await currentRates(tx, now)
  return [{ asset, amount }, ...rows].reduce(
    (worth, part) => worth + (worthIn(rates, coinOf(part.asset), BigInt(part.amount)) ?? Infinity),
    0,
  )
}

/** Rates of coins in the market's currency. */
interface Rates {
  of: readonly (Fraction & { coin: Coin })[]
  market: string
}

/** The rates that nobody doubts: neither too old nor stopped, with no other one waiting for a second operator. */
const currentRates = async (tx: Tx, now: number): Promise<Rates> => ({
  of: (await coinRates(tx, now)).filter(({ state }) => state === 'payable'),
  market: await readMarketCurrency(tx),
})

/** The worth of units of a coin (minor units of the market's currency); undefined without a rate. */
function worthIn({ of, market }: Rates, coin: Coin, units: bigint): number | undefined {
  const rate = of.find((one) => one.coin === coin)
  return rate && coinWorth(units, coin, rate, market)
}

/** A fee of the market's (units). */
interface Fee {
  coin: Coin
  amount: bigint
}

/**
 * Whether a network costs more than the fee, or may. A market that takes no fee pays the network itself, and what is no
 * coin of the market has no rate to compare it by. `now` is Unix ms.
 */
export async function costsMore(tx: Tx, cost: Cost | undefined, fee: Fee, now: number): Promise<boolean> {
  if (!cost || !isCoin(cost.coin) || fee.amount === 0n) return false
  if (cost.coin === fee.coin) return cost.amount > fee.amount
  const rates = await currentRates(tx, now)
  const [price, paid] = [worthIn(rates, cost.coin, cost.amount), worthIn(rates, fee.coin, fee.amount)]
  return price === undefined || paid === undefined || price > paid
}

/** The number of operators who have to agree to a withdrawal of some worth: none, one or two. */
export async function approvalsOf(tx: Tx, worth: number): Promise<0 | 1 | 2> {
  if (worth > (await readSetting(tx, 'withdrawTwoWorth'))) return 2
  return worth > (await readSetting(tx, 'withdrawOneWorth')) ? 1 : 0
}

/** Whether a person can withdraw only with a second factor: owners of stores, operators, and large sums. */
export async function needsFactor(tx: Tx, userId: string, worth: number): Promise<boolean> {
  if (worth > (await readSetting(tx, 'withdrawFactorWorth'))) return true
  const { rows } = await sql`
    select from store_members where user_id = ${userId}::uuid and role = 'owner' and ended_at is null
    union all select from operators where user_id = ${userId}::uuid limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the person who withdraws is suspended, or the store whose earnings they are. */
export async function isSuspended(tx: Tx, { asked_by: by, store_id: storeId }: WithdrawalSource): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${by}::uuid and suspended_for is not null
    union all select from stores where id = ${storeId}::int and suspended_for is not null limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the person who asked for a store's earnings is no longer one of its owners. */
export async function isFormerOwner(tx: Tx, { asked_by: by, store_id: storeId }: WithdrawalSource): Promise<boolean> {
  if (storeId === null) return false
  const { owners } = await ownersOf(tx, storeId)
  return owners.every(({ id }) => id !== by)
}

/** Whether a network has taken back a deposit of the person's that was spent already. */
export async function owesDeposit(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from deposits where user_id = ${userId}::uuid and shortfall > 0 limit 1`.execute(tx)
  return rows.length > 0
}
