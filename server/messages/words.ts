import { textIn, type LocaleCode, type Texts } from '#contract/text/locales.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import { amountText } from '#contract/currencies/money.ts'
import { knownOr } from '#contract/wire/open.ts'
import { closeReasons } from '#contract/orders/states.ts'
import { text } from '../texts/texts.ts'

/** The wording of a message: its kind, and the values that fill in its text. */
export interface Worded {
  kind: MessageKind
  /** Values for the words: `amount` in minor units of `currency`, `coins` as a decimal of `coin`. */
  values?: Readonly<Record<string, string | number>>
  title?: Texts | null
  body?: Texts | null
}

/** An area's name in a language; its code where it has none. A province has its own letters: `US-CA`. */
function areaName(code: string, language: LocaleCode): string {
  const [country = '', ...province] = code.split('-')
  if (!/^[A-Z]{2}$/.test(country)) return code
  const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' }).of(country) ?? country
  return province.length > 0 ? `${name} (${province.join('-')})` : name
}

/** A message in words: for a mail, and for a device that does not know its kind. */
export function messageWords(language: LocaleCode, market: string, { kind, values = {}, title }: Worded): string {
  const { amount, currency, coins, coin, area } = values
  return text(language, `told.${kind}`, {
    ...values,
    market,
    ...(typeof amount === 'number' && { amount: amountText(amount, String(currency)) }),
    ...(coin !== undefined && { coins: `${coins} ${coin}` }),
    ...(typeof area === 'string' && { area: areaName(area, language) }),
    title: title ? textIn(title, language) : text(language, 'messages.product'),
  })
}

/** A message's further text, as in the app: words of the one who acted, the parcel, or why an order was closed. */
export function moreWordsOf(language: LocaleCode, market: string, { values = {}, body }: Worded): string | undefined {
  if (body) return textIn(body, language)
  const { parcel, reason } = values
  if (typeof parcel === 'string' && parcel !== '') return text(language, 'messages.parcel', { parcel })
  const why = typeof reason === 'string' ? knownOr(closeReasons, reason, undefined) : undefined
  return why && text(language, `messages.why.${why}`, { market })
}
