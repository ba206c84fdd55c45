import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { SHEET_GOODS_MAX } from '../products/rules.ts'
import { SHEET_ID, SHEET_TITLE_MAX, SHEET_UNTIL_MAX } from './rules.ts'
import { storeNoticeKey } from '../wire/store-keys.ts'

// The acts of a store's members on the private links to its line sheets. The links stand in the store's one register
// row, which only members are sent.

const ofSheets = {
  world: 'store' as const,
  tables: ['storeNotice'] as const,
  guest: false,
  lanes: () => ['sheets'],
  keys: () => [storeNoticeKey] as (typeof storeNoticeKey)[],
}
/** It is made on a device, so that the link can be copied before anything was sent. */
const id = z.string().check(z.regex(SHEET_ID))

/** Makes a private link to products of the store, by their ids as the store has them, until a time (Unix ms). */
export const sheetMake = mutation({
  ...ofSheets,
  path: '/api/store/sheet_make',
  payload: z.object({
    id,
    title: z.string().check(z.minLength(1), z.maxLength(SHEET_TITLE_MAX)),
    goods: z.array(z.uuid()).check(z.minLength(1), z.maxLength(SHEET_GOODS_MAX)),
    until: z.nullable(z.int().check(z.positive(), z.maximum(SHEET_UNTIL_MAX))),
  }),
})

/** Revokes a link; a missing one is no error. */
export const sheetEnd = mutation({ ...ofSheets, path: '/api/store/sheet_end', payload: z.object({ id }) })
