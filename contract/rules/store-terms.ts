// What a store asks and promises for an order, beside the prices of its goods.

const DAY = 86_400_000

/** Shipping of one order, in minor units of the store's currency. */
export const SHIPPING_MAX = 100_000_000
/** Taxes on the goods, in basis points: all of their price again. */
export const TAX_MAX = 10_000
/** A product leaves within so many days at most, of 24 hours each. */
export const LEAD_MAX = 60
/** The market's own promise, which holds of a product that says nothing else: one day. */
export const LEAD = 1
/** A parcel is under way for so many days at most. */
export const DAYS_MAX = 120
/** A store states its days to so many areas at most. */
export const DAYS_AREAS_MAX = 100
/** A country or a province of the tree of areas. */
export const DAYS_AREA = /^[A-Z]{2}(-[A-Z0-9]{1,10})?$/

/** How many days a parcel is under way. */
export interface Days {
  least: number
  most: number
}
/** Those to an area, by its code. */
export interface DaysTo extends Days {
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
 * What an order of a product is charged beside its goods. A store's row is the newer of the two: it follows the
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
 * By when goods leave that are paid at a moment (Unix ms) and need so many days (`lead`). While the store is on
 * holiday the clock stands still.
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

/** Between which moments goods arrive that leave by one (Unix ms). */
export const arrives = (leavesAt: number, { least, most }: Days): [number, number] => [
  leavesAt + least * DAY,
  leavesAt + most * DAY,
]
