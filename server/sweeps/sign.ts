import { sql } from 'kysely'
import { coinOf } from '#contract/coins/assets.ts'
import type { SweepEnd } from '#contract/reserves/sweeps.ts'
import type { SweepDestination, Sweepable } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { eachOf } from '../turns/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { CoinRate } from '../rates/coin-rates.ts'
import { readSetting } from '../market/settings.ts'
import { SignerAwayError } from '../signer/protocol/protocol.ts'
import { WalletEmptyError } from '../withdrawals/paying/funds.ts'
import { askGas, beginGas } from './gas.ts'
import {
  chosenSweeps,
  endSweep,
  moveSweep,
  storeSweep,
  sweepOf,
  whileSweepIn,
  type SweepingChain,
  type SweepRow,
} from './rows.ts'
import { currentRates, isWorth } from './worth.ts'

// Nothing of a sweep is sent before its transaction is stored. A crash before that leaves a transaction that only the
// signer has, and the signer answers it again:
//
//   planned ──▶ look at the address ──▶ the coins: signed, compared, stored ──────────────▶ sent
//                        └──▶ gas is lacking (gas.ts) ──▶ gas ──▶ it has arrived: the same ──┘
//
// A transaction of coins that was signed and never stored does no harm: it could only move them to where they belong.

/** The states in which the coins' transaction is still to be signed. */
const UNSIGNED = ['planned', 'gas'] as const

/** The circumstances in which the sweeps of a chain are signed. */
interface Signing {
  chain: SweepingChain
  to: SweepDestination | undefined
  rate: bigint
  height: number
  rates: readonly CoinRate[]
  /** The percentage of an amount that collecting it may cost. */
  percent: number
  /** Whether the paying wallet lacks the gas for one of them. */
  isEmpty: boolean
  now: number
}

/** Signs what is next of the sweeps of a chain. `now` is Unix ms. */
export async function signPlanned(db: Db, chain: SweepingChain, now: number): Promise<void> {
  const rows = await chosenSweeps(db, chain, sql`state in ('planned', 'gas')`)
  if (rows.length === 0) return
  const signing: Signing = {
    ...{ chain, isEmpty: false, now },
    to: await chain.sweeping.destination(),
    rate: await chain.usualRate(),
    height: await followedHeight(db, chain),
    rates: await currentRates(db, now),
    percent: await readSetting(db, 'sweepPercent'),
  }
  let isAway = false
  await eachOf(rows, async (row) => {
    if (isAway) return
    try {
      await signNext(db, row, signing)
    } catch (error) {
      isAway = error instanceof SignerAwayError
      signing.isEmpty ||= error instanceof WalletEmptyError
      throw error
    }
  })
}

async function signNext(db: Db, row: SweepRow, signing: Signing): Promise<void> {
  const { chain, to, rate, height, rates, percent, now } = signing
  const { gas } = chain.sweeping
  // It may be signed, and others wait for its nonce.
  if (row.state === 'planned' && row.gas_id !== null && gas) return askGas(db, chain, row, { gas, rate, height, now })
  if (!to) return end(db, row, 'refused', now)
  const coin = coinOf(row.asset)
  const found = await chain.sweeping.sweepable(row, coin, { rate, to })
  if (!found || !isThere(row, found)) return end(db, row, 'moved', now)
  // Gas that was sent is spent already.
  if (row.state === 'planned' && !isWorth(rates, { coin, amount: BigInt(row.amount) }, found.cost, percent))
    return end(db, row, 'cost', now)
  if (found.gas === 0n || !gas) return askCoins(db, row, signing)
  // Its gas is on its way, or suffices for no such rate: that may fall again.
  if (row.state === 'gas') return
  if (!signing.isEmpty) await beginGas(db, chain, row, { gas, amount: found.gas, rate, height, now })
}

/** Whether an address still holds what its sweep is to take. */
const isThere = ({ spends, amount }: SweepRow, found: Sweepable): boolean =>
  spends.every((one) => found.spends.includes(one)) && found.amount >= BigInt(amount)

/** Ends a sweep whose coins were not sent, unless another process has begun to send it gas. */
const end = (db: Db, row: SweepRow, reason: SweepEnd, now: number): Promise<void> =>
  whileSweepIn(db, row, UNSIGNED, async (tx, latest) => {
    if (latest.state === row.state && latest.gas_id === row.gas_id) await endSweep(tx, latest, reason, now)
  })

/** Asks for the transaction of the coins, and stores it. */
async function askCoins(db: Db, row: SweepRow, { chain, rate, height, now }: Signing): Promise<void> {
  const sweep = sweepOf(row)
  const answer = await chain.sweeping.sign(sweep, rate)
  if ('refused' in answer) {
    console.error(`The signer has refused sweep ${row.id}: ${answer.refused}`)
    return end(db, row, 'refused', now)
  }
  const isOther = answer.spends.join() !== row.spends.join()
  const fault = isOther ? 'it spends something else' : await chain.sweeping.faultIn(answer, sweep)
  if (fault !== undefined) {
    await end(db, row, 'signer', now)
    throw new Error(`Sweep ${row.id} is not sent: ${fault}`)
  }
  await whileSweepIn(db, row, UNSIGNED, async (tx, latest) => {
    await storeSweep(tx, latest, 'coins', answer, height)
    await moveSweep(tx, latest, 'sent', now, { txid: answer.txid })
  })
}
