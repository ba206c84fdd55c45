import { fallbackLocale, matchLocale, type LocaleCode } from '#contract/text/locales.ts'
import { coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import { fuelText } from '#contract/coins/fuel.ts'
import { networkName } from '#contract/coins/networks.ts'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Tx } from '../db/tables/tables.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from '../mails/queue.ts'
import { timeText } from '../texts/time-text.ts'
import { acting, holding } from '../operator/acting.ts'
import { readMarketName } from '../market/settings.ts'
import { text } from '../texts/texts.ts'

/**
 * A shortage of a coin, an account that differs from the market's records, a paying wallet beyond its cap, or one that
 * has too little for the network's fees.
 */
export interface Alarm {
  /** Names it: the same while it lasts. */
  subject: string
  /** Its words in a language. */
  in(language: LocaleCode): string
}

/** The alarms of a proof. */
export const alarmsIn = ({ coins, faults, over = [], low = [] }: ReserveProof): Alarm[] => [
  ...coins.flatMap(({ asset, state, held, owed }): Alarm[] => {
    if (state !== 'short' || held === null) return []
    const amount = amountsOf(asset)
    const params = { held: amount(held), owed: amount(owed), short: amount(BigInt(owed) - BigInt(held)) }
    return [{ subject: asset, in: (language) => text(language, 'mail.reservesShort', params) }]
  }),
  ...faults.map(({ network, asset, book, records }): Alarm => {
    const amount = amountsOf(asset)
    const params = { network: networkName(network), book: amount(book), records: amount(records) }
    return { subject: `${network} ${asset}`, in: (language) => text(language, 'mail.reservesFault', params) }
  }),
  ...over.map(({ network, asset, over: units }): Alarm => {
    const params = { network: networkName(network), over: amountsOf(asset)(units) }
    return { subject: `cap ${network} ${asset}`, in: (language) => text(language, 'mail.walletOver', params) }
  }),
  ...low.map(({ network, fuel, units }): Alarm => {
    const params = { network: networkName(network), left: `${fuelText(BigInt(units))} ${fuel}` }
    return { subject: `fees ${network}`, in: (language) => text(language, 'mail.walletLow', params) }
  }),
]

/** Writes units of an asset with its name: test money is called so. */
const amountsOf =
  (asset: string) =>
  (units: string | bigint): string =>
    `${coinText(BigInt(units), coinOf(asset as Asset), 2)} ${asset}`

/** Writes alarms to the market's log. */
export function logAlarms(alarms: readonly Alarm[]): void {
  for (const alarm of alarms) console.error(`Reserves: ${alarm.in(fallbackLocale)}`)
}

/** Mails alarms to the operators of the market's money. `at` is Unix ms. */
export async function mailAlarms(tx: Tx, alarms: readonly Alarm[], at: number): Promise<void> {
  const market = await readMarketName(tx)
  for (const { email, language } of holding(await acting(tx), 'money')) {
    const locale = matchLocale([language])
    const params = { market, time: timeText(at), alarms: alarms.map((alarm) => alarm.in(locale)).join('\n') }
    const subject = text(locale, 'mail.reserves', params)
    const body = text(locale, 'mail.reservesText', params)
    const letter = { to: email, subject, text: body, language: locale, kind: 'operator' } as const
    await queueMail(tx, letter, at, WAITING_OF_OTHERS_MAX)
  }
}
