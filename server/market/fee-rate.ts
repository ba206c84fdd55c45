import { feeBegins, type FeeRates } from '#contract/market/fees.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSetting, writeSetting } from './settings.ts'

/** The market's fee at a time (Unix ms). */
export async function readFeeRates(db: Db | Tx, now: number): Promise<FeeRates> {
  const [rate, before, from] = await Promise.all([
    readSetting(db, 'feeRate'),
    readSetting(db, 'feeBefore'),
    readSetting(db, 'feeFrom'),
  ])
  return now < from ? { rate: before, next: { rate, from } } : { rate, next: null }
}

/** Sets the market's fee: a lower one from now on, a higher one after its notice. `now` is Unix ms. */
export async function writeFeeRate(tx: Tx, rate: number, now: number): Promise<void> {
  const { rate: before } = await readFeeRates(tx, now)
  await writeSetting(tx, 'feeBefore', before)
  await writeSetting(tx, 'feeRate', rate)
  await writeSetting(tx, 'feeFrom', feeBegins(rate, before, now))
}
