import { sql } from 'kysely'
import { coinOf, coinText, type Asset, type Coin } from '#contract/rules/coins.ts'
import type { PaidOut, PayingChain } from '../chains/chain.ts'
import type { Db } from '../db/tables.ts'

// A transaction that its wallet cannot pay for fails and costs gas, or blocks those after it. So the wallet is looked
// at before a withdrawal is signed.

/** The paying wallet holds too little for a withdrawal, which waits. */
export class WalletEmptyError extends Error {
  override name = 'WalletEmptyError'
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
  left(coin: Coin): bigint
}

/** The payment of a withdrawal: its amount without the fee. */
export const paidOut = ({ asset, address: to, amount, fee }: Omit<Unpaid, 'id'>): PaidOut => ({
  ...{ to, coin: coinOf(asset) },
  amount: BigInt(amount) - BigInt(fee),
})

/** The coins in the wallet of a chain, without the most that its transactions outside of blocks can take. */
export async function readFunds(db: Db, chain: PayingChain, rate: bigint): Promise<Funds> {
  const { wallet } = chain
  if (!wallet) return { take: () => undefined, left: () => 0n }
  const { rows } = await sql<Unpaid & { rate: string | null }>`
    select w.id, w.asset, w.address, w.amount::text, w.fee::text,
      (select max(p.rate)::text from payouts p where p.withdrawal_id = w.id) as rate
    from withdrawals w where w.chain = ${chain.id}::text
      and (w.state = 'sent' and w.confirmations = 0 or w.state = 'queued' and w.signing is not null)`.execute(db)
  const left = new Map(await Promise.all(wallet.coins.map(async (coin) => [coin, await wallet.holds(coin)] as const)))
  const without = (needs: ReturnType<typeof wallet.needs>): void =>
    needs.forEach((amount, coin) => left.set(coin, (left.get(coin) ?? 0n) - amount))
  for (const row of rows) without(wallet.needs(paidOut(row), row.rate === null ? rate : BigInt(row.rate)))
  return {
    left: (coin) => left.get(coin) ?? 0n,
    take(row) {
      const needs = wallet.needs(paidOut(row), rate)
      for (const [coin, amount] of needs) {
        const has = left.get(coin) ?? 0n
        if (has < amount)
          throw new WalletEmptyError(
            `The paying wallet on ${chain.id} has ${coinText(has > 0n ? has : 0n, coin)} ${coin} left, and withdrawal ` +
              `${row.id} needs ${coinText(amount, coin)} ${coin}`,
          )
      }
      without(needs)
    },
  }
}
