import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { READABLE } from '../products/rules.ts'
import { isName, STORE_NAME_MAX, STORE_NAME_MIN } from '../merchants/rules.ts'
import { storeNoticeKey } from '../wire/store-keys.ts'
import { ABOUT_MAX } from './profile.ts'
import { FileId } from '../pictures/schema-file-id.ts'
import { Currency } from '../currencies/schema-money.ts'
import { textsByLanguage } from '../products/schema.ts'

// A store's profile and currency, as its owners write them.

const lanes = (): string[] => ['notice']
const keys = (): (typeof storeNoticeKey)[] => [storeNoticeKey]

/**
 * Gives the store another name: the last word holds. It is a mutation of its own because the names of others may
 * stand against it.
 */
export const storeRename = mutation({
  path: '/api/store/rename',
  world: 'store',
  only: 'owner',
  tables: ['storeNotice'],
  payload: z.object({
    name: z
      .string()
      .check(z.minLength(STORE_NAME_MIN), z.maxLength(STORE_NAME_MAX), z.regex(READABLE), z.refine(isName)),
  }),
  guest: false,
  lanes,
  keys,
  coalesce: (_earlier, later) => later,
})

/**
 * Sets what is given: the description in some languages ('' takes one away), the logo (the id of its file, null for
 * none), and the country that it ships from (ISO 3166-1 alpha-2, null for none). Of each the last word holds.
 */
export const storeProfile = mutation({
  path: '/api/store/profile',
  world: 'store',
  only: 'owner',
  tables: ['storeNotice'],
  payload: z.object({
    description: z.optional(textsByLanguage(ABOUT_MAX)),
    logo: z.optional(z.nullable(FileId)),
    area: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  }),
  guest: false,
  files: { kind: 'picture', most: 1, bytesMax: FILE_BYTES_MAX, of: ({ logo }) => (logo ? [logo] : []) },
  lanes,
  keys,
})

/**
 * Sets the currency in which the store asks for shipping and for its least order; both are nothing then, until they are
 * set anew. It stays while goods have another currency, or an order waits to be paid.
 */
export const storeCurrency = mutation({
  path: '/api/store/currency',
  world: 'store',
  only: 'owner',
  tables: ['storeNotice'],
  payload: z.object({ currency: Currency }),
  guest: false,
  lanes,
  keys,
  coalesce: (_earlier, later) => later,
})
