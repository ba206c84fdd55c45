import { sql, type RawBuilder } from 'kysely'
import { QUOTE_DAYS } from '#contract/quotes/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { readQuotes } from './change.ts'
import { notify } from '../messages/notify.ts'
import { quoteNotice } from './tell.ts'
import { dropQuotes, moveQuote } from './write.ts'

const DAY = 86_400_000
/** The most people per round; the rest follow in the next. */
const OWNERS = 200

const owners = async (db: Db, where: RawBuilder<unknown>): Promise<string[]> =>
  (
    await sql<{
      user_id: string
    }>`select distinct user_id from quotes where ${where} limit ${sql.lit(OWNERS)}`.execute(db)
  ).rows.map((row) => row.user_id)

/** Ends offers past their time, and notifies buyers who had not answered. Returns how many ended. */
export async function expireQuotes(db: Db, now: number): Promise<number> {
  const due = sql`until <= ${new Date(now)}::timestamptz and state in ('offered', 'accepted')`
  let count = 0
  for (const userId of await owners(db, due))
    count += await ownerTransaction(db, userId, async (call) => {
      const quotes = await readQuotes(call.tx, sql`q.user_id = ${userId}::uuid and ${due}`)
      const notified = new Set<string>()
      for (const quote of quotes) {
        const over = await moveQuote(call, quote, { state: 'expired', at: now })
        // One message is enough for all quotes of an order that a store drew up.
        if (quote.drawn !== null && notified.has(quote.drawn)) continue
        if (quote.drawn !== null) notified.add(quote.drawn)
        if (quote.state === 'offered') await notify(call, userId, quoteNotice(over, 'quoteExpired', now))
      }
      return quotes.length
    })
  return count
}

/** Removes quotes past their time. Returns how many. */
export async function purgeQuotes(db: Db, now: number): Promise<number> {
  const old = sql`at < ${new Date(now - QUOTE_DAYS * DAY)}::timestamptz`
  let gone = 0
  for (const userId of await owners(db, sql`not deleted and ${old}`))
    gone += await ownerTransaction(db, userId, async (call) => (await dropQuotes(call, userId, old)).length)
  return gone
}
