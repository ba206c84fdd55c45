import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import type { QuoteRow } from '../change.ts'
import { readQuote } from '../change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { readStoreQuotes } from '../../stores/feed/answers.ts'
import { refused, type StoreMutationCall, type Verdict } from '../../http/handlers.ts'
import { declineQuote, offerQuote, type OfStore } from '../offer.ts'

// The answers of a store's members to requests for a price. The caller holds the store's feed; the buyer's is taken
// next (`within`), and only then is the quote read, so that what was read stays true until the commit.

type Outcome = { kind: 'said'; quote: QuoteRow } | ReturnType<typeof refused>
type Says = (of: OwnerCall, quote: OfStore & { by: string; at: number }) => Promise<Outcome>

/**
 * Says something to a quote as the member saw it, and answers with the row as it then is, also where it was refused.
 */
async function onQuote(
  call: StoreMutationCall,
  { id, round }: { id: string; round: number },
  says: Says,
): Promise<Verdict> {
  const { tx, store, rev } = call
  const found = await tx
    .selectFrom('quotes')
    .select(['user_id', 'id'])
    .where('uid', '=', id)
    .where('store_id', '=', store.id)
    .executeTakeFirst()
  if (!found) return refused('notFound')
  const of = await call.within(found.user_id)
  const quote = await readQuote(tx, found.user_id, found.id)
  const outcome: Outcome =
    quote?.rounds.length === round
      ? await says(of, { storeId: store.id, userId: found.user_id, quoteId: found.id, by: store.by, at: call.now() })
      : refused('quoteMoved')
  // Owed to the store by what was done to the buyer's row: here is the transaction that gives it its rev.
  await tx.updateTable('quotes').set({ store_rev: rev }).where('uid', '=', id).execute()
  const rows = await readStoreQuotes(tx, sql`q.uid = ${id}::uuid`)
  return outcome.kind === 'said' ? { kind: 'accepted', rows } : { ...outcome, rows }
}

/** A member offers a price. */
export const offerForStore = (call: StoreMutationCall, p: Payload<'quote.offer'>): Promise<Verdict> =>
  // It was on its way for longer than it was to hold: nothing is promised in the past.
  p.until <= call.now()
    ? Promise.resolve(refused('offerLate'))
    : onQuote(call, p, (of, quote) => offerQuote(of, { ...quote, lines: p.lines, validUntil: p.until, note: p.note }))

/** A member makes no offer. */
export const refuseForStore = (call: StoreMutationCall, p: Payload<'quote.refuse'>): Promise<Verdict> =>
  onQuote(call, p, (of, quote) => declineQuote(of, { ...quote, note: p.note }))
