import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { isMessageKind } from '#contract/messages/kinds.ts'
import { knownOr } from '#contract/wire/open.ts'
import { closeReasons } from '#contract/orders/states.ts'
import type { Message } from '#contract/messages/schema-rows.ts'
import { areaName } from '../../parts/addresses/area-name.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'

/** A message in words: what happened, and what there is to say besides. */
export interface MessageContent {
  title: string
  text: string | undefined
}

/** Whose amounts are prices: they are shown as prices are; what was paid or given back is said as it was. */
const prices: ReadonlySet<string> = new Set(['watchPrice', 'quoteOffered', 'quoteDrawn'])

/** Says messages in the person's language; of a kind that this app does not know, in the server's own words. */
export function useMessageContent(): (message: Message) => MessageContent {
  const { t } = useTranslation()
  const format = useFormat()
  const money = useShownMoney()
  return ({ kind, values, title, text, words }) => {
    if (!isMessageKind(kind)) return { title: words, text: undefined }
    const { amount, currency, area, reason, parcel, left, coins, coin, n } = values
    const why = typeof reason === 'string' ? knownOr(closeReasons, reason, undefined) : undefined
    const filled = {
      ...values,
      title: title ? textIn(title, format.locale) : t('messages.product'),
      ...(typeof amount === 'number' && {
        amount: (prices.has(kind) ? money : format.money)(amount, String(currency)),
      }),
      ...(typeof coins === 'string' && { coins: format.coins(coins, String(coin)) }),
      ...(typeof left === 'number' && { left: format.number(left) }),
      ...(typeof n === 'number' && { n: format.number(n) }),
      ...(typeof area === 'string' && { area: areaName(area, format.locale) }),
    }
    const more = text
      ? textIn(text, format.locale)
      : parcel
        ? t('messages.parcel', { parcel })
        : why && t(`messages.why.${why}`)
    return { title: t(`told.${kind}`, filled), text: more }
  }
}
