import * as z from 'zod/mini'
import { MinorUnits } from '../currencies/schema-money.ts'

/** One step of a ladder price: from so many pieces, so much each, in minor units. */
export const LadderStep = z.object({ from: z.int().check(z.positive()), price: MinorUnits.check(z.nonnegative()) })
export type LadderStep = z.infer<typeof LadderStep>
