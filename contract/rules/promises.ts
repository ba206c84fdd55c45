import type { LocaleCode } from '../locales.ts'
import { LEAD } from './store-terms.ts'

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

const amount = (unit: 'hour' | 'day', n: number, language: LocaleCode): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' })
    .format(n)
    // As all our Chinese texts have it, and in Arabic after “within”.
    .replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
    .replace(/(يوم|ساعت)ان$/u, '$1ين')

const between: Record<LocaleCode, string> = { en: ' to ', zh: ' 至 ', ar: ' إلى ' }

/** Within which time orders leave, in words: 24 hours, 3 days. */
export const shipWords = (days: number, language: LocaleCode): string =>
  days === 1 ? amount('hour', 24, language) : amount('day', days, language)

/** Within which time applications are answered, in words: 2 to 48 hours. */
export function reviewWords({ reviewLeast, reviewMost }: Promises, language: LocaleCode): string {
  const most = amount('hour', reviewMost, language)
  return reviewLeast > 0 && reviewLeast < reviewMost ? `${reviewLeast}${between[language]}${most}` : most
}
