import * as z from 'zod/mini'
import { Id } from '../wire/schema-id.ts'
import { mutation } from '../wire/mutation.ts'
import { registerCoalesce } from '../wire/registers.ts'

export const followKey = (id: number): `follows/${string}` => `follows/${id}`

/** Follows or leaves a store; also the specification's single call (spec §7). */
export const followSet = mutation({
  path: '/api/user/followers',
  tables: ['follows'],
  payload: z.object({ id: Id, on: z.boolean() }),
  guest: true,
  lanes: (p) => [`follow:${p.id}`],
  keys: (p) => [followKey(p.id)],
  coalesce: registerCoalesce,
})
