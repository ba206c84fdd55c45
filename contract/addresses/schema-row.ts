import * as z from 'zod/mini'
import { ofEachField, sealedLengths } from './fields.ts'

// Apart from sync/schema-rows.ts, whose other schemas a device needs only when it speaks with the server.

const text = (max: number) => z.string().check(z.maxLength(max))
/**
 * A delivery address (spec §3). Country and province are codes of the area tree, the mobile number is E.164. `deleted`
 * is its tombstone.
 */
export const Address = z.object({
  id: z.uuid(),
  ...ofEachField((field) => text(sealedLengths[field])),
  deleted: z.boolean(),
  at: z.number(),
})
export type Address = z.infer<typeof Address>
