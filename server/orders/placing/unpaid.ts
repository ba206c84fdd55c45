import { sql } from 'kysely'
import { amountText } from '#contract/currencies/money.ts'
import { refused, type MutationCall } from '../../http/handlers.ts'
import { available } from '../../ledger/accounts.ts'
import { balancesWorth, coinRates } from '../../rates/coin-rates.ts'
import { readMarketCurrency } from '../../market/currency.ts'
import { paysTest } from '../../ledger/test-money.ts'
import { balances } from '../../ledger/ledger.ts'
import { readSetting } from '../../market/settings.ts'

/** At most so many orders of one buyer reserve stock without being paid. */
export const UNPAID_MAX = 20

/**
 * Why a buyer cannot have one more unpaid order of `due` (minor units of the market's currency), if so: unpaid orders
 * hold stock for nothing. Together they are worth at most all coins of the buyer, or what the operator allows if that
 * is more. The owner's feed lock keeps it true until the commit.
 */
export async function beyondUnpaid(
  { tx, userId, now }: MutationCall,
  due: number,
): Promise<ReturnType<typeof refused> | undefined> {
  const { rows } = await sql<{ orders: number; worth: number }>`
    select count(*)::int as orders, coalesce(sum(due), 0)::bigint as worth from orders
    where user_id = ${userId}::uuid and state = 'unpaid'`.execute(tx)
  const { orders, worth } = rows[0]!
  if (orders >= UNPAID_MAX) return refused('tooManyUnpaid', { max: UNPAID_MAX })
  const allowed = await readSetting(tx, 'unpaidWorth')
  if (worth + due <= allowed) return undefined
  const [held, rates] = [await balances(tx, available(userId)), await coinRates(tx, now())]
  const currency = await readMarketCurrency(tx)
  const has = balancesWorth(held, rates, { test: await paysTest(tx), currency })
  const most = Math.max(has, allowed)
  return worth + due > most ? refused('tooMuchUnpaid', { most: amountText(most, currency) }) : undefined
}
