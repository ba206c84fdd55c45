import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { CATEGORY_NAME_MAX } from './tree.ts'
import { MARKET_PICTURE } from '../pictures/market.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { openArray } from '../wire/schema-open.ts'
import { LocaleCodeSchema, TextsSchema } from '../text/schema-texts.ts'

// The operator's desk of categories: the tree in which goods stand.

const Category = z.object({
  id: z.int(),
  /** The category above it; 0 at the top. */
  pid: z.int(),
  name: TextsSchema,
  sort: z.int(),
  /** Its picture; null for none, absent from an older server. */
  picture: z.optional(z.nullable(z.string())),
  /** Goods that stand in it itself, drafts and removed ones too: it cannot be removed while there are any. */
  goods: z.int(),
})
export type OperatorCategory = z.infer<typeof Category>

/** All categories, those of one place in their order. */
export const categories = endpoint({
  method: 'POST',
  path: '/api/operator/categories',
  access: 'operator',
  right: 'catalogue',
  input: z.object({}),
  output: z.object({ categories: openArray(Category) }),
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(CATEGORY_NAME_MAX), z.regex(/^\P{Cc}*$/u))

/** Makes a category (`id` 0), or names and places one anew with all that stands below it. */
export const categorySet = endpoint({
  method: 'POST',
  path: '/api/operator/categorySet',
  access: 'operator',
  right: 'catalogue',
  input: z.object({
    id: IdOrNone,
    pid: IdOrNone,
    name: z.partialRecord(LocaleCodeSchema, name),
    sort: z.int().check(z.nonnegative(), z.maximum(999_999)),
    /** Its picture; null for the one that is drawn by its name, absent where it stays as it is. */
    picture: z.optional(z.nullable(z.string().check(z.regex(MARKET_PICTURE)))),
  }),
  output: z.object({ id: z.int() }),
})

/** Removes a category in which nothing stands. */
export const categoryRemove = endpoint({
  method: 'POST',
  path: '/api/operator/categoryRemove',
  access: 'operator',
  right: 'catalogue',
  input: z.object({ id: Id }),
  output: z.object({}),
})
