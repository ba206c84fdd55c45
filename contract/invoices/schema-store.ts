import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { storeNoticeKey } from '../wire/store-keys.ts'
import { LEGAL_MAX, type LegalField } from './legal.ts'

const text = (field: LegalField) => z.optional(z.string().check(z.maxLength(LEGAL_MAX[field])))

/**
 * Sets how the store's next invoices name its business, and the prefix of their numbers: of each field the last word
 * holds. Issued papers do not change. A new prefix does not restart the counter.
 */
export const storeLegal = mutation({
  path: '/api/store/legal',
  world: 'store',
  only: 'owner',
  tables: ['storeNotice'],
  payload: z.object({
    name: text('name'),
    address: text('address'),
    taxNumber: text('taxNumber'),
    prefix: text('prefix'),
  }),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
})
