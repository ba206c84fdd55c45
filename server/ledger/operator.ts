import { sql } from 'kysely'
import { coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import type { Db } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { FEES } from './accounts.ts'
import { bookSize } from './book-check.ts'
import { checkBook } from './check.ts'
import { heldByAsset } from './held.ts'
import { OperatorError } from '../operator/answer.ts'

/** The market's fees by asset (units). */
async function feesByAsset(db: Db): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<{ asset: Asset; sum: string }>`
    select asset, sum(amount)::text as sum from ledger_postings where account = ${FEES} and seq is null
    group by asset`.execute(db)
  return new Map(rows.map(({ asset, sum }) => [asset, BigInt(sum)]))
}

/**
 * Verifies the whole book and states what it holds of each asset.
 *
 * @throws OperatorError with the faults of the book.
 */
export async function showLedger(db: Db): Promise<string> {
  const keys = keysOf(db)
  const faults = await checkBook(db, keys)
  if (faults.length > 0) throw new OperatorError(['The ledger was changed from outside:', ...faults].join('\n'))
  const { entries, unsealed, seal } = await bookSize(db)
  const held = await heldByAsset(db)
  const taken = await feesByAsset(db)
  return [
    `The ledger is right: ${entries} entries, ${unsealed} of them not sealed yet, last seal ${seal ?? 'none'}.`,
    ...(keys.signing ? [] : ['The signatures of seals were not verified: there is no key for them here.']),
    ...held.map(({ asset, people, orders, stores, withdrawals }) => {
      const fees = taken.get(asset) ?? 0n
      const amount = (units: bigint): string => coinText(units, coinOf(asset))
      return `${asset}: people ${amount(people)}, orders ${amount(orders)}, stores ${amount(stores)}, withdrawals ${amount(withdrawals)}, fees ${amount(fees)}`
    }),
  ].join('\n')
}
