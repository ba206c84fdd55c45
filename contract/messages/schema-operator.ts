import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { LINE_TEXT_MAX } from './rules.ts'
import { MessageSubject } from './schema-rows.ts'
import { openArray } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'

/** An operator who answers; the name is empty once the account is deleted. */
const Answering = z.object({ id: z.uuid(), name: z.string() })
export type Answering = z.infer<typeof Answering>

/** A conversation of somebody with the market, by the operator's id of it. */
const Conversation = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** The language of their account; absent from an older server. */
  language: z.optional(z.string()),
  /** Why they are suspended, in an operator's words: what they write may be their objection. */
  suspended: z.nullable(z.string()),
  subject: z.nullable(MessageSubject),
  /** The subject's name. */
  title: z.nullable(TextsSchema),
  /** Since when it waits for an answer (Unix ms); null where the last word is the market's, and once it is closed. */
  askedAt: z.nullable(z.number()),
  /** When it was closed (Unix ms); null where it is open, absent from an older server. */
  closedAt: z.optional(z.nullable(z.number())),
  /** The operator who answers it; null for nobody in particular, absent from an older server. */
  holder: z.optional(z.nullable(Answering)),
  /** The number of its last line; absent from an older server. */
  last: z.optional(z.int()),
  at: z.number(),
  /** The last words; empty where pictures were shown without. */
  text: z.string(),
})
export type OperatorConversation = z.infer<typeof Conversation>

/**
 * Conversations with the market: those that wait, the longest first; `all` of them, with these first and closed ones
 * last; those that this operator answers (`own`); or those that are `closed`. `reports` leaves only those about a
 * product or a store. `find` is part of a name, an address, a subject or a line.
 */
export const operatorTalks = endpoint({
  method: 'POST',
  path: '/api/operator/talks',
  access: 'operator',
  right: 'service',
  input: z.object({
    all: z.optional(z.boolean()),
    own: z.optional(z.boolean()),
    closed: z.optional(z.boolean()),
    reports: z.optional(z.boolean()),
    find: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ talks: openArray(Conversation), more: z.boolean() }),
})

/**
 * A conversation with its last lines, the newest last; `mine` marks the person's lines, and `by` is the operator who
 * wrote the market's (null for the market's machine, absent from an older server).
 */
export const operatorTalk = endpoint({
  method: 'POST',
  path: '/api/operator/talk',
  access: 'operator',
  right: 'service',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    talk: Conversation,
    lines: openArray(
      z.object({
        id: z.uuid(),
        mine: z.boolean(),
        text: z.string(),
        pictures: openArray(Picture),
        by: z.optional(z.nullable(Answering)),
        at: z.number(),
      }),
    ),
    /** The operators to whom it can be handed; absent from an older server. */
    staff: z.optional(openArray(Answering)),
  }),
})

/**
 * Answers in the market's name. `line` is made by the screen, so that a repeat is one answer. An operator who answers a
 * conversation that nobody holds, holds it from then on; one that another operator holds is taken over first.
 */
export const operatorAnswerTalk = endpoint({
  method: 'POST',
  path: '/api/operator/answer_talk',
  access: 'operator',
  right: 'service',
  input: z.object({
    id: z.uuid(),
    line: z.uuid(),
    text: z.string().check(z.minLength(1), z.maxLength(LINE_TEXT_MAX)),
  }),
  output: z.object({}),
})

/** Takes a conversation over, hands it to another operator, or gives it back (`to` null); `from` held it until then. */
export const operatorHoldTalk = endpoint({
  method: 'POST',
  path: '/api/operator/holdTalk',
  access: 'operator',
  right: 'service',
  input: z.object({ id: z.uuid(), from: z.nullable(z.uuid()), to: z.nullable(z.uuid()) }),
  output: z.object({}),
})

/** Closes a conversation whose last line the operator has seen (`last`), or opens it again. */
export const operatorCloseTalk = endpoint({
  method: 'POST',
  path: '/api/operator/closeTalk',
  access: 'operator',
  right: 'service',
  input: z.object({ id: z.uuid(), closed: z.boolean(), last: z.int().check(z.nonnegative()) }),
  output: z.object({}),
})
