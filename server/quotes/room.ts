import { sql } from 'kysely'
import { QUOTES_MAX, type QuoteState } from '#contract/quotes/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { dropQuotes } from './write.ts'

/** How a quote stands that nobody answers any more. */
export const endedQuotes: readonly QuoteState[] = ['declined', 'withdrawn', 'expired']

/** Makes room for so many more quotes of a person: the oldest that have ended go. `full` if too many are under way. */
export async function makeQuoteRoom(call: OwnerCall, userId: string, more: number): Promise<Change[] | 'full'> {
  const rows = await call.tx
    .selectFrom('quotes')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('deleted', '=', false)
    .orderBy('at')
    .execute()
  const beyond = rows.length + more - QUOTES_MAX
  if (beyond <= 0) return []
  const oldest = rows.filter(({ state }) => endedQuotes.includes(state)).slice(0, beyond)
  if (oldest.length < beyond) return 'full'
  return dropQuotes(call, userId, sql`id = any(${oldest.map(({ id }) => id)}::uuid[])`)
}
