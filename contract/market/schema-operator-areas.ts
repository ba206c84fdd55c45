import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { openArray } from '../wire/schema-open.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// Where the market delivers, as the operator opens and closes it.

/** The largest number of areas that one change names: all countries, and provinces besides. */
const AREAS_MAX = 1_000
/** ISO 3166-1 alpha-2 of a country, or ISO 3166-2 of a province. */
const Code = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9-]{1,9})?$/))

const DeskArea = z.object({
  code: z.string(),
  /** As the market's own data has it; countries are named by the device. */
  name: TextsSchema,
  open: z.boolean(),
  /** Provinces of a country, and how many of them are not open or closed as it is. */
  below: z.int(),
  apart: z.int(),
})
export type DeskArea = z.infer<typeof DeskArea>

/** All countries, or the provinces of one. */
export const areas = endpoint({
  method: 'POST',
  path: '/api/operator/areas',
  access: 'operator',
  right: 'site',
  input: z.object({ parent: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))) }),
  output: z.object({ areas: openArray(DeskArea) }),
})

/**
 * Opens or closes areas; `only` opens these countries and closes all others, with what is open in them. A province
 * without a rule of its own is as its country.
 */
const change = z.object({
  act: z.enum(['open', 'close', 'only']),
  codes: z.array(Code).check(z.minLength(1), z.maxLength(AREAS_MAX)),
})
export type AreaChange = z.infer<typeof change>

/** The effect of a change: how many areas it opens and closes, and what there is where it closes. */
export const areasPreview = endpoint({
  method: 'POST',
  path: '/api/operator/areasPreview',
  access: 'operator',
  right: 'site',
  input: change,
  output: z.object({
    opens: z.int(),
    closes: z.int(),
    /** Addresses of buyers, stores that ship from there, and orders on their way there. */
    addresses: z.int(),
    stores: z.int(),
    orders: z.int(),
    /** Countries that stay open, wholly or in part. */
    left: z.int(),
  }),
})

/** Makes a change; answers which areas were opened and closed by it, so that the opposite can be asked for. */
export const areasSet = endpoint({
  method: 'POST',
  path: '/api/operator/areasSet',
  access: 'operator',
  right: 'site',
  input: change,
  output: z.object({ opened: openArray(z.string()), closed: openArray(z.string()) }),
})
