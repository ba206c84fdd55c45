import * as z from 'zod/mini'

// Apart from rows.ts, whose other schemas a device needs only when it speaks with the server.

const text = (max: number) => z.string().check(z.maxLength(max))
/**
 * A delivery address (spec §3). Country and province are codes of the area tree, the mobile number is E.164. `deleted`
 * is its tombstone.
 */
export const Address = z.object({
  id: z.uuid(),
  country: text(300),
  province: text(600),
  city: text(1200),
  detail: text(3000),
  zip: text(300),
  recipient: text(1200),
  mobile: text(300),
  deleted: z.boolean(),
  at: z.number(),
})
export type Address = z.infer<typeof Address>
