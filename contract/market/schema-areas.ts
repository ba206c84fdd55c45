import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { openArray } from '../wire/schema-open.ts'
import { TextsSchema } from '../text/schema-texts.ts'

/** A node of the tree country → province → city. */
export const Area = z.object({
  code: z.string(),
  name: TextsSchema,
  /** The operator delivers there. */ open: z.boolean(),
  /** There are areas below it. */ parent: z.boolean(),
})
export type Area = z.infer<typeof Area>

/**
 * The areas below one, or all countries. An area is open unless it, or one above it, was closed; a country is named by
 * the device, in the person's language.
 */
export const areaRead = endpoint({
  method: 'POST',
  path: '/api/aera/readArea',
  access: 'anyone',
  cacheable: true,
  input: z.object({ parent: z.optional(z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9-]{0,10}$/))) }),
  output: z.object({ areas: openArray(Area) }),
})
