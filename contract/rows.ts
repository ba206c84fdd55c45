import * as z from 'zod/mini'
import { Id, IdOrNone } from './id.ts'

// The rows a person owns, as the server sends them and the device keeps them. They stand in one file
// because every other part of the contract (mutations, feed, device tables) is typed over this list.

const id = Id

/** A favourite product ("collected", spec §1): a register per product; `on: false` is its tombstone. */
export const Favourite = z.object({ id, on: z.boolean(), at: z.number() })
export type Favourite = z.infer<typeof Favourite>

/** A followed store: a register per store; `on: false` is its tombstone. */
export const Follow = z.object({ id, on: z.boolean(), at: z.number() })
export type Follow = z.infer<typeof Follow>

/** A line of the cart (spec §3): product `id` of shop `shopId`, `variantId` 0 for none, `num` pieces (0 is its tombstone). */
export const CartLine = z.object({
  id,
  shopId: id,
  variantId: IdOrNone,
  num: z.int().check(z.nonnegative()),
  ticked: z.boolean(),
  /** Unit price in minor units when it was first added, and its currency: so that a change can be told. */
  seenPrice: z.int().check(z.nonnegative()),
  currency: z.string(),
  at: z.number(),
})
export type CartLine = z.infer<typeof CartLine>

/** The mirror tables of a person's own rows, by name. */
export const userRows = { favourites: Favourite, follows: Follow, cartLines: CartLine }
export type UserTable = keyof typeof userRows
export type UserRows = { [T in UserTable]: z.infer<(typeof userRows)[T]> }
export const userTables = Object.keys(userRows) as UserTable[]
