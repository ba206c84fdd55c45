import type { PayingChain } from '../../chains/chain.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import type { SignedTransaction } from '../../signer/protocol/protocol.ts'
import type { WithdrawalOf } from './chosen.ts'

/** A stored transaction of a withdrawal. */
export interface Payout {
  txid: string
  spends: string[]
  rate: bigint
  raw: string
  /** The followed height when it was signed. */
  height: number
}

/** The transactions of a withdrawal, the latest last. */
export const payoutsOf = async (db: Db | Tx, { id }: { id: string }): Promise<Payout[]> =>
  (
    await db
      .selectFrom('payouts')
      .selectAll()
      .where('withdrawal_id', '=', id)
      .orderBy('height')
      .orderBy('at')
      .orderBy('rate')
      .execute()
  ).map((row) => ({ ...row, rate: BigInt(row.rate) }))

/** Stores a signed transaction of a withdrawal. */
export const storePayout = (
  tx: Tx,
  chain: PayingChain,
  { id }: WithdrawalOf,
  { txid, spends, rate, raw }: SignedTransaction,
  height: number,
): Promise<unknown> =>
  tx.insertInto('payouts').values({ chain: chain.id, txid, withdrawal_id: id, spends, rate, raw, height }).execute()

/** Deletes the stored transactions of a withdrawal: none of them is sent again. */
export const forget = (db: Db | Tx, { id }: WithdrawalOf): Promise<unknown> =>
  db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()
