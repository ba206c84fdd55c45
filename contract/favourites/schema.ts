import * as z from 'zod/mini'
import { Id } from '../wire/schema-id.ts'
import { FAVOURITES_MAX } from '../wire/limits.ts'
import { mutation } from '../wire/mutation.ts'
import { registerCoalesce } from '../wire/registers.ts'

export const favouriteKey = (id: number): `favourites/${string}` => `favourites/${id}`

/** Sets one favourite on or off: never "toggle" on the wire, so that a repeat harms nothing. */
export const favouriteSet = mutation({
  path: '/api/collect/set',
  tables: ['favourites'],
  payload: z.object({ id: Id, on: z.boolean() }),
  guest: true,
  lanes: (p) => [`favourite:${p.id}`],
  keys: (p) => [favouriteKey(p.id)],
  coalesce: registerCoalesce,
})

/** Removes the favourites that the person saw; those added elsewhere meanwhile stay. */
export const favouriteClear = mutation({
  path: '/api/collect/clear',
  tables: ['favourites'],
  payload: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(FAVOURITES_MAX)) }),
  guest: true,
  lanes: (p) => p.ids.map((id) => `favourite:${id}`),
  keys: (p) => p.ids.map(favouriteKey),
})
