// Apart from rules.ts: only the screen of a quote reads them.

/** A note of a quote, by the number of its round. */
export interface QuoteNote {
  round: number
  text: string
  /**
   * The author: a buyer who answers an offer without a round of their own, or the market, which closes a request.
   * Absent: the side whose round it is.
   */
  by?: 'buyer' | 'market'
}

/**
 * The notes of a quote as they travel in one text, because the device seals personal content text by text. Their fields
 * have one order, because a database returns them in another than the one in which they were written.
 */
export const writeQuoteNotes = (notes: readonly QuoteNote[]): string =>
  notes.length === 0 ? '' : JSON.stringify(notes.map(({ round, text, by }) => ({ round, text, by })))

/** The notes in a text; none where it holds something else. */
export function readQuoteNotes(text: string): QuoteNote[] {
  if (text === '') return []
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.filter(isNote) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

const isNote = (value: unknown): value is QuoteNote =>
  typeof value === 'object' &&
  value !== null &&
  'round' in value &&
  typeof value.round === 'number' &&
  'text' in value &&
  typeof value.text === 'string'
