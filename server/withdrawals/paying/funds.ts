import { sql } from 'kysely'
import { coinOf, coinText, isCoin, type Asset, type Coin } from '#contract/coins/assets.ts'
import { fuelText } from '#contract/coins/fuel.ts'
import type { Fuel, PaidOut, PayingChain, PayingWallet } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'
import type { OfferedUtxo } from '../../signer/protocol/protocol.ts'
import { waitingGas } from './gas.ts'

// A transaction that its wallet cannot pay for fails and costs gas, or blocks those after it. So the wallet is looked
// at before a withdrawal is signed.

/** The paying wallet holds too little for a withdrawal, which waits. */
export class WalletEmptyError extends Error {
  override name = 'WalletEmptyError'
}

/** The paying wallet holds enough, and waits until the change of other payments is in a block. */
export class WalletBusyError extends WalletEmptyError {
  override name = 'WalletBusyError'
}

/** A withdrawal as its payment needs it; units in decimal digits. */
export interface Unpaid {
  id: string
  asset: Asset
  address: string
  amount: string
  fee: string
}

/** The coins that withdrawals to be signed can take. */
export interface Funds {
  /** Takes the coins for a withdrawal. @throws WalletEmptyError */
  take(row: Unpaid): void
  /** The units of a coin that are left; below zero where waiting transactions can take more. */
  left(coin: Coin | Fuel): bigint
  /** Whether nothing is left that a transaction could spend. */
  isUsedUp(): boolean
  /** The outputs that the signer may spend, on a chain where they have to be offered to it. */
  utxos?: readonly OfferedUtxo[] | undefined
}

/** The coins and the fuel that a wallet has to hold. */
export const neededOf = ({ coins, fuel }: PayingWallet): readonly (Coin | Fuel)[] => (fuel ? [...coins, fuel] : coins)

const amountText = (units: bigint, coin: Coin | Fuel): string =>
  `${isCoin(coin) ? coinText(units, coin) : fuelText(units)} ${coin}`

/** The payment of a withdrawal: its amount without the fee. */
export const paidOut = ({ asset, address: to, amount, fee }: Omit<Unpaid, 'id'>): PaidOut => ({
  ...{ to, coin: coinOf(asset) },
  amount: BigInt(amount) - BigInt(fee),
})

/** The coins in the wallet of a chain, without the most that its transactions outside of blocks can take. */
export async function readFunds(db: Db, chain: PayingChain, rate: bigint): Promise<Funds> {
  const { wallet } = chain
  if (!wallet) return { take: () => undefined, left: () => 0n, isUsedUp: () => false }
  const { rows } = await sql<Unpaid & { rate: string | null }>`
    select w.id, w.asset, w.address, w.amount::text, w.fee::text,
      (select max(p.rate)::text from payouts p where p.withdrawal_id = w.id) as rate
    from withdrawals w where w.chain = ${chain.id}::text
      and (w.state = 'sent' and w.confirmations = 0 or w.state = 'queued' and w.signing is not null)`.execute(db)
  const unspent = await wallet.unspent?.()
  const left = new Map(
    await Promise.all(neededOf(wallet).map(async (coin) => [coin, await wallet.holds(coin)] as const)),
  )
  const without = (needs: ReturnType<typeof wallet.needs>): void =>
    needs.forEach((amount, coin) => left.set(coin, (left.get(coin) ?? 0n) - amount))
  const { gas } = chain.sweeping ?? {}
  if (gas)
    for (const one of await waitingGas(db, chain))
      without(new Map([[gas.coin, gas.needs(one.units, one.rate ?? rate)]]))
  let waiting = rows.length
  for (const row of rows) {
    without(wallet.needs(paidOut(row), row.rate === null ? rate : BigInt(row.rate)))
    // Where it is not known what it spends.
    if (row.rate === null) unspent?.take(paidOut(row), rate)
  }
  return {
    utxos: unspent?.utxos,
    isUsedUp: () => unspent?.isUsedUp() ?? false,
    left: (coin) => left.get(coin) ?? 0n,
    take(row) {
      const needs = wallet.needs(paidOut(row), rate)
      for (const [coin, amount] of needs) {
        const has = left.get(coin) ?? 0n
        if (has < amount)
          throw new WalletEmptyError(
            `The paying wallet on ${chain.id} has ${amountText(has > 0n ? has : 0n, coin)} left, and withdrawal ` +
              `${row.id} needs ${amountText(amount, coin)}`,
          )
      }
      if (unspent && !unspent.take(paidOut(row), rate)) {
        const what = `Withdrawal ${row.id} on ${chain.id}`
        if (waiting > 0) throw new WalletBusyError(`${what} waits for change of the paying wallet`)
        throw new WalletEmptyError(`${what} needs more outputs of the paying wallet than one transaction spends`)
      }
      waiting++
      without(needs)
    },
  }
}
