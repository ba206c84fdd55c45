import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'

/** Changes that are left of a store's day, for its members, and when the next day begins (Unix ms). */
export const storeDay = endpoint({
  method: 'POST',
  path: '/api/store/day',
  access: 'session',
  /** The store's uid. */
  input: z.object({ store: z.uuid() }),
  output: z.object({ left: z.int(), most: z.int(), renewsAt: z.number() }),
})
