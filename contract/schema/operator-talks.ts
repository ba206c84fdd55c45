import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { LINE_TEXT_MAX } from '../rules/messages.ts'
import { Subject } from './message-rows.ts'
import { openArray } from './open.ts'
import { Picture } from './picture.ts'
import { Texts } from './texts.ts'

/** A conversation of somebody with the market, by the operator's id of it. */
const Conversation = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Why they are suspended, in an operator's words: what they write may be their objection. */
  suspended: z.nullable(z.string()),
  subject: z.nullable(Subject),
  /** What the subject is called. */
  title: z.nullable(Texts),
  /** Since when it waits for an answer (Unix ms); null where the last word is the market's. */
  askedAt: z.nullable(z.number()),
  at: z.number(),
  /** The last words; empty where pictures were shown without. */
  text: z.string(),
})

/**
 * Conversations with the market: those that wait, the longest first, or (`all`) every one, the newest first; `reports`
 * leaves those about a product or a store.
 */
export const operatorTalks = endpoint({
  method: 'POST',
  path: '/api/operator/talks',
  access: 'operator',
  right: 'people',
  input: z.object({
    all: z.optional(z.boolean()),
    reports: z.optional(z.boolean()),
    find: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ talks: openArray(Conversation), more: z.boolean() }),
})

/** One of them with its last lines, the newest last; `mine` is the person's. */
export const operatorTalk = endpoint({
  method: 'POST',
  path: '/api/operator/talk',
  access: 'operator',
  right: 'people',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    talk: Conversation,
    lines: openArray(
      z.object({ id: z.uuid(), mine: z.boolean(), text: z.string(), pictures: openArray(Picture), at: z.number() }),
    ),
  }),
})

/** Answers in the market's name. `line` is made by the screen, so that a repeat is one answer. */
export const operatorAnswerTalk = endpoint({
  method: 'POST',
  path: '/api/operator/answer_talk',
  access: 'operator',
  right: 'people',
  input: z.object({
    id: z.uuid(),
    line: z.uuid(),
    text: z.string().check(z.minLength(1), z.maxLength(LINE_TEXT_MAX)),
  }),
  output: z.object({}),
})
