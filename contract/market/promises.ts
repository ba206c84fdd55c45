import { LEAD } from '../shipping/terms.ts'

// The promises of a market, in its operator's name. Operators set them, and their texts take the values by name.

/** The promises of a market. */
export interface Promises {
  /** Paid orders leave within so many days of 24 hours, unless a product's own days say otherwise. */
  shipDays: number
  /** An application to sell is answered within these hours. */
  reviewLeast: number
  reviewMost: number
}

/** The promises until operators set others (spec §9). */
export const PROMISES: Promises = { shipDays: LEAD, reviewLeast: 2, reviewMost: 48 }

/** The most that can be promised. */
export const SHIP_DAYS_MAX = 30
export const REVIEW_HOURS_MAX = 720

/** The days within which a product leaves: its own, or, where it states none (LEAD), the market's. */
export const leadOf = (lead: number, { shipDays }: Pick<Promises, 'shipDays'>): number =>
  lead > LEAD ? lead : shipDays

/** The days of a setting `ship_days`; undefined where it is none. */
export function readShipDays(text: string): number | undefined {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= SHIP_DAYS_MAX ? days : undefined
}

/** The hours of a setting `review_hours`, such as `2-48`; undefined where it is none. */
export function readReviewHours(text: string): Pick<Promises, 'reviewLeast' | 'reviewMost'> | undefined {
  const [, least, most] = /^(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(text) ?? []
  const [reviewLeast, reviewMost] = [Number(least), Number(most)]
  return reviewMost >= 1 && reviewMost <= REVIEW_HOURS_MAX && reviewLeast <= reviewMost
    ? { reviewLeast, reviewMost }
    : undefined
}
