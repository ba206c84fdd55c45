import * as z from 'zod/mini'
import { Address, AddressDefault, CartLine, Favourite, Follow, Order } from './rows.ts'

const base = { key: z.string(), rev: z.int().check(z.nonnegative()) }

/**
 * One row of a person's feed as it now is at the server. `rev` is the owner's feed counter when it last changed; commit
 * order is rev order.
 */
export const Change = z.discriminatedUnion('table', [
  z.object({ table: z.literal('favourites'), ...base, row: Favourite }),
  z.object({ table: z.literal('follows'), ...base, row: Follow }),
  z.object({ table: z.literal('cartLines'), ...base, row: CartLine }),
  z.object({ table: z.literal('addresses'), ...base, row: Address }),
  z.object({ table: z.literal('addressDefault'), ...base, row: AddressDefault }),
  z.object({ table: z.literal('orders'), ...base, row: Order }),
])
export type Change = z.infer<typeof Change>
