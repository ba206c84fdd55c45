import { sql, type RawBuilder } from 'kysely'
import { PROMISES, readReviewHours, readShipDays, type Promises } from '#contract/market/promises.ts'
import { LEAD } from '#contract/shipping/terms.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSiteSettings, type SiteSetting } from './settings.ts'

/** The market's promises in its settings. */
export const promisesOf = (settings: Readonly<Record<SiteSetting, string>>): Promises => ({
  ...PROMISES,
  shipDays: readShipDays(settings.ship_days) ?? PROMISES.shipDays,
  ...readReviewHours(settings.review_hours),
})

/** The market's promises. */
export const readPromises = async (db: Db | Tx): Promise<Promises> => promisesOf(await readSiteSettings(db))

/** The days within which a product `p` leaves (contract/market/promises.ts `leadOf`). */
export const leadDays: RawBuilder<number> = sql<number>`case when p.lead_days > ${sql.lit(LEAD)} then p.lead_days
  else coalesce((select m.value::int from site_settings m where m.name = 'ship_days'), ${sql.lit(LEAD)}) end`
