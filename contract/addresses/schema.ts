import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { mutation } from '../wire/mutation.ts'
import { openArray } from '../wire/schema-open.ts'
import { Address } from './schema-row.ts'
import { addressFields, ofEachField } from './fields.ts'

/** At most so many addresses a person. */
export const ADDRESSES_MAX = 50

export const addressRef = (id: string): `addresses/${string}` => `addresses/${id}`
const defaultKey = 'addressDefault/me' as const

/**
 * Writes the given fields of an address, making it if there is none: patches merge, and the server judges
 * per field against `baseRev`, the rev that was edited (0 for a new one). A field that was changed
 * elsewhere too needs consent: parcels go there, nobody guesses.
 */
export const addressPut = mutation({
  path: '/api/aera/addEdit',
  tables: ['addresses'],
  payload: z.object({
    id: z.uuid(),
    patch: z.partial(
      z.pick(
        Address,
        ofEachField(() => true as const),
      ),
    ),
    baseRev: z.int().check(z.nonnegative()),
  }),
  guest: false,
  sealed: { within: 'patch', fields: addressFields },
  lanes: () => ['addresses'],
  keys: (p) => [addressRef(p.id)],
  coalesce: (earlier, later) => ({ ...earlier, patch: { ...earlier.patch, ...later.patch } }),
})

/** Removes an address; one that is gone already is no error. */
export const addressDel = mutation({
  path: '/api/aera/del',
  tables: ['addresses'],
  payload: z.object({ id: z.uuid() }),
  guest: false,
  lanes: () => ['addresses'],
  keys: (p) => [addressRef(p.id)],
})

/** Chooses the default address: one register row. */
export const addressDefault = mutation({
  path: '/api/aera/default',
  tables: ['addressDefault'],
  payload: z.object({ id: z.nullable(z.uuid()) }),
  guest: false,
  lanes: () => ['addresses'],
  keys: () => [defaultKey],
  coalesce: (_earlier, later, base: { id: string | null } | undefined) =>
    (base?.id ?? null) === later.id ? 'cancel' : later,
})

/** A person's addresses (spec §7), for callers other than the device, which has them by the feed. */
export const addressIndex = endpoint({
  method: 'POST',
  path: '/api/aera/index',
  access: 'session',
  input: z.object({}),
  output: z.object({ addresses: openArray(Address), defaultId: z.nullable(z.uuid()) }),
})
