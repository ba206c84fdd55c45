import { sql } from 'kysely'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import {
  asksIn,
  offerOf,
  QUOTE_ASKS_MAX,
  QUOTES_AN_HOUR,
  QUOTES_MAX,
  stateAt,
  type QuoteState,
} from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import { lineChange, lineColumns, type StoredCartLine } from '../cart/change.ts'
import { quoteChange, readQuote, type QuoteRow } from './change.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { tellStore } from '../messages/tell-store.ts'
import { ownStore } from '../orders/order/own-store.ts'
import { choicesOf, readQuoted, whyNotLines, withChoices } from './lines.ts'
import { endedQuotes, makeQuoteRoom } from './room.ts'
import { requestNotice } from './tell.ts'
import { moveQuote, notesOf } from './write.ts'

type No = ReturnType<typeof refused>
const HOUR = 3_600_000

/** A wish as the buyer's round. */
const wish = ({ lines, target }: Pick<Payload<'quote.counter'>, 'lines' | 'target'>, at: number): QuoteRoundSchema => ({
  by: 'buyer',
  at,
  lines: lines.map(({ variantId, num }) => ({ variantId, num, price: target })),
  until: null,
})

/** When the person may ask again (seconds); undefined when they may now. */
async function tooMany({ tx, userId, now }: MutationCall): Promise<No | undefined> {
  const { rows } = await sql<{ at: number }>`
    select (r ->> 'at')::float8 as at from quotes q, jsonb_array_elements(q.rounds) r
    where q.user_id = ${userId}::uuid and r ->> 'by' = 'buyer' and (r ->> 'at')::float8 > ${now() - HOUR}::float8
    order by 1 desc offset ${QUOTES_AN_HOUR - 1}::int limit 1`.execute(tx)
  const [oldest] = rows
  return oldest && refused('tooManyAttempts', { seconds: Math.max(1, Math.ceil((oldest.at + HOUR - now()) / 1000)) })
}

async function ask(call: MutationCall, p: Payload<'quote.ask'>): Promise<Verdict> {
  const { tx, userId, rev } = call
  const known = await tx
    .selectFrom('quotes')
    .select('deleted')
    .where('user_id', '=', userId)
    .where('id', '=', p.id)
    .executeTakeFirst()
  // Asked before, under another intent of the same gesture: it is asked once.
  if (known) return { kind: 'accepted', rows: await now(call, p.id) }
  const product = await readQuoted(tx, p.productId)
  if (!product?.active || product.store_id !== p.shopId) return refused('productGone')
  if (product.currency !== p.currency) return refused('invalid', { path: 'currency' })
  const no = (await ownStore(call, p.shopId)) ?? whyNotLines(product, p.lines) ?? (await tooMany(call))
  if (no) return no
  const gone = await makeQuoteRoom(call, userId, 1)
  if (gone === 'full') return refused('quotesFull', { max: QUOTES_MAX })
  const at = call.now()
  await tx
    .insertInto('quotes')
    .values({
      user_id: userId,
      id: p.id,
      store_id: p.shopId,
      product_id: p.productId,
      title: JSON.stringify(product.title),
      picture: product.picture && JSON.stringify(product.picture),
      choices: JSON.stringify(choicesOf(product, p.lines)),
      currency: p.currency,
      country: p.country,
      state: 'open',
      rounds: JSON.stringify([wish(p, at)]),
      said: JSON.stringify(notesOf(1, p.note)),
      asked_at: new Date(at),
      at: new Date(at),
      offered_by: null,
      rev,
    })
    .execute()
  const quote = await readQuote(tx, userId, p.id)
  await tellStore(tx, p.shopId, requestNotice(quote!, 'storeAsked', at))
  return { kind: 'accepted', rows: [quoteChange(quote!), ...gone] }
}

/** A quote as it stands, if it does. */
const now = async (call: MutationCall, id: string): Promise<Change[]> => {
  const quote = await readQuote(call.tx, call.userId, id)
  return quote ? [quoteChange(quote)] : []
}

/** Whether it has ended by now, so that nobody answers it any more. */
const isOver = (call: MutationCall, quote: QuoteRow): boolean => endedQuotes.includes(stateAt(quote, call.now()))

/**
 * The offer that the person answers, as they saw it; or why it cannot be answered so. `overToo`: one that has ended is
 * as they want it.
 */
async function answered(
  call: MutationCall,
  { id, round }: { id: string; round: number },
  may: readonly QuoteState[],
  overToo = false,
): Promise<QuoteRow | Exclude<Verdict, { kind: 'accepted' }>> {
  const quote = await readQuote(call.tx, call.userId, id)
  if (!quote) return refused('notFound')
  if (overToo && isOver(call, quote)) return quote
  const rows = [quoteChange(quote)]
  if (stateAt(quote, call.now()) === 'expired') return { ...refused('quoteExpired'), rows }
  if (quote.rounds.length !== round || !may.includes(quote.state)) return { ...refused('quoteMoved'), rows }
  return quote
}

