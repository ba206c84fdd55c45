import type { LocaleCode } from '#contract/text/locales.ts'
import type { TextValues } from '#contract/text/filled-text.ts'
import { valuesOf } from '#contract/market/text-values.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readFeeRates } from './fee-rate.ts'
import { promisesOf } from './promises.ts'
import { readSiteSettings } from './settings.ts'

/** The values that operators' texts take, as they are at a time (Unix ms). */
export async function textValuesOf(db: Db | Tx, language: LocaleCode, now: number): Promise<TextValues> {
  const settings = await readSiteSettings(db)
  const { rate } = await readFeeRates(db, now)
  const stated = {
    market: settings.web_name,
    operator: settings.legal_name,
    address: settings.legal_address,
    feeRate: rate,
    promises: promisesOf(settings),
  }
  return valuesOf(stated, language)
}
