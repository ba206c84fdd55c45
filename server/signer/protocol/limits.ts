import { coinOf, type Asset, type Coin } from '#contract/coins/assets.ts'

export const DAY_MS = 86_400_000

/** Caps in units: per payment, per address in 24 hours, and in total in 24 hours. */
export interface Caps {
  each: bigint
  address: bigint
  day: bigint
}

/** The caps of a coin by the number of operators who have signed: none, one, or two and more. */
export type Levels = readonly [alone: Caps, one: Caps, two: Caps]
export type Limits = Partial<Record<Coin, Levels>>

/** A signed payment. `level`: the index of the caps that it used; `at` is Unix ms. */
export interface Signed {
  asset: Asset
  address: string
  amount: bigint
  level: number
  at: number
}

/**
 * The lowest level from `from` to `to` whose caps allow a payment beside those of the last 24 hours; undefined where
 * none does. A payment counts against its level and higher ones, so that a payment of two operators does not use up the
 * lower caps.
 */
export const levelFor = (
  limits: Limits,
  payment: Pick<Signed, 'asset' | 'address' | 'amount'>,
  recent: readonly Signed[],
  { from, to }: { from: number; to: number },
): number | undefined =>
  [0, 1, 2].find((level) => level >= from && level <= to && isWithin(limits, { ...payment, level }, recent))

function isWithin(limits: Limits, payment: Omit<Signed, 'at'>, recent: readonly Signed[]): boolean {
  const caps = limits[coinOf(payment.asset)]?.[payment.level]
  if (!caps || payment.amount > caps.each) return false
  const counted = recent.filter(({ asset, level }) => asset === payment.asset && level <= payment.level)
  const sum = (some: readonly Signed[]): bigint => some.reduce((all, { amount }) => all + amount, payment.amount)
  return sum(counted) <= caps.day && sum(counted.filter(({ address }) => address === payment.address)) <= caps.address
}
