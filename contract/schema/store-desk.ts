import * as z from 'zod/mini'
import { mutation } from '../mutation.ts'
import { ANNOUNCEMENT_MAX, storeRoles } from '../rules/store-roles.ts'
import { storeMemberKey, storeNoticeKey } from '../rules/store-keys.ts'

// What a store's members do for it. Their device sends it under their own token, for the store's uid.

/**
 * Sets what the store announces and when it is on holiday: of each the last word holds. A holiday is set as a whole,
 * `null` when there is none.
 */
export const storeNotice = mutation({
  path: '/api/store/notice',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({
    announcement: z.optional(z.string().check(z.maxLength(ANNOUNCEMENT_MAX))),
    holiday: z.optional(z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() }))),
  }),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
  coalesce: (earlier, later) => ({ ...earlier, ...later }),
})

/** Makes the person with that invitation code a member. `id` names it until the server has said who that is. */
export const memberAdd = mutation({
  path: '/api/store/member/add',
  world: 'store',
  only: 'owner',
  tables: ['storeMembers'],
  payload: z.object({
    id: z.uuid(),
    code: z.string().check(z.minLength(4), z.maxLength(40)),
    role: z.enum(storeRoles),
  }),
  guest: false,
  lanes: () => ['members'],
  keys: (p) => [storeMemberKey(p.id)],
})

/** Ends somebody's membership; one that has ended is no error. A store keeps one owner at least. */
export const memberEnd = mutation({
  path: '/api/store/member/end',
  world: 'store',
  only: 'owner',
  tables: ['storeMembers'],
  payload: z.object({ id: z.uuid() }),
  guest: false,
  lanes: () => ['members'],
  keys: (p) => [storeMemberKey(p.id)],
})
