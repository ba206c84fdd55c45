import { sql } from 'kysely'
import { noteKey } from '#contract/orders/line-notes.ts'
import { agreedPrices, type QuotedLine } from '#contract/quotes/rules.ts'
import { readQuotes } from './change.ts'
import type { MutationCall } from '../http/handlers.ts'

/** Agreed unit prices by the keys of their lines, and whether a line names a quote that does not hold here. */
export interface AgreedPrices {
  prices: ReadonlyMap<string, number>
  over: boolean
}

/**
 * The agreed prices of an order's lines: their quotes are the caller's, of this store and this currency, accepted and
 * not over, and the order has at least what was agreed on.
 */
export async function agreedFor(
  { tx, userId, now }: MutationCall,
  { shopId, currency, lines }: { shopId: number; currency: string; lines: readonly QuotedLine[] },
): Promise<AgreedPrices> {
  const ids = [...new Set(lines.flatMap(({ quote }) => quote ?? []))]
  if (ids.length === 0) return { prices: new Map(), over: false }
  const quotes = await readQuotes(
    tx,
    sql`q.user_id = ${userId}::uuid and q.id = any(${ids}::uuid[]) and not q.deleted
      and q.store_id = ${shopId}::int and q.currency = ${currency}`,
  )
  const known = new Map(quotes.map((q) => [q.id, { ...q, productId: q.product_id }]))
  const prices = agreedPrices(lines, (id) => known.get(id), now())
  return { prices, over: lines.some((line) => line.quote !== undefined && !prices.has(noteKey(line))) }
}
