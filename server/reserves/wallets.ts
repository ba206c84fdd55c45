import { sql } from 'kysely'
import { assetOf, type Coin } from '#contract/coins/assets.ts'
import { networks } from '#contract/coins/networks.ts'
import type { PayingWalletState } from '#contract/reserves/schema-operator.ts'
import type { Fuel, PayingChain, PayingWallet } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { beyondCap, walletCaps } from '../withdrawals/caps.ts'
import { lowFuel } from '../withdrawals/paying/fuel.ts'
import { paidOut, readFunds, WalletEmptyError, type Funds, type Unpaid } from '../withdrawals/paying/funds.ts'
import { toSign } from '../withdrawals/paying/sign.ts'

/** The most withdrawals that are looked at. */
const LOOKED_AT = 1_000

/** The state of each wallet that the market pays from, and that can run out. `now` is Unix ms. */
export async function walletStates(
  db: Db,
  { payingOf }: Pick<Deposits, 'payingOf'>,
  now: number,
): Promise<PayingWalletState[]> {
  const chains = networks.flatMap((network) => payingOf(network) ?? [])
  const states = await Promise.all(
    chains.map(async (chain) => {
      if (!chain.wallet) return []
      try {
        return [await stateOf(db, chain, chain.wallet, now)]
      } catch (error) {
        console.error(`The paying wallet on ${chain.id} is not known:`, error instanceof Error ? error.message : error)
        return [{ network: chain.network, away: true, coins: [], waiting: 0 }]
      }
    }),
  )
  return states.flat()
}

async function stateOf(db: Db, chain: PayingChain, wallet: PayingWallet, now: number): Promise<PayingWalletState> {
  const rate = await chain.usualRate()
  const funds = await readFunds(db, chain, rate)
  const { rows } = await sql<Unpaid>`
    select id, asset, address, amount::text, fee::text from withdrawals
    where chain = ${chain.id}::text and ${toSign(now)} and signing is null
    order by at, id limit ${sql.lit(LOOKED_AT)}`.execute(db)
  const waiting = rows.filter((row) => !canTake(funds, row))
  const caps = await walletCaps(db)
  const needed = new Map<Coin | Fuel, bigint>()
  for (const row of waiting)
    for (const [coin, units] of wallet.needs(paidOut(row), rate)) needed.set(coin, (needed.get(coin) ?? 0n) + units)
  const coins = await Promise.all(
    wallet.coins.map(async (coin) => {
      const missing = (needed.get(coin) ?? 0n) - funds.left(coin)
      const units = await wallet.holds(coin)
      return {
        asset: assetOf(coin, chain.test),
        units: String(units),
        over: String(beyondCap(caps, chain.network, coin, units)),
        missing: String(needed.has(coin) && missing > 0n ? missing : 0n),
      }
    }),
  )
  const fuel = await fuelState(wallet, rate, (name) => (needed.get(name) ?? 0n) - funds.left(name))
  return { network: chain.network, away: false, coins, ...(fuel && { fuel }), waiting: waiting.length }
}

/** A wallet's fuel for the network's fees; `missing`: the units that withdrawals lack of it. */
async function fuelState(
  wallet: PayingWallet,
  rate: bigint,
  missing: (name: Fuel) => bigint,
): Promise<PayingWalletState['fuel']> {
  const { fuel } = wallet
  if (!fuel) return undefined
  const [units, lacks] = [await wallet.holds(fuel), missing(fuel)]
  return {
    ...{ fuel, units: String(units), low: lowFuel(wallet, fuel, rate, units) },
    missing: String(lacks > 0n ? lacks : 0n),
  }
}

/** Takes the coins for a withdrawal as its signing does, if they are there. */
function canTake(funds: Funds, row: Unpaid): boolean {
  try {
    funds.take(row)
    return true
  } catch (error) {
    if (error instanceof WalletEmptyError) return false
    throw error
  }
}
