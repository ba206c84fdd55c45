import * as z from 'zod/mini'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Params } from '../wire/schema-params.ts'
import { Picture } from '../pictures/schema.ts'
import { subjectKinds, watchKinds } from './rules.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// The rows of a person's messages, watches and conversations; part of sync/schema-rows.ts.

/**
 * The subject of a message or a conversation. `id` is that of an order, a product, a store or a conversation, for
 * example, or the code of an area.
 */
export const MessageSubject = z.object({ kind: openEnum(subjectKinds), id: z.string().check(z.maxLength(100)) })
export type MessageSubject = z.infer<typeof MessageSubject>

/**
 * A message to a person. Its words are made on the device, from its kind and its values; `words` are the server's own,
 * in the person's language, for a kind that this app does not know. `deleted` is its tombstone.
 */
export const Message = z.object({
  id: Id,
  kind: z.string().check(z.maxLength(60)),
  at: z.number(),
  read: z.boolean(),
  subject: z.nullable(MessageSubject),
  /** The values that fill in the words; `amount` is minor units of `currency`. */
  values: Params,
  /** The subject's name, or the headline of the site's own message; null where the values hold it. */
  title: z.nullable(TextsSchema),
  /** The text of the site's own message. */
  text: z.nullable(TextsSchema),
  words: z.string(),
  deleted: z.boolean(),
})
export type Message = z.infer<typeof Message>

/** A topic of messages that a person has switched off: a register; `on: false` is its tombstone. */
export const MessageMute = z.object({ topic: z.string().check(z.maxLength(60)), on: z.boolean(), at: z.number() })
export type MessageMute = z.infer<typeof MessageMute>

const amount = z.int().check(z.nonnegative())

/**
 * A notice that a person asks for: that a product's price has fallen to `price` (minor units of `currency`), that it is
 * there again, that `currency` can be paid, that `area` is delivered to. `on: false` is its tombstone.
 */
export const Watch = z.object({
  what: openEnum(watchKinds),
  /** The product; 0 for none. */ id: IdOrNone,
  variantId: IdOrNone,
  price: z.nullable(amount),
  currency: z.string(),
  area: z.string(),
  on: z.boolean(),
  at: z.number(),
})
export type Watch = z.infer<typeof Watch>

/**
 * A conversation with a store, or (`to` 0) with the operator. Its lines are numbered by the server; `readTo` is the
 * last that the person has read, `unread` how many of the other's come after it.
 */
export const Talk = z.object({
  id: z.uuid(),
  to: IdOrNone,
  /** The store's name; empty for the operator, and until the server has said it. */
  name: z.string(),
  subject: z.nullable(MessageSubject),
  /** The subject's name. */ title: z.nullable(TextsSchema),
  last: z.int().check(z.nonnegative()),
  readTo: z.int().check(z.nonnegative()),
  unread: z.int().check(z.nonnegative()),
  at: z.number(),
  deleted: z.boolean(),
})
export type Talk = z.infer<typeof Talk>

/**
 * One line of a conversation; its id is `<talk>:<uuid made on the device>`. `n` is its number, 0 until the server has
 * it; the text is sealed on the device. `files` names the pictures that a device kept, and `pictures` is what the
 * server made of them: empty until it has.
 */
export const TalkLine = z.object({
  id: z.string(),
  n: z.int().check(z.nonnegative()),
  mine: z.boolean(),
  text: z.string(),
  files: z.optional(openArray(z.string())),
  pictures: z.optional(openArray(Picture)),
  at: z.number(),
  deleted: z.boolean(),
})
export type TalkLine = z.infer<typeof TalkLine>
