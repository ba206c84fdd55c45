import { FEE_MAX, feeBegins, marketFeeOf, readPercent } from '#contract/market/fees.ts'
import { parseMinor } from '#contract/currencies/money.ts'
import { decimalTyped } from '../../../parts/forms/typed-number.ts'

/** The effect of a fee, before it is saved. */
export interface FeePreview {
  /** An order as an example, and the fee on it (minor units of the market's currency). */
  order: number
  fee: number
  /** The first payment under it (Unix ms); null where it holds at once. */
  from: number | null
  /** Whether another operator has to agree first, with `from` counted from then. */
  waits: boolean
}

/** The fees as the money desk has them (decimals of percent). */
export interface FeesNow {
  fee?: string | undefined
  feeNext?: { fee: string; from: number } | null | undefined
}

/**
 * The effect of a typed fee; undefined where it is not a fee, and for the one that is set already. `now` is Unix ms.
 */
export function feePreview(
  typed: string,
  { fee, feeNext }: FeesNow,
  market: string,
  now: number,
): FeePreview | undefined {
  const rate = readPercent(decimalTyped(typed))
  const before = readPercent(fee ?? '')
  const order = parseMinor('100', market)
  if (rate === undefined || rate > FEE_MAX || before === undefined || order === undefined) return undefined
  // An announced rate is the one that a second operator has agreed to.
  const set = feeNext ? (readPercent(feeNext.fee) ?? before) : before
  if (rate === set) return undefined
  const from = feeBegins(rate, before, now)
  return { order, fee: Number(marketFeeOf(BigInt(order), rate)), from: from > now ? from : null, waits: rate > set }
}
