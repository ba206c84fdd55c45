import { matchLocale } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { asksIn } from '#contract/quotes/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import type { QuoteRow } from '../quotes/change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { text } from '../texts/texts.ts'
import { readQuoted } from '../quotes/lines.ts'
import { declineQuote, offerQuote } from '../quotes/offer.ts'
import { waitingQuotes } from '../quotes/waiting.ts'

/** How long the demo's sellers think, and how long their offers hold (ms). */
const THINKS = 8_000
const HOLDS = 7 * 86_400_000
/** Their discounts on the list price (per cent): at once, on being asked again, and at most. */
const OFF = [6, 9, 12] as const

/** A demo seller's price of a piece: the wish if they can take it, else what they come down to this time. */
function takes(list: number, wish: number | null, asked: number): number {
  const least = Math.max(1, Math.round((list * (100 - OFF.at(-1)!)) / 100))
  const today = Math.max(1, Math.round((list * (100 - OFF[Math.min(asked, OFF.length) - 1]!)) / 100))
  return wish !== null && wish >= least ? Math.min(wish, list) : today
}

/** The demo's stores make offers by themselves, in the person's language. Returns how many were made. */
export async function offerInDemo(db: Db, now: number): Promise<number> {
  const waiting = (await waitingQuotes(db, 'demo')).filter((q) => q.asked_at!.getTime() <= now - THINKS)
  let made = 0
  for (const quote of waiting) if (await answer(db, quote, now)) made++
  return made
}

const answer = (
  db: Db,
  { user_id: userId, id, store_id: storeId, asked_at }: QuoteRow,
  now: number,
): Promise<boolean> =>
  ownerTransaction(db, userId, async (call) => {
    const quote = await call.tx
      .selectFrom('quotes as q')
      .innerJoin('users as u', 'u.id', 'q.user_id')
      .select(['q.rounds', 'q.product_id', 'q.asked_at', 'u.language'])
      .where('q.user_id', '=', userId)
      .where('q.id', '=', id)
      .executeTakeFirst()
    // Answered, or ended, meanwhile.
    if (quote?.asked_at?.getTime() !== asked_at?.getTime()) return false
    const of = { storeId, userId, quoteId: id, at: now }
    const product = await readQuoted(call.tx, quote!.product_id)
    const language = matchLocale([quote!.language])
    const asked = quote!.rounds.at(-1)!.lines
    const pieces = asked.reduce((sum, { num }) => sum + num, 0)
    const lines = asked.map(({ variantId, num, price }) => ({
      variantId,
      num,
      price: takes(
        ladderPrice(product?.ladder ?? [{ from: 1, price: 1 }], pieces, product?.variants.get(variantId)?.extra),
        price,
        asksIn(quote!),
      ),
    }))
    const last = asksIn(quote!) >= OFF.length
    const note = text(language, last ? 'answers.lastOffer' : 'answers.offer')
    const offered = await offerQuote(call, { ...of, lines, validUntil: now + HOLDS, note, by: null })
    if (offered.kind === 'said') return true
    const no = await declineQuote(call, { ...of, note: text(language, 'answers.noOffer'), by: null })
    return no.kind === 'said'
  })
