import { REQUEST_HOURS } from '#contract/operator/desk-waits.ts'
import { GOODS_MAX } from '#contract/products/rules.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { PROMISES } from '#contract/market/promises.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** Settings of the operator, with their first values. */
const initial = {
  /** The largest sum of a buyer's unpaid orders if their balance is less (minor units of the market's currency). */
  unpaidWorth: 500_000,
  /** The most that an operator gives back in a day without a second one who agrees (the same). */
  secondEyesWorth: 100_000,
  /** How far one operator moves a rate within a day without a second one (percent). */
  rateStep: 5,
  /** The maximum age of a rate for payments (hours). */
  rateAge: 24,
  /** How long a quoted amount stays valid (minutes). */
  payQuoteMinutes: 10,
  /** How long a withdrawal to a new address waits (hours). */
  newAddressHours: 24,
  /** The most that a person withdraws in a day without an operator (minor units of the market's currency). */
  withdrawOneWorth: 100_000,
  /** The most that a person withdraws in a day without a second operator (the same). */
  withdrawTwoWorth: 1_000_000,
  /** The most that a person withdraws in a day without a second factor (the same). */
  withdrawFactorWorth: 100_000,
  /** Changes that a store may make in a day (UTC): all its goods are imported, and changed together several times. */
  storeDay: 4 * GOODS_MAX,
  /** How long an act waits that no second operator can agree to (hours). */
  soleWaits: 24,
  /** After how long an unanswered price request is the operators' concern (hours). */
  requestHours: REQUEST_HOURS,
  /** How often operators are mailed what waits, at most (hours); 0 for no mails, −1 until that is set. */
  digestHours: -1,
  /** The most that collecting deposits may cost, as a percentage of their amount. */
  sweepPercent: 2,
  /** The market's fee on what stores get (basis points), which follows `feeBefore` from a time (Unix ms). */
  feeRate: 0,
  feeBefore: 0,
  feeFrom: 0,
  /** 1 where orders are paid in real coins, 0 for test money: set by the first start with a network of real coins. */
  paysReal: 0,
  /** The version of the sellers' contract until operators publish one of their own (merchant-contract). */
  contractFirst: 1,
} as const
export type Setting = keyof typeof initial

export async function readSetting(db: Db | Tx, name: Setting): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? initial[name]
}

export async function writeSetting(db: Db | Tx, name: Setting, value: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}

/** The operator's settings of the website, each a text, with its default. */
const siteInitial = {
  web_name: MARKET_NAME,
  /** Where customer service is; empty: in the market itself. */
  service_url: '',
  /** The roots of the footer by their names in addresses (slugs), in their order. */
  footer_news: 'buying,selling,company,help',
  /** The payment methods that the market takes, by name; "balance" is the account's own. */
  payment_methods: 'balance',
  /** JSON of the partners, and of the wallets and exchanges that people top up from. */
  partners: '[]',
  payment_sources: '[]',
  /** The market's description of itself: JSON of a text by language; empty: the app's own. */
  description: '',
  /** The market's colour (#rrggbb); empty: the app's own. */
  color: '',
  /** The people or company behind the market and how to reach them; empty fields are not shown. */
  legal_name: '',
  legal_address: '',
  tax_number: '',
  contact_email: '',
  contact_phone: '',
  /** The days within which orders leave, unless a product has its own. */
  ship_days: String(PROMISES.shipDays),
  /** Applications to sell are answered within these hours: the least and the most. */
  review_hours: `${PROMISES.reviewLeast}-${PROMISES.reviewMost}`,
  /** JSON of what the market lends; empty while it lends nothing. */
  loan_terms: '',
  /** Terms of deposits by network (server/deposits/terms.ts); empty for the defaults. */
  deposit_terms: '',
  /** Terms of withdrawals by network (server/withdrawals/terms.ts); empty for the defaults. */
  withdrawal_terms: '',
  /** The most of a coin in a paying wallet (server/withdrawals/caps.ts); empty for no cap. */
  wallet_caps: '',
} as const
export type SiteSetting = keyof typeof siteInitial
export const siteSettingNames = Object.keys(siteInitial) as SiteSetting[]

/** All of them as they now stand. */
export async function readSiteSettings(db: Db | Tx): Promise<Record<SiteSetting, string>> {
  const rows = await db.selectFrom('site_settings').selectAll().execute()
  const stored = rows.filter((row) => Object.hasOwn(siteInitial, row.name)).map((row) => [row.name, row.value])
  return { ...siteInitial, ...(Object.fromEntries(stored) as Partial<Record<SiteSetting, string>>) }
}

export const readMarketName = async (db: Db | Tx): Promise<string> => (await readSiteSettings(db)).web_name

export async function writeSiteSetting(db: Db | Tx, name: SiteSetting, value: string): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
}
