import type { Payload } from '#contract/registry.ts'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import type { GuessesFor } from '../guess.ts'

/** Whether the member saw all rounds, and the store may still answer. */
const canSpeak = (row: StoreQuote, { round }: { round: number }): boolean =>
  row.rounds.length === round && (row.state === 'open' || row.state === 'offered')

/** The quote with an offer, in place of the last if there was one. The server says who made it. */
const offered = (row: StoreQuote, { lines, until, note }: Payload<'quote.offer'>, at: number): StoreQuote => ({
  ...row,
  state: 'offered',
  rounds: [...row.rounds, { by: 'store', at, lines, until }],
  note,
  by: null,
  at,
})

/**
 * One product of an order that is drawn up, as it stands on this device before the server has it: its texts are the
 * store's own goods', its choices numbered. The sealed fields are bound to the first product.
 */
function drawn(p: Payload<'quote.draw'>, key: string, at: number): StoreQuote | null {
  const one = p.goods.find(({ id }) => id === key)
  if (!one) return null
  const first = p.goods[0] === one
  const numbered = one.lines.map((line, n) => ({ ...line, variantId: line.sku === '' ? 0 : n + 1 }))
  return {
    ...{ id: key, productId: one.productId, goods: one.goods, currency: one.currency, drawn: p.order },
    ...{ title: {}, picture: null, country: '', said: '', by: null, state: 'offered', deleted: false, at },
    ...{ buyer: first ? p.buyer : '', note: first ? p.note : '' },
    choices: numbered.flatMap(({ variantId, sku }) => (sku === '' ? [] : [{ variantId, label: {}, sku }])),
    rounds: [
      {
        by: 'store',
        at,
        lines: numbered.map(({ variantId, num, price }) => ({ variantId, num, price })),
        until: p.until,
      },
    ],
  }
}

/** The reply as it will stand, unless somebody has written one in its place. */
const replied = (row: StoreReview, { n, text }: Payload<'review.reply'>, at: number): StoreReview =>
  row.replies === n - 1 && !row.hidden
    ? { ...row, reply: text.trim() === '' ? null : text.trim(), replies: n, repliedAt: at, by: null }
    : row

/** The guesses for a store's answers, until the server has them. */
export const answerGuesses: GuessesFor<'quote.offer' | 'quote.refuse' | 'quote.draw' | 'review.reply'> = {
  'quote.offer': (row, p, { at }) => row && (canSpeak(row, p) ? offered(row, p, at) : row),
  'quote.refuse': (row, p, { at }) =>
    row && (canSpeak(row, p) ? { ...row, state: 'declined', note: p.note, by: null, at } : row),
  'quote.draw': (row, p, { key, at }) => row ?? drawn(p, key, at),
  'review.reply': (row, p, { at }) => row && replied(row, p, at),
}
