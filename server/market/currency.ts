import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'

/** The market's currency in SQL. */
export const marketCurrency: RawBuilder<string> = sql<string>`(select f.currency from catalogue_feed f)`

/**
 * The market's currency: that of order amounts and limits, in which coins are valued and prices of all currencies
 * compared.
 */
export async function readMarketCurrency(db: Db | Tx): Promise<string> {
  const { currency } = await db.selectFrom('catalogue_feed').select('currency').executeTakeFirstOrThrow()
  return currency
}
