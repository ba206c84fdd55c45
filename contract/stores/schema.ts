import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { ANNOUNCEMENT_MAX, storeRoles } from './roles.ts'
import { storeMemberKey, storeNoticeKey } from '../wire/store-keys.ts'
import { LEAST_AMOUNT_MAX, LEAST_PIECES_MAX } from './least-order.ts'
import { SAVED_REPLIES_MAX, REPLY_TEXT_MAX } from './saved-replies.ts'
import { DAYS_AREA, DAYS_AREAS_MAX, DAYS_MAX, SHIPPING_MAX, TAX_MAX } from '../shipping/terms.ts'

// The acts of a store's members for it. Their device sends them under their own token, for the store's uid.

/** A day of this era, which a database can hold. */
const day = z.iso.date().check(z.refine((text) => text >= '0001'))
const answers = z
  .record(z.uuid(), z.nullable(z.string().check(z.minLength(1), z.maxLength(REPLY_TEXT_MAX))))
  .check(z.refine((all) => Object.keys(all).length <= 5 * SAVED_REPLIES_MAX))
/**
 * Sets the store's announcement, its holiday and the answers that it keeps ready (saved-replies.ts); the last
 * write of each holds. A holiday is set as a whole, `null` when there is none; so is an answer.
 */
export const storeNotice = mutation({
  path: '/api/store/notice',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({
    announcement: z.optional(z.string().check(z.maxLength(ANNOUNCEMENT_MAX))),
    holiday: z.optional(z.nullable(z.object({ from: day, to: day }))),
    /** Absent from a device that knows of none. */
    answers: z.optional(answers),
  }),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
  // A change of one answer does not undo that of another.
  coalesce: (earlier, later) => ({
    ...earlier,
    ...later,
    ...(earlier.answers && { answers: { ...earlier.answers, ...later.answers } }),
  }),
})

const days = z.int().check(z.nonnegative(), z.maximum(DAYS_MAX))
/**
 * Sets the charges for an order of the store: shipping (minor units of its currency), taxes (basis points), and the
 * days that it states to areas, `null` for an area to which it states none any more. The last write of each holds.
 * Orders that were placed before stay as they are.
 */
export const storeTerms = mutation({
  path: '/api/store/terms',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({
    shipping: z.optional(z.int().check(z.nonnegative(), z.maximum(SHIPPING_MAX))),
    taxBasisPoints: z.optional(z.int().check(z.nonnegative(), z.maximum(TAX_MAX))),
    days: z.optional(
      z
        .record(
          z.string().check(z.regex(DAYS_AREA)),
          z.nullable(z.object({ least: days, most: days }).check(z.refine(({ least, most }) => least <= most))),
        )
        .check(z.refine((all) => Object.keys(all).length <= 2 * DAYS_AREAS_MAX)),
    ),
  }),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
})

/**
 * Sets the least order of the store: a number of pieces, an amount of money (minor units of its currency), or neither.
 * The last write holds.
 */
export const storeLeast = mutation({
  path: '/api/store/least',
  world: 'store',
  tables: ['storeNotice'],
  payload: z
    .object({
      pieces: z.nullable(z.int().check(z.positive(), z.maximum(LEAST_PIECES_MAX))),
      amount: z.nullable(z.int().check(z.positive(), z.maximum(LEAST_AMOUNT_MAX))),
    })
    .check(z.refine(({ pieces, amount }) => pieces === null || amount === null)),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
  coalesce: (_earlier, later) => later,
})

/**
 * Closes the store, or opens it again (`on` false); the last write holds. While it is closed nothing of it is on sale;
 * earlier orders go on.
 */
export const storeClose = mutation({
  path: '/api/store/close',
  world: 'store',
  only: 'owner',
  tables: ['storeNotice'],
  payload: z.object({ on: z.boolean() }),
  guest: false,
  lanes: () => ['notice'],
  keys: () => [storeNoticeKey],
  coalesce: (_earlier, later) => later,
})

/**
 * Invites the person with that invitation code to be a member, who then accepts or declines (`user.answerInvitation`);
 * a member's role is lowered at once. `id` names it until the server has said who that is.
 */
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

/** Ends the caller's own membership, by the caller's uid; a store keeps one owner at least. */
export const memberLeave = mutation({
  path: '/api/store/member/leave',
  world: 'store',
  tables: ['storeMembers'],
  payload: z.object({ id: z.uuid() }),
  guest: false,
  lanes: () => ['members'],
  keys: (p) => [storeMemberKey(p.id)],
})
