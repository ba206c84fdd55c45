import { TAX_MAX } from '#contract/shipping/terms.ts'
import { decimalTyped } from '../../../parts/forms/typed-number.ts'

/** A typed percentage in basis points; undefined when it is none, or too much. */
export function typedPercentage(text: string): number | undefined {
  const plain = decimalTyped(text.replace(/[%٪％]/g, '')).trim()
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined
  const points = Math.round(Number(plain) * 100)
  return points <= TAX_MAX ? points : undefined
}

/** A rate of basis points as it stands in a field; none is empty. */
export const writtenRate = (points: number): string => (points === 0 ? '' : String(points / 100))
