import { sql } from 'kysely'
import { coinOf, coinText, type Asset } from '#contract/rules/coins.ts'
import type { Db } from '../db/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { FEES } from '../ledger/accounts.ts'
import { checkBook } from '../ledger/check.ts'
import { OperatorError } from './answer.ts'

interface Held {
  asset: Asset
  people: string
  orders: string
  stores: string
  withdrawals: string
  fees: string
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
  const { rows } = await sql<{ entries: number; unsealed: number; seal: number | null }>`
    select count(*)::int as entries, (count(*) filter (where seal is null))::int as unsealed, max(seal)::int as seal
    from ledger_entries`.execute(db)
  const { entries, unsealed, seal } = rows[0]!
  const of = (prefix: string) =>
    sql`coalesce(sum(balance) filter (where starts_with(account, ${sql.lit(prefix)})), 0)::text`
  const held = await sql<Held>`
    select asset, ${of('user:')} as people, ${of('escrow:')} as orders, ${of('store:')} as stores,
      ${of('withdrawal:')} as withdrawals,
      (select coalesce(sum(p.amount), 0)::text from ledger_postings p
        where p.account = ${FEES} and p.seq is null and p.asset = ledger_heads.asset) as fees
    from ledger_heads group by asset order by asset`.execute(db)
  return [
    `The ledger is right: ${entries} entries, ${unsealed} of them not sealed yet, last seal ${seal ?? 'none'}.`,
    ...(keys.signing ? [] : ['The signatures of seals were not verified: there is no key for them here.']),
    ...held.rows.map(({ asset, people, orders, stores, withdrawals, fees }) => {
      const amount = (units: string): string => coinText(BigInt(units), coinOf(asset))
      return `${asset}: people ${amount(people)}, orders ${amount(orders)}, stores ${amount(stores)}, withdrawals ${amount(withdrawals)}, fees ${amount(fees)}`
    }),
  ].join('\n')
}
