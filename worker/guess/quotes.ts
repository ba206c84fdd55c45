import { lineKey } from '#contract/cart/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { Quote, QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import type { CartLine } from '#contract/sync/schema-rows.ts'
import type { GuessesFor } from './guess.ts'

/** A wish as the buyer's round. */
const wish = ({ lines, target }: Pick<Payload<'quote.counter'>, 'lines' | 'target'>, at: number): QuoteRoundSchema => ({
  by: 'buyer',
  at,
  lines: lines.map((line) => ({ ...line, price: target })),
  until: null,
})

/** A request as it stands on this device before the server has it: its texts are still the catalogue's. */
const asked = (p: Payload<'quote.ask'>, at: number): Quote => ({
  id: p.id,
  shopId: p.shopId,
  shopName: '',
  productId: p.productId,
  title: {},
  picture: null,
  choices: [],
  currency: p.currency,
  country: p.country,
  state: 'open',
  rounds: [wish(p, at)],
  note: p.note,
  said: '',
  at,
  deleted: false,
})

/** Whether the person saw all rounds. */
const saw = (row: Quote, p: { round: number }): boolean => row.rounds.length === p.round

/** A line at its agreed price, with at least the pieces that were agreed; one that was not there begins. */
function putIn(row: CartLine | null, p: Payload<'quote.accept'>, key: string, at: number): CartLine | null {
  const { id: quote, shopId, productId: id, currency } = p
  const line = p.lines.find(({ variantId }) => lineKey({ id, shopId, variantId }) === `cartLines/${key}`)
  if (!line) return row
  const { variantId, num, price: seenPrice } = line
  // A line that was put aside comes back into the cart.
  const { later: _aside, ...from } = row && row.num > 0 ? row : { later: false, id, shopId, variantId, num: 0, at }
  return { ...from, num: Math.max(from.num, num), ticked: true, seenPrice, currency, quote }
}

function accepted(row: Quote | CartLine | null, p: Payload<'quote.accept'>, { key, at }: { key: string; at: number }) {
  if (key !== p.id) return putIn(row as CartLine | null, p, key, at)
  const quote = row as Quote | null
  return quote?.state === 'offered' && saw(quote, p) ? { ...quote, state: 'accepted' as const, at } : quote
}

/** One of the offers that are declined. The person's note is kept with the first of them. */
const declined = (row: Quote, { quotes, note }: Payload<'quote.decline'>, at: number): Quote => {
  const [first] = quotes
  const seen = quotes.find(({ id }) => id === row.id)
  if (row.state !== 'offered' || !seen || !saw(row, seen)) return row
  return { ...row, state: 'declined', ...(first?.id === row.id && { note }), at }
}

export const quoteGuesses: GuessesFor<
  'quote.ask' | 'quote.counter' | 'quote.accept' | 'quote.close' | 'quote.decline'
> = {
  'quote.ask': (row, p, { at }) => row ?? asked(p, at),
  'quote.counter': (row, p, { at }) =>
    row?.state === 'offered' && saw(row, p)
      ? { ...row, state: 'open', rounds: [...row.rounds, wish(p, at)], note: p.note, at }
      : row,
  'quote.accept': accepted,
  'quote.decline': (row, p, { at }) => row && declined(row, p, at),
  'quote.close': (row, p, { at }) =>
    (row?.state === 'open' || row?.state === 'offered') && saw(row, p)
      ? { ...row, state: row.state === 'open' ? 'withdrawn' : 'declined', at }
      : row,
}
