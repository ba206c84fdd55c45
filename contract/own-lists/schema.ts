import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { LINE_MAX } from '../wire/limits.ts'
import { LIST_NAME_MAX, listLineKey, ownListKey } from './rules.ts'
import { UNDO_WITHIN } from '../orders/states.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'

const lane = (listId: string): string[] => [`list:${listId}`]
const name = z.string().check(z.minLength(1), z.maxLength(LIST_NAME_MAX), z.regex(/\S/))

/** Names an own list, making it if there is none: of two names the later one holds. */
export const listPut = mutation({
  path: '/api/list/put',
  tables: ['ownLists'],
  payload: z.object({ id: z.uuid(), name }),
  guest: true,
  lanes: (p) => lane(p.id),
  keys: (p) => [ownListKey(p.id)],
  coalesce: (_earlier, later, base: { deleted: boolean; name: string } | undefined) =>
    base?.deleted === false && base.name === later.name ? 'cancel' : later,
})

/** Removes an own list with its lines; one that is gone already is no error. */
export const listDel = mutation({
  path: '/api/list/del',
  tables: ['ownLists'],
  payload: z.object({ id: z.uuid() }),
  guest: true,
  undoWithin: UNDO_WITHIN,
  lanes: (p) => lane(p.id),
  keys: (p) => [ownListKey(p.id)],
})

const num = z.int().check(z.minimum(0), z.maximum(LINE_MAX))

/**
 * Sets a line's quantity from what the person saw to what they want; from 0 makes it, to 0 removes it. The server adds
 * the difference, so that what another device changed meanwhile survives.
 */
export const listSet = mutation({
  path: '/api/list/set',
  tables: ['listLines'],
  payload: z.object({ listId: z.uuid(), id: Id, shopId: Id, variantId: IdOrNone, from: num, to: num }),
  guest: true,
  lanes: (p) => lane(p.listId),
  keys: (p) => [listLineKey(p)],
  after: (p) => [ownListKey(p.listId)],
  coalesce: (earlier, later) => (earlier.from === later.to ? 'cancel' : { ...earlier, to: later.to }),
})
