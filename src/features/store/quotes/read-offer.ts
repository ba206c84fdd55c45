import { LINE_MAX } from '#contract/wire/limits.ts'
import { OFFER_DAYS_MAX } from '#contract/quotes/rules.ts'
import { countTyped } from '../../../parts/forms/typed-number.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'

/** An offer as it is typed. */
export interface TypedOffer {
  lines: readonly { variantId: number; num: string; price: string }[]
  days: string
  note: string
}

/** An offer as it is read; a part that is invalid is undefined. Prices are minor units. */
export interface ReadOffer {
  lines: { num: number | undefined; price: number | undefined }[]
  /** The total of all lines. */
  total: number | undefined
  days: number | undefined
  /** The offer to send; undefined while something is missing. */
  whole: { lines: { variantId: number; num: number; price: number }[]; days: number } | undefined
}

const DAY = 86_400_000
/** The end of an offer that is made now and holds for this many days (Unix ms). */
export const holdsUntil = (days: number): number => Date.now() + days * DAY

/** Reads an offer that is typed in a currency, in any script's digits. */
export function readOffer({ lines, days: typedDays }: TypedOffer, currency: string): ReadOffer {
  const read = lines.map(({ variantId, num: typedNum, price: typed }) => {
    const num = countTyped(typedNum)
    return {
      variantId,
      num: num !== undefined && num <= LINE_MAX ? num : undefined,
      price: typedAmount(typed, currency) || undefined,
    }
  })
  const days = countTyped(typedDays)
  const holds = days !== undefined && days <= OFFER_DAYS_MAX ? days : undefined
  const whole = read.flatMap(({ variantId, num, price }) =>
    num === undefined || price === undefined ? [] : [{ variantId, num, price }],
  )
  const all = whole.length === read.length && read.length > 0
  return {
    lines: read.map(({ num, price }) => ({ num, price })),
    total: all ? whole.reduce((sum, { num, price }) => sum + num * price, 0) : undefined,
    days: holds,
    whole: all && holds !== undefined ? { lines: whole, days: holds } : undefined,
  }
}
