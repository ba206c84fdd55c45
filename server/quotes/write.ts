import { sql, type RawBuilder } from 'kysely'
import type { QuoteNote } from '#contract/quotes/notes.ts'
import type { QuoteState } from '#contract/quotes/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { quoteChange, readQuotes, type QuoteRow } from './change.ts'

/** A note as it is stored: lone surrogates, which the database's JSON cannot hold, are replaced. */
export const notesOf = (round: number, note: string, by?: QuoteNote['by']): QuoteNote[] => {
  const text = note.trim().toWellFormed()
  return text === '' ? [] : [{ round, text, ...(by && { by }) }]
}

/** A move of a quote: its new state, and the words that came with it. */
export interface QuoteMove {
  state: QuoteState
  round?: QuoteRoundSchema
  note?: string
  /** The author of the note, where that is not the author of the round. */
  noteBy?: NonNullable<QuoteNote['by']>
  /** Unix ms. */
  at: number
  /** The member of the store who spoke; null for nobody in particular, absent where the store did not speak. */
  by?: string | null
}

/** Writes down how a quote stands now, under its owner's lock; returns it so. */
export async function moveQuote(call: OwnerCall, quote: QuoteRow, moved: QuoteMove): Promise<QuoteRow> {
  const { state, round, note = '', noteBy, at, by } = moved
  const rounds = round ? [...quote.rounds, round] : quote.rounds
  const notes = [...quote.said, ...notesOf(rounds.length, note, noteBy)]
  const ends = state === 'offered' || state === 'accepted'
  const until = ends ? (rounds.at(-1)?.until ?? null) : null
  const now = {
    state,
    rounds,
    said: notes,
    until: until === null ? null : new Date(until),
    asked_at: state === 'open' ? new Date(at) : null,
    at: new Date(at),
    rev: call.rev,
  }
  const kept = await call.tx
    .updateTable('quotes')
    .where('user_id', '=', quote.user_id)
    .where('id', '=', quote.id)
    .set({
      ...now,
      choices: JSON.stringify(quote.choices),
      rounds: JSON.stringify(rounds),
      said: JSON.stringify(notes),
      ...(by !== undefined && { offered_by: by }),
    })
    // The database writes the store's present name into every quote that moves.
    .returning('store_name')
    .executeTakeFirstOrThrow()
  return { ...quote, ...now, ...kept }
}

/** Takes the contents out of quotes, so that only that there was something stays. */
export async function dropQuotes(
  { tx, rev }: OwnerCall,
  userId: string,
  which: RawBuilder<unknown>,
): Promise<Change[]> {
  const { rows } = await sql<{ id: string }>`
    update quotes set deleted = true, title = '{}', picture = null, choices = '[]', country = '', rounds = '[]',
      said = '[]', until = null, asked_at = null, offered_by = null, rev = ${rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning id`.execute(tx)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  return (await readQuotes(tx, sql`q.user_id = ${userId}::uuid and q.id = any(${ids}::uuid[])`)).map(quoteChange)
}
