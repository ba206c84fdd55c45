import { coinOf, type Asset, type Coin } from '#contract/rules/coins.ts'

/** The caps of payments (units): of one, to one address within 24 hours, and of all within 24 hours. */
export interface Caps {
  each: bigint
  address: bigint
  day: bigint
}

/** The caps of a coin by how many operators have signed: nobody, one, or two and more. */
export type Levels = readonly [alone: Caps, one: Caps, two: Caps]
export type Limits = Partial<Record<Coin, Levels>>

/** A payment that was signed; `level`: how many operators had signed it, at most two. `at` is Unix ms. */
export interface Signed {
  asset: Asset
  address: string
  amount: bigint
  level: number
  at: number
}

const DAY_MS = 86_400_000

/**
 * Whether limits allow a payment now (Unix ms). A payment counts against the caps of its own level and of those above,
 * so that one which two operators signed does not keep small ones from being paid.
 */
export function isWithin(limits: Limits, payment: Omit<Signed, 'at'>, signed: readonly Signed[], now: number): boolean {
  const caps = limits[coinOf(payment.asset)]?.[payment.level]
  if (!caps || payment.amount > caps.each) return false
  const counted = signed.filter(
    ({ asset, level, at }) => asset === payment.asset && level <= payment.level && at > now - DAY_MS,
  )
  const sum = (some: readonly Signed[]): bigint => some.reduce((all, { amount }) => all + amount, payment.amount)
  return sum(counted) <= caps.day && sum(counted.filter(({ address }) => address === payment.address)) <= caps.address
}

/** The least number of operators beyond `payment.level` with whom limits allow it; undefined where none does. */
export const enoughFor = (
  limits: Limits,
  payment: Omit<Signed, 'at'>,
  signed: readonly Signed[],
  now: number,
): number | undefined =>
  [1, 2].find((level) => level > payment.level && isWithin(limits, { ...payment, level }, signed, now))
