import { sql } from 'kysely'
import { OFFER_DAYS_MAX, QUOTE_LINES_MAX, QUOTE_NOTE_MAX, QUOTE_ROUNDS_MAX } from '#contract/quotes/rules.ts'
import { LINE_MAX } from '#contract/wire/limits.ts'
import type { QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { readQuote, type QuoteRow } from './change.ts'
import type { Db } from '../db/tables/tables.ts'
import { refused } from '../http/handlers.ts'
import { notify } from '../messages/notify.ts'
import { choicesOf, readQuoted, whyNotLines, withChoices, type QuotedProduct } from './lines.ts'
import { quoteNotice } from './tell.ts'
import { moveQuote } from './write.ts'

const DAY = 86_400_000

/** Which quote a store speaks to; an id alone is made on a buyer's device. */
export interface OfStore {
  storeId: number
  userId: string
  quoteId: string
}

/** A store's offer: each line's unit price in minor units of the quote's currency, until when (Unix ms) it holds. */
export interface Offer extends OfStore {
  lines: readonly { variantId: number; num: number; price: number }[]
  validUntil: number
  note: string
  /** The member of the store who makes it; null for nobody in particular. */
  by: string | null
  /** Unix ms. */
  at: number
}

/** A store's refusal to make an offer, and the member who gives it. */
export type Decline = OfStore & Pick<Offer, 'note' | 'by' | 'at'>

type Answered = { kind: 'said'; quote: QuoteRow }
type No = ReturnType<typeof refused>

/** The quote of a store's that waits for it, or has its offer; or why it cannot speak now. */
async function standing(call: OwnerCall, { storeId, userId, quoteId }: OfStore): Promise<QuoteRow | No> {
  const quote = await readQuote(call.tx, userId, quoteId)
  if (quote?.store_id !== storeId) return refused('notFound')
  return quote.state === 'open' || quote.state === 'offered' ? quote : refused('quoteMoved')
}

/** Why a store cannot say this to anybody: pieces or prices that are none, a time out of bounds, too long a note. */
export function whyInvalid({ lines, validUntil, note, at }: Omit<Offer, keyof OfStore | 'by'>): No | undefined {
  if (lines.length === 0 || lines.length > QUOTE_LINES_MAX) return refused('invalid', { path: 'lines' })
  const whole = (n: number): boolean => Number.isSafeInteger(n) && n >= 1
  if (!lines.every((l) => whole(l.num) && l.num <= LINE_MAX && whole(l.price) && whole(l.num * l.price)))
    return refused('invalid', { path: 'lines' })
  if (!(validUntil > at && validUntil <= at + OFFER_DAYS_MAX * DAY)) return refused('invalid', { path: 'validUntil' })
  return note.trim().length > QUOTE_NOTE_MAX ? refused('invalid', { path: 'note' }) : undefined
}

/** Why a store cannot offer these lines of a product in a currency. */
export function whyNotOffered(
  product: QuotedProduct | undefined,
  { store_id, currency }: { store_id: number; currency: string },
  lines: Offer['lines'],
): No | undefined {
  if (!product?.active || product.store_id !== store_id) return refused('productGone')
  if (product.currency !== currency) return refused('invalid', { path: 'currency' })
  return whyNotLines(product, lines)
}

/** An offer as the store's round. */
export const offerRound = ({
  lines,
  validUntil,
  at,
}: Pick<Offer, 'lines' | 'validUntil' | 'at'>): QuoteRoundSchema => ({
  by: 'store',
  at,
  lines: lines.map(({ variantId, num, price }) => ({ variantId, num, price })),
  until: validUntil,
})

/**
 * Makes a store's offer in a quote, or another one in place of its last, and tells the buyer; in a transaction of the
 * buyer's things.
 */
export async function offerQuote(call: OwnerCall, offer: Offer): Promise<Answered | No> {
  const { lines, at } = offer
  const note = offer.note.trim()
  const quote = await standing(call, offer)
  if ('kind' in quote) return quote
  if (quote.rounds.length >= QUOTE_ROUNDS_MAX) return refused('quoteRounds', { max: QUOTE_ROUNDS_MAX })
  const product = await readQuoted(call.tx, quote.product_id)
  const why = whyInvalid(offer) ?? whyNotOffered(product, quote, lines)
  if (why || !product) return why ?? refused('productGone')
  const round = offerRound(offer)
  const choices = withChoices(quote.choices, choicesOf(product, lines))
  const moved = await moveQuote(call, { ...quote, choices }, { state: 'offered', round, note, at, by: offer.by })
  await notify(call, quote.user_id, quoteNotice(moved, 'quoteOffered', at))
  return { kind: 'said', quote: moved }
}

/** Whether the buyer was told already that an order is taken back, of which a quote is one product. */
async function takenBack({ tx }: OwnerCall, { user_id, id, drawn }: QuoteRow): Promise<boolean> {
  if (drawn === null) return false
  const { rows } = await sql<{ other: boolean }>`
    select exists (select from quotes where user_id = ${user_id}::uuid and drawn = ${drawn}::uuid
      and id <> ${id}::uuid and state = 'declined') as other`.execute(tx)
  return rows[0]!.other
}

/** Says that a store makes no offer, with its reason if it likes, and tells the buyer. */
export async function declineQuote(call: OwnerCall, { note, at, by, ...of }: Decline): Promise<Answered | No> {
  const quote = await standing(call, of)
  if ('kind' in quote) return quote
  if (note.trim().length > QUOTE_NOTE_MAX) return refused('invalid', { path: 'note' })
  const moved = await moveQuote(call, quote, { state: 'declined', note: note.trim(), at, by })
  if (!(await takenBack(call, moved))) await notify(call, quote.user_id, quoteNotice(moved, 'quoteDeclined', at))
  return { kind: 'said', quote: moved }
}

/** Makes a store's offer in a transaction of its own. */
export const offerNow = (db: Db, offer: Offer): Promise<Answered | No> =>
  ownerTransaction(db, offer.userId, (call) => offerQuote(call, offer))
