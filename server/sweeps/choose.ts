import { sql } from 'kysely'
import { assetOf, type Coin } from '#contract/coins/assets.ts'
import type { DepositAddress, SweepDestination, Sweepable } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { followedHeight } from '../deposits/follow.ts'
import { readSetting } from '../market/settings.ts'
import { capOf } from '../withdrawals/caps.ts'
import type { SweepingChain } from './rows.ts'
import { currentRates, isWorth } from './worth.ts'

// Which deposit addresses are collected: those that hold most, as long as the price is a small part of what they hold,
// and the paying wallet stays within its cap. What an address holds is asked of the node; which ones to ask for, the
// market's records say.

/** The most addresses that are looked at, and how many at a time. */
const [LOOKED_AT, AT_ONCE] = [200, 5]

/** A deposit address that is worth collecting. */
export interface ChosenSweep extends DepositAddress, Sweepable {}

/** Addresses that are left out, and the units there. */
interface Left {
  addresses: number
  units: bigint
}

/** The addresses of a coin that can be collected at a rate, those with most first. */
export interface SweepChoice {
  rate: bigint
  chosen: readonly ChosenSweep[]
  /** Those that cost too much, and those beyond the cap of the paying wallet. */
  small: Left
  over: Left
  percent: number
  /** Whether there are more addresses than were looked at. */
  more: boolean
  /** Whether a coin has no current rate, so that nothing can be compared. */
  unrated: boolean
}

/** Chooses among the addresses of a coin. `confirmations`: those that a deposit needs; `now` is Unix ms. */
export async function chooseSweeps(
  db: Db,
  chain: SweepingChain,
  { coin, to, confirmations, now }: { coin: Coin; to: SweepDestination; confirmations: number; now: number },
): Promise<SweepChoice> {
  const rate = await chain.usualRate()
  const candidates = await readCandidates(db, chain, coin, confirmations)
  const found = await lookAt(chain, candidates.slice(0, LOOKED_AT), { coin, rate, to })
  const [rates, percent] = [await currentRates(db, now), await readSetting(db, 'sweepPercent')]
  const [small, over] = [none(), none()]
  let room = await roomIn(db, chain, coin, to)
  let unrated = false
  const chosen: ChosenSweep[] = []
  for (const one of found.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))) {
    const worth = isWorth(rates, { coin, amount: one.amount }, one.cost, percent)
    unrated ||= worth === undefined
    if (!worth) add(small, one.amount)
    else if (room !== undefined && one.amount > room) add(over, one.amount)
    else {
      chosen.push(one)
      if (room !== undefined) room -= one.amount
    }
  }
  return { rate, chosen, small, over, percent, more: candidates.length > LOOKED_AT, unrated }
}

const none = (): Left => ({ addresses: 0, units: 0n })

function add(left: Left, units: bigint): void {
  left.addresses++
  left.units += units
}

/** The possible sweeps from some addresses; addresses from which nothing can be taken are left out. */
async function lookAt(
  { sweeping }: SweepingChain,
  addresses: readonly DepositAddress[],
  { coin, ...at }: { coin: Coin; rate: bigint; to: SweepDestination },
): Promise<ChosenSweep[]> {
  const found: ChosenSweep[] = []
  for (let n = 0; n < addresses.length; n += AT_ONCE)
    for (const one of await Promise.all(
      addresses.slice(n, n + AT_ONCE).map(async (from) => {
        const sweepable = await sweeping.sweepable(from, coin, at)
        return sweepable && { index: from.index, address: from.address, ...sweepable }
      }),
    ))
      if (one) found.push(one)
  return found
}

/** The units that may still be moved into the paying wallet; undefined where there is no bound. */
async function roomIn(
  db: Db,
  chain: SweepingChain,
  coin: Coin,
  { address, isWallet }: SweepDestination,
): Promise<bigint | undefined> {
  const cap = isWallet ? await capOf(db, chain.network, coin) : undefined
  if (cap === undefined || !chain.wallet) return undefined
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(amount), 0)::text as units from sweeps
    where chain = ${chain.id}::text and asset = ${assetOf(coin, chain.test)}::text
      and destination = ${address}::text and ended_at is null and confirmations = 0`.execute(db)
  const room = cap - (await chain.wallet.holds(coin)) - BigInt(rows[0]!.units)
  return room > 0n ? room : 0n
}

/**
 * The addresses that should hold a coin by the market's records, those with most first: what arrived in blocks and as
 * gas, less what was taken. Those with a sweep under way are left out, and those whose last deposit a reorganisation
 * may still take back.
 */
async function readCandidates(
  db: Db,
  chain: SweepingChain,
  coin: Coin,
  confirmations: number,
): Promise<DepositAddress[]> {
  const asset = assetOf(coin, chain.test)
  const last = (await followedHeight(db, chain)) - confirmations + 1
  const isGas = chain.sweeping.gas?.coin === coin
  const { rows } = await sql<DepositAddress>`
    with arrived as (
      select user_id, sum(amount) as units from deposits
      where chain = ${chain.id}::text and asset = ${asset}::text and height is not null group by user_id),
    swept as (
      select address, sum(case when asset = ${asset}::text and state = 'done' then amount else 0 end)
        - sum(case when ${isGas}::boolean then gas else 0 end) as units
      from sweeps where chain = ${chain.id}::text group by address)
    select a.index, a.address from arrived d
      join deposit_addresses a on a.user_id = d.user_id and a.chain = ${chain.id}::text
      left join swept s on s.address = a.address
    where d.units > coalesce(s.units, 0)
      and not exists (select from sweeps o
        where o.chain = a.chain and o.address = a.address and o.ended_at is null)
      and not exists (select from deposits y
        where y.user_id = a.user_id and y.chain = a.chain and y.height > ${last}::int)
    order by d.units - coalesce(s.units, 0) desc, a.index limit ${sql.lit(LOOKED_AT + 1)}`.execute(db)
  return rows
}