async function counter(call: MutationCall, p: Payload<'quote.counter'>): Promise<Verdict> {
  const quote = await answered(call, p, ['offered'])
  if ('kind' in quote) return quote
  if (asksIn(quote) >= QUOTE_ASKS_MAX)
    return { ...refused('quoteRounds', { max: QUOTE_ASKS_MAX }), rows: [quoteChange(quote)] }
  const product = await readQuoted(call.tx, quote.product_id)
  if (!product?.active) return refused('productGone')
  const no = (await ownStore(call, quote.store_id)) ?? whyNotLines(product, p.lines) ?? (await tooMany(call))
  if (no) return no
  const choices = withChoices(quote.choices, choicesOf(product, p.lines))
  const at = call.now()
  const moved = await moveQuote(call, { ...quote, choices }, { state: 'open', round: wish(p, at), note: p.note, at })
  await tellStore(call.tx, moved.store_id, requestNotice(moved, 'storeCountered', at))
  return { kind: 'accepted', rows: [quoteChange(moved)] }
}

/** Whether the lines that the person accepts are those of the offer. */
const sameOffer = (quote: QuoteRow, p: Payload<'quote.accept'>): boolean => {
  const offered = offerOf(quote)?.lines ?? []
  return (
    quote.store_id === p.shopId &&
    quote.product_id === p.productId &&
    quote.currency === p.currency &&
    offered.length === p.lines.length &&
    offered.every((o) => p.lines.some((l) => l.variantId === o.variantId && l.num === o.num && l.price === o.price))
  )
}

async function accept(call: MutationCall, p: Payload<'quote.accept'>): Promise<Verdict> {
  const quote = await answered(call, p, ['offered', 'accepted'])
  if ('kind' in quote) return quote
  if (!sameOffer(quote, p)) return { ...refused('quoteMoved'), rows: [quoteChange(quote)] }
  const own = await ownStore(call, quote.store_id)
  if (own) return own
  const product = await readQuoted(call.tx, quote.product_id)
  if (!product?.active || product.currency !== quote.currency) return refused('productGone')
  if (p.lines.some(({ variantId }) => variantId !== 0 && !product.variants.has(variantId)))
    return refused('variantGone')
  const full = await beyondCart(call, p)
  if (full) return full
  const moved = quote.state === 'accepted' ? quote : await moveQuote(call, quote, { state: 'accepted', at: call.now() })
  return { kind: 'accepted', rows: [quoteChange(moved), ...(await putInCart(call, p))] }
}

/** Why the lines have no room in the cart, if so. */
async function beyondCart({ tx, userId }: MutationCall, p: Payload<'quote.accept'>): Promise<No | undefined> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from cart_lines where user_id = ${userId}::uuid and num > 0
      and not (store_id = ${p.shopId}::int and product_id = ${p.productId}::int
        and variant_id = any(${p.lines.map((l) => l.variantId)}::int[]))`.execute(tx)
  return rows[0]!.lines + p.lines.length > CART_LINES_MAX ? refused('cartFull', { max: CART_LINES_MAX }) : undefined
}

/** Puts lines into the cart at their agreed price, each with at least the pieces that were agreed. */
async function putInCart({ tx, userId, rev }: MutationCall, p: Payload<'quote.accept'>): Promise<Change[]> {
  const { rows } = await sql<StoredCartLine>`
    insert into cart_lines as c
      (user_id, store_id, product_id, variant_id, num, ticked, seen_price, currency, quote_id, rev)
    select ${userId}::uuid, ${p.shopId}::int, ${p.productId}::int, l."variantId", l.num, true, l.price,
      ${p.currency}::text, ${p.id}::uuid, ${rev}::bigint
    from jsonb_to_recordset(${JSON.stringify(p.lines)}::jsonb) as l("variantId" int, num int, price bigint)
    on conflict (user_id, store_id, product_id, variant_id) do update set num = greatest(c.num, excluded.num),
      ticked = true, later = false,
      seen_price = excluded.seen_price, currency = excluded.currency, quote_id = excluded.quote_id,
      rev = excluded.rev, at = case when c.num = 0 then excluded.at else c.at end
    returning ${lineColumns}`.execute(tx)
  return rows.map((row) => lineChange(rev, row))
}

/** Declines offers, all or none; what has ended by now is as the person wants it. */
async function decline(call: MutationCall, { quotes, note }: Payload<'quote.decline'>): Promise<Verdict> {
  const waiting: QuoteRow[] = []
  const rows: Change[] = []
  for (const one of quotes) {
    const quote = await answered(call, one, ['offered'], true)
    if ('kind' in quote) return quote
    if (isOver(call, quote)) rows.push(quoteChange(quote))
    else waiting.push(quote)
  }
  for (const quote of waiting) {
    const noted = quote.id === quotes[0]!.id ? { note, noteBy: 'buyer' as const } : {}
    rows.push(quoteChange(await moveQuote(call, quote, { state: 'declined', ...noted, at: call.now() })))
  }
  return { kind: 'accepted', rows }
}

export const quoteMutations: MutationsFor<
  'quote.ask' | 'quote.counter' | 'quote.accept' | 'quote.close' | 'quote.decline'
> = {
  'quote.ask': ask,
  'quote.counter': counter,
  'quote.accept': accept,
  'quote.decline': decline,
  'quote.close': async (call, p) => {
    const quote = await answered(call, p, ['open', 'offered'], true)
    if ('kind' in quote) return quote
    if (isOver(call, quote)) return { kind: 'accepted', rows: [quoteChange(quote)] }
    const state = quote.state === 'open' ? 'withdrawn' : 'declined'
    return { kind: 'accepted', rows: [quoteChange(await moveQuote(call, quote, { state, at: call.now() }))] }
  },
}
