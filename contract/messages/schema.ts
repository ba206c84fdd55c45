import * as z from 'zod/mini'
import { fileIds } from '../pictures/schema-file-id.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { LINE_PICTURES_MAX, LINE_TEXT_MAX, MESSAGES_MAX, watchKeyOf, watchKinds } from './rules.ts'
import { registerCoalesce } from '../wire/registers.ts'

/** Marks messages as read, or as unread again: a register each, so that devices meet without asking anybody. */
export const messageRead = mutation({
  path: '/api/message/read',
  tables: ['messages'],
  payload: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(MESSAGES_MAX)), on: z.boolean() }),
  guest: false,
  lanes: () => ['messages'],
  keys: (p) => p.ids.map((id): `messages/${string}` => `messages/${id}`),
  coalesce: (_earlier, later, base: { read: boolean } | undefined) =>
    (base?.read ?? false) === later.on ? 'cancel' : later,
})

/** Switches a topic of messages off (`on: true` mutes it), or on again. */
export const messageMute = mutation({
  path: '/api/message/mute',
  tables: ['messageMutes'],
  payload: z.object({ topic: z.string().check(z.maxLength(40)), on: z.boolean() }),
  guest: false,
  lanes: (p) => [`mute:${p.topic}`],
  keys: (p) => [`messageMutes/${p.topic}`],
  coalesce: registerCoalesce,
})

/**
 * Asks to be told of something once, or (`on: false`) no longer. A price is asked for in the product's own currency; of
 * two prices for one thing the later counts.
 */
export const watchSet = mutation({
  path: '/api/watch/set',
  tables: ['watches'],
  payload: z.object({
    what: z.enum(watchKinds),
    id: IdOrNone,
    variantId: IdOrNone,
    price: z.nullable(z.int().check(z.nonnegative())),
    currency: z.string().check(z.regex(/^[A-Z]{0,5}$/)),
    area: z.string().check(z.regex(/^([A-Z]{2}[A-Z0-9-]{0,10})?$/)),
    on: z.boolean(),
  }),
  guest: true,
  lanes: (p) => [`watch:${watchKeyOf(p)}`],
  keys: (p) => [`watches/${watchKeyOf(p)}`],
  coalesce: (_earlier, later, base: { on: boolean; price?: number | null | undefined } | undefined) =>
    (base?.on ?? false) === later.on && (!later.on || base?.price === later.price) ? 'cancel' : later,
})

const talkKey = (id: string): `talks/${string}` => `talks/${id}`
const lane = (talk: string): string[] => [`talk:${talk}`]

const line = {
  id: z.uuid(),
  talk: z.uuid(),
  to: IdOrNone,
  subject: z.nullable(
    z.object({ kind: z.enum(['order', 'product', 'store']), id: z.string().check(z.minLength(1), z.maxLength(60)) }),
  ),
}

/** Says something to a store, or (`to` 0) to the operator; the first line of a conversation makes it. */
export const talkSend = mutation({
  path: '/api/talk/send',
  tables: ['talkLines', 'talks'],
  payload: z.object({
    ...line,
    text: z.string().check(z.minLength(1), z.maxLength(LINE_TEXT_MAX)),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['text'] },
  lanes: (p) => lane(p.talk),
  // The line comes first: its text is sealed as that row's.
  keys: (p) => [`talkLines/${p.talk}:${p.id}`, talkKey(p.talk)],
})

/** Shows pictures in a conversation, with words or without; else as `talk.send`. */
export const talkShow = mutation({
  path: '/api/talk/show',
  tables: ['talkLines', 'talks'],
  payload: z.object({
    ...line,
    text: z.string().check(z.maxLength(LINE_TEXT_MAX)),
    pictures: fileIds(LINE_PICTURES_MAX).check(z.minLength(1)),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['text'] },
  files: { kind: 'picture', most: LINE_PICTURES_MAX, bytesMax: FILE_BYTES_MAX, of: (p) => p.pictures },
  lanes: (p) => lane(p.talk),
  keys: (p) => [`talkLines/${p.talk}:${p.id}`, talkKey(p.talk)],
})

/** Says up to which line a conversation was read; the highest number counts. */
export const talkRead = mutation({
  path: '/api/talk/read',
  tables: ['talks'],
  payload: z.object({ id: z.uuid(), upTo: Id }),
  guest: false,
  lanes: (p) => lane(p.id),
  keys: (p) => [talkKey(p.id)],
  coalesce: (earlier, later) => ({ ...later, upTo: Math.max(earlier.upTo, later.upTo) }),
})
