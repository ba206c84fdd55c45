import * as z from 'zod/mini'
import { MARK_MAX, MARKS_MAX } from './marks.ts'

/** The fields that narrow a list (catalogue/filter.ts). */
export const filterFields = {
  priceFrom: z.optional(z.int().check(z.nonnegative())),
  priceTo: z.optional(z.int().check(z.nonnegative())),
  minimum: z.optional(z.int().check(z.positive())),
  inStock: z.optional(z.boolean()),
  area: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  marks: z.optional(z.array(z.string().check(z.maxLength(MARK_MAX))).check(z.maxLength(MARKS_MAX))),
}
