import * as z from 'zod/mini'
import { goodsStates } from './states.ts'
import { BackOrdersSeen } from './schema-back-orders.ts'
import { Id } from '../wire/schema-id.ts'
import { DealSchema } from '../prices/schema-deals.ts'
import { LadderStep } from '../prices/schema-ladder-step.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'

/** A product of a store as its members have it; `deleted` is its tombstone. */
export const StoreProduct = z.object({
  id: z.uuid(),
  /** The id by which buyers know it; null until the server has it. */
  productId: z.nullable(Id),
  state: openEnum(goodsStates),
  code: z.string(),
  title: TextsSchema,
  description: TextsSchema,
  categoryId: Id,
  brand: z.string(),
  currency: z.string(),
  ladder: z.array(LadderStep),
  minimum: z.int(),
  multiple: z.int(),
  lead: z.int(),
  /**
   * The weight of a piece (grams), 0 where none is given; absent from rows of older servers, as that of a choice is.
   */
  weight: z.optional(z.int()),
  /** Null where it cannot be ordered beyond the shelf; absent from rows of older servers. */
  back: z.optional(z.nullable(BackOrdersSeen)),
  /** `ladder` holds the prices without it. */
  deal: z.nullable(DealSchema),
  attributes: openArray(z.object({ name: z.string(), value: z.string() })),
  variants: z.record(
    z.string(),
    z.object({ label: TextsSchema, extra: z.int(), sort: z.int(), weight: z.optional(z.int()) }),
  ),
  pictures: openArray(Picture),
  /**
   * Pieces on the shelf: of each choice by its code, and of all together, without those that orders hold; less than 0
   * where they hold more than there is.
   */
  stocks: z.record(z.string(), z.int()),
  stock: z.int(),
  /** Pieces sold. */
  sales: z.int(),
  /** Why the market has taken it off, in its operator's words. Nobody can put it on sale until it is let back. */
  barred: z.optional(z.nullable(z.string())),
  /** Unix ms: when it was made. */
  at: z.number(),
  deleted: z.boolean(),
})
export type StoreProduct = z.infer<typeof StoreProduct>
