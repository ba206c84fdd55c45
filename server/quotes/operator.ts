import { amountText, parseMinor } from '#contract/currencies/money.ts'
import { OFFER_DAYS_MAX } from '#contract/quotes/rules.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Db } from '../db/tables/tables.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import type { QuoteRow } from './change.ts'
import { declineQuote, offerQuote } from './offer.ts'
import { waitingQuotes } from './waiting.ts'
import { text } from '../texts/texts.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

const DAY = 86_400_000
/** How long an offer holds by default (days). */
const HOLDS = 7

/** `quote [<quote> offer <price>[,<price>…] [<days>] [<note>] | <quote> decline [<note>]]` */
export async function quote(
  db: Db,
  [which, what, ...rest]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const waiting = await waitingQuotes(db)
  if (which === undefined) return waiting.length === 0 ? 'Nobody waits for an offer.' : waiting.map(describe).join('\n')
  const found = waiting.filter((q) => q.id === which || q.id.slice(0, 8) === which)
  if (found.length === 0) throw new OperatorError(`No quote “${which}” waits for an offer. “quote” lists them.`)
  if (found.length > 1) throw new OperatorError(`Several quotes begin with “${which}”; name one by its whole id.`)
  const chosen = found[0]!
  const of = { storeId: chosen.store_id, userId: chosen.user_id, quoteId: chosen.id, at: now }
  /** Says it to the buyer, and writes it down in the same transaction. */
  const carryOut = async (did: string, after: object, say: (call: OwnerCall) => ReturnType<typeof offerQuote>) => {
    const outcome = await ownerTransaction(db, chosen.user_id, async (call) => {
      const answer = await say(call)
      if (answer.kind === 'said')
        await audit(call.tx, { ...actor, what: did, subject: `quote:${chosen.id}`, before: null, after })
      return answer
    })
    if (outcome.kind === 'refused') throw new OperatorError(why(outcome.refusal))
  }
  if (what === 'decline') {
    const note = rest.join(' ')
    await carryOut('quote.decline', { note }, (call) => declineQuote(call, { ...of, note, by: null }))
    return `${chosen.store_name} makes no offer.`
  }
  if (what !== 'offer') throw new OperatorError('A quote is answered by “offer <price>” or “decline”.')
  const [prices, ...words] = rest
  const days = /^\d{1,3}$/.test(words[0] ?? '') ? wholeNumber(words.shift(), 'A number of days') : HOLDS
  if (days > OFFER_DAYS_MAX) throw new OperatorError(`An offer holds ${OFFER_DAYS_MAX} days at most.`)
  const lines = priced(chosen, prices)
  const note = words.join(' ')
  const offer = { ...of, lines, validUntil: now + days * DAY, note, by: null }
  await carryOut('quote.offer', { lines, days, note }, (call) => offerQuote(call, offer))
  const sum = lines.reduce((all, { num, price }) => all + num * price, 0)
  return `${chosen.store_name} offers ${amountText(sum, chosen.currency)} for ${days} days.`
}

const why = ({ reason, params }: OwnRefusal): string => `It was not said: ${text('en', `refusals.${reason}`, params)}`

/** A price for each line that was asked for, or one for all of them. */
function priced({ rounds, currency }: QuoteRow, prices = ''): { variantId: number; num: number; price: number }[] {
  const asked = rounds.at(-1)!.lines
  const named = prices.split(',').map((one) => {
    const price = parseMinor(one, currency)
    if (!price) throw new OperatorError(`“${one}” is no price in ${currency}, such as 12.50.`)
    return price
  })
  if (named.length !== 1 && named.length !== asked.length)
    throw new OperatorError(`One price is needed, or one for each of its ${asked.length} lines.`)
  return asked.map(({ variantId, num }, n) => ({ variantId, num, price: named[n] ?? named[0]! }))
}

/** A quote in one line: what is asked for, and what it may cost. */
function describe({ id, asked_at, store_name, title, choices, rounds, currency, country }: QuoteRow): string {
  const lines = rounds.at(-1)!.lines.map(({ variantId, num }) => {
    const label = choices.find((c) => c.variantId === variantId)?.label
    return label ? `${num} × ${label.en ?? Object.values(label)[0]}` : String(num)
  })
  const wish = rounds.at(-1)!.lines[0]!.price
  return [
    id.slice(0, 8),
    asked_at!.toISOString(),
    store_name,
    title.en ?? Object.values(title)[0],
    lines.join(', '),
    wish === null ? 'any price' : `at ${amountText(wish, currency)}`,
    ...(country === '' ? [] : [`to ${country}`]),
  ].join('  ')
}
