// Apart from quotes.ts: only the screen of a quote reads them.

/** A note of a quote, by the number of its round. */
export interface QuoteNote {
  round: number
  text: string
  /**
   * Of a buyer who answers an offer without a round of their own, or of the market, which closes a request; absent: of
   * whoever said the round.
   */
  by?: 'buyer' | 'market'
}

/**
 * The notes of a quote as they travel in one text: what is personal is sealed on the device text by text. Their fields
 * stand in one order, since a database gives them back in another than they were written in.
 */
export const writeQuoteNotes = (notes: readonly QuoteNote[]): string =>
  notes.length === 0 ? '' : JSON.stringify(notes.map(({ round, text, by }) => ({ round, text, by })))

/** The notes in a text; none where it holds no such thing. */
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
