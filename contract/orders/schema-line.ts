import * as z from 'zod/mini'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// Apart from sync/schema-rows.ts: the rows of a store have it, too.

const amount = z.int().check(z.nonnegative())
/** A line of an order as it was placed; texts and picture stay what they were then. */
export const OrderLine = z.object({
  id: Id,
  variantId: IdOrNone,
  num: z.int().check(z.positive()),
  price: amount,
  amount,
  title: TextsSchema,
  label: z.nullable(TextsSchema),
  picture: z.nullable(Picture),
  /** The quote whose agreed price it has; absent where there is none. */
  quote: z.optional(z.uuid()),
  /** The store's own codes of the product and of the choice, as they were then; absent where it gave none. */
  code: z.optional(z.string()),
  /** How many pieces were back-ordered, and within how many days they leave; absent where all were on the shelf. */
  back: z.optional(z.object({ num: z.int(), days: z.int() })),
  sku: z.optional(z.string()),
})
export type OrderLine = z.infer<typeof OrderLine>
