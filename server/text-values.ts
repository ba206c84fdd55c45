import type { LocaleCode } from '#contract/locales.ts'
import type { TextValues } from '#contract/rules/filled-text.ts'
import { reviewWords, shipWords } from '#contract/rules/promises.ts'
import type { Db, Tx } from './db/tables.ts'
import { readFeeRates } from './orders/fee-rate.ts'
import { promisesOf } from './promises.ts'
import { readSiteSettings } from './settings.ts'

const percent = (rate: number, language: LocaleCode): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000)

/** The values that operators' texts take, as they are at a time (Unix ms). */
export async function textValuesOf(db: Db | Tx, language: LocaleCode, now: number): Promise<TextValues> {
  const settings = await readSiteSettings(db)
  const promises = promisesOf(settings)
  return {
    market: settings.web_name,
    operator: settings.legal_name,
    address: settings.legal_address,
    fee: percent((await readFeeRates(db, now)).rate, language),
    ship: shipWords(promises.shipDays, language),
    review: reviewWords(promises, language),
  }
}
