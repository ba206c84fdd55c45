// The charges and promises of a store for an order, beside the prices of its goods.

const DAY = 86_400_000

/** The highest shipping of one order, in minor units of the store's currency. */
export const SHIPPING_MAX = 100_000_000
/** The highest taxes on the goods, in basis points: all of their price again. */
export const TAX_MAX = 10_000
/** The largest number of days, of 24 hours each, within which a product leaves. */
export const LEAD_MAX = 60
/** The market's own promise for a product that states nothing else: one day. */
export const LEAD = 1
/** The largest number of days that a parcel is under way. */
export const DAYS_MAX = 120
/** The largest number of areas to which a store states its days. */
export const DAYS_AREAS_MAX = 100
/** A country or a province of the tree of areas. */
export const DAYS_AREA = /^[A-Z]{2}(-[A-Z0-9]{1,10})?$/

/** How many days a parcel is under way. */
export interface TransitDays {
  least: number
  most: number
}
/** The days to an area, by its code. */
export interface DaysTo extends TransitDays {
  area: string
}

/** From one day through another (YYYY-MM-DD). */
export interface Holiday {
  from: string
  to: string
}

interface Charged {
  shipping: number
  taxBasisPoints: number
}

/**
 * The charges of an order of a product, beside its goods. A store's row is the newer of the two: it follows the
 * catalogue, while the details of its products stay as they were. Shipping is a price in the store's currency; goods in
 * another have none.
 */
export function chargedFor(
  detail: Charged & { product: { currency: string } },
  store: { currency: string; terms?: Charged | null | undefined } | undefined,
): Charged {
  if (!store?.terms) return { shipping: detail.shipping, taxBasisPoints: detail.taxBasisPoints }
  const { shipping, taxBasisPoints } = store.terms
  return { shipping: store.currency === detail.product.currency ? shipping : 0, taxBasisPoints }
}

/** Whether zones or taxes by country decide what a store charges. */
export const isChargedByCountry = (
  terms: { zones?: readonly unknown[] | undefined; taxes?: readonly unknown[] | undefined } | undefined,
): boolean => Boolean(terms?.zones?.length || terms?.taxes?.length)

/** When the days of a holiday begin and are over (Unix ms, in UTC). */
const bounds = ({ from, to }: Holiday): [number, number] => [Date.parse(from), Date.parse(to) + DAY]

/** Whether a holiday is still to come, or not over yet. */
export const isAhead = (holiday: Holiday, now: number): boolean => now < bounds(holiday)[1]

/**
 * The time by which goods leave that are paid at a moment (Unix ms) and need `lead` days. While the store is on holiday
 * the clock stands still.
 */
export function leavesBy(paidAt: number, lead: number, holiday: Holiday | null | undefined): number {
  const at = paidAt + lead * DAY
  if (!holiday) return at
  const [begins, ends] = bounds(holiday)
  return at <= begins || paidAt >= ends ? at : at + ends - Math.max(paidAt, begins)
}

/** The days that a store states to an address: to its province, else to its country; undefined where it states none. */
export function daysTo(
  days: readonly DaysTo[],
  { country, province }: { country: string; province: string },
): DaysTo | undefined {
  const own = province.startsWith(`${country}-`) ? days.find(({ area }) => area === province) : undefined
  return own ?? days.find(({ area }) => area === country)
}

/** The earliest and the latest arrival of goods that leave at a moment (Unix ms). */
export const arrives = (leavesAt: number, { least, most }: TransitDays): [number, number] => [
  leavesAt + least * DAY,
  leavesAt + most * DAY,
]
